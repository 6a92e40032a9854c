import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '#services/modules/documentazione/openapi.ts';
import { portalModules } from './portal-modules.ts';

// writes the document that a running portal serves at /api/docs.json
const { catalogue, modules } = portalModules();
const target = join(import.meta.dirname, '..', 'docs', 'reference', 'openapi.json');
writeFileSync(target, `${JSON.stringify(openApi(catalogue, modules), null, 2)}\n`);
console.log(`Written ${target}`);
