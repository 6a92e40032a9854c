import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '#services/modules/documentazione/openapi.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { allModules } from '#services/modules.ts';

// what a running portal serves at /api/docs.json; the routes are data, made without touching what they will use
const target = join(import.meta.dirname, '..', 'docs', 'openapi.json');
writeFileSync(target, `${JSON.stringify(openApi(allModules({} as Dependencies)), null, 2)}\n`);
console.log(`Scritto ${target}`);
