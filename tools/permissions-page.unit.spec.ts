import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApi } from '#services/modules/documentazione/openapi.ts';
import { permissionsPage } from './permissions-page.ts';
import { portalModules } from './portal-modules.ts';

describe('docs/reference/permissions.md', () => {
  const { catalogue, modules } = portalModules();
  const page = permissionsPage(catalogue, modules);

  it('is what the definitions say today: npm run docs:permissions writes it', () => {
    expect(readFileSync(join(import.meta.dirname, '..', 'docs', 'reference', 'permissions.md'), 'utf8')).toBe(page);
  });

  it('has a row for every register and names the documents of health', () => {
    for (const { path } of catalogue.registers) expect(page).toContain(`| \`${path}\` |`);
    expect(page).toMatch(/\| `personale` \| .*`idoneita`/);
    expect(page).toContain('`POST /api/login` | everybody |');
    // `make docs` uses the same modules
    expect(openApi(catalogue, modules)).toMatchObject({ paths: { '/api/login': {} } });
  });
});
