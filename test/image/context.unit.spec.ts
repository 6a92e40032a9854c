import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../static-imports.ts';
import { buildContext } from './context.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NOT_FOR_PRODUCTION =
  /\.spec\.tsx?$|(^|[/.])testing\.tsx?$|conformance|^services\/demo\/|\/seed\.ts$|^\.env|^test\/|^tools\/|^docs\/|^deploy\/(segreti|certificati)\//;

describe('what the image is made of', () => {
  const files = buildContext(ROOT);

  it('holds no test, no demo firm, no seed and no secret', () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(files.filter((file) => NOT_FOR_PRODUCTION.test(file))).toEqual([]);
    expect(files.filter((file) => /\.tsx?$/.test(file) && /from 'vitest'/.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });

  it('holds each file that its programs load', () => {
    const programs = files.filter((file) => /^services\/(main|cli\/[\w-]+|threads\/[\w-]+|processes\/[\w-]+)\.ts$/.test(file));
    expect(programs).toContain('services/main.ts');
    expect(programs).toContain('services/cli/prepare-database.ts');
    const held = new Set(files);
    const loaded = filesOf(programs);
    expect(loaded.filter((file) => !held.has(file))).toEqual([]);
    // only outside production
    expect(existsSync(join(ROOT, 'services/demo/index.ts'))).toBe(true);
    expect(loaded).not.toContain('services/demo/index.ts');
  });
});
