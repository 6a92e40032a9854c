import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { permissionsPage } from './permissions-page.ts';
import { portalModules } from './portal-modules.ts';

const { catalogue, modules } = portalModules();
const target = join(import.meta.dirname, '..', 'docs', 'reference', 'permissions.md');
writeFileSync(target, permissionsPage(catalogue, modules));
console.log(`Written ${target}`);
