import { globSync } from 'node:fs';

/** Files where a wrong line costs most, by folder, so that a file that moves inside is still found: rights, records, storage, answers. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  contracts: ['contracts/core/**/*.ts'],
  records: ['services/registers/{*,!(import)/**/*}.ts', 'services/rules.ts'],
  access: ['services/modules/{accesso,gruppi,utenti}/**/*.ts', 'services/platform/identity/**/*.ts'],
  archive: ['services/platform/files/**/*.ts', 'services/modules/{archivio,noleggi}/**/*.ts'],
  http: ['services/platform/http/**/*.ts'],
  projections: ['projections/{engine,registers,storico,scadenze}/**/*.ts'],
  andamento: ['contracts/modules/andamento/**/*.ts', 'services/modules/andamento/**/*.ts', 'projections/andamento/**/*.ts'],
  scadenze: ['contracts/modules/scadenze/**/*.ts', 'services/modules/{scadenze,calendario}/**/*.ts'],
  importa: ['services/modules/importa/**/*.ts', 'services/registers/import/**/*.ts'],
  amministrazione: ['services/modules/amministrazione/**/*.ts'],
  backup: ['services/backup/**/*.ts', 'services/log-move/**/*.ts'],
  workers: ['workers/**/*.ts', 'services/platform/mail/**/*.ts', 'services/modules/contabilita-lavoratori/**/*.ts'],
  offline: ['web/offline/**/*.ts'],
  web: ['web/registers/**/*.ts', 'web/lib/**/*.ts', 'web/ui/grid/*.ts'],
};

/** Sources that only run as a program or thread of their own, where no mutant is seen, with the spec that covers each. */
export const ON_THEIR_OWN: Readonly<Record<string, string>> = {
  // the process of an accounting
  'services/modules/contabilita-lavoratori/job/process.ts':
    'services/modules/contabilita-lavoratori/job/contabilita-lavoratori.int.spec.ts',
  // the service worker, and the step of the build that writes its list of files
  'web/offline/sw.ts': 'test/e2e/offline.e2e.spec.ts',
  'web/offline/shell-plugin.ts': 'test/e2e/offline.e2e.spec.ts',
};

const NOT_SOURCE = /\.spec\.tsx?$|(^|[/.])testing\.ts$|\.d\.ts$/;

/** Every source of the areas, in a fixed order. */
export function areaFiles(): string[] {
  return Object.values(AREAS)
    .flatMap((globs) => sources(globs))
    .filter((file) => !Object.hasOwn(ON_THEIR_OWN, file));
}

export function areaOf(file: string): string {
  return Object.entries(AREAS).find(([, globs]) => sources(globs).includes(file))?.[0] ?? 'other';
}

/** Sources that the globs name. */
export const sources = (globs: readonly string[]): string[] =>
  globs
    .flatMap((glob) => globSync(glob))
    .filter((file) => /\.tsx?$/.test(file) && !NOT_SOURCE.test(file))
    .toSorted();
