import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { portalCatalogue } from '#services/catalogue.ts';
import { openApi } from '#services/modules/documentazione/openapi.ts';
import { assemble } from '#services/modules.ts';
import type { Parts } from '#services/platform/module.ts';

// what a running portal serves at /api/docs.json; the routes are data, made without touching what they will use
const catalogue = portalCatalogue();
const target = join(import.meta.dirname, '..', 'docs', 'openapi.json');
writeFileSync(target, `${JSON.stringify(openApi(catalogue, assemble({ catalogue } as Parts).modules), null, 2)}\n`);
console.log(`Written ${target}`);
