import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { planOf } from './plan.ts';

const root = process.cwd();
const { code } = planOf(JSON.parse(process.env['STRATO_MUTANTS'] ?? '[]') as string[]);

/** Plugin that returns the instrumented source of a file; the file on disk is never changed. */
const mutants: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform: (_source, id) => code.get(relative(root, id.replace(/\?.*$/, ''))) ?? null,
};

/**
 * Configuration of the project's tests with all mutants compiled in. Timeouts are short, since a mutant can prevent an awaited condition.
 */
const config: ViteUserConfig = mergeConfig(base, {
  plugins: [mutants],
  test: {
    root,
    maxWorkers: 1,
    watch: false,
    // a cache would be stale: the transformed module depends on the plan, not only on the file
    fsModuleCache: false,
    bail: 1,
    setupFiles: ['qa/mutants/switch.ts'],
    silent: true,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 8000 } },
  },
});

export default { ...config, test: { ...config.test, reporters: [{}] } };
