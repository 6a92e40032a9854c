import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '#services/modules/documentazione/openapi.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { tuttiIModuli } from '#services/modules.ts';

// what a running portal serves at /api/docs.json; the routes are data, made without touching what they will use
const target = join(import.meta.dirname, '..', 'docs', 'openapi.json');
writeFileSync(target, `${JSON.stringify(openApi(tuttiIModuli({} as Dipendenze)), null, 2)}\n`);
console.log(`Scritto ${target}`);
