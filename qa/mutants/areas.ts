import { globSync } from 'node:fs';

/**
 * Globs of the files whose faults cost most, by area: permissions, records, storage, responses. Globs still match a file moved within its
 * folder.
 */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  contracts: ['contracts/core/**/*.ts'],
  records: ['services/registers/**/*.ts'],
  access: ['services/modules/{accesso,gruppi,utenti}/**/*.ts', 'services/platform/identity/**/*.ts'],
  archive: ['services/platform/files/**/*.ts', 'services/modules/{archivio,noleggi}/**/*.ts'],
  http: ['services/platform/http/**/*.ts'],
  projections: ['projections/{engine,registers,storico,scadenze}/**/*.ts'],
  andamento: ['contracts/modules/andamento/**/*.ts', 'services/modules/andamento/**/*.ts', 'projections/andamento/**/*.ts'],
  scadenze: ['contracts/modules/scadenze/**/*.ts', 'services/modules/{scadenze,calendario}/**/*.ts'],
  importa: ['services/modules/importa/**/*.ts'],
  amministrazione: ['services/modules/amministrazione/**/*.ts'],
  backup: ['services/backup/**/*.ts', 'services/log-move/**/*.ts'],
  workers: ['workers/**/*.ts', 'services/platform/mail/**/*.ts', 'services/modules/contabilita-lavoratori/**/*.ts'],
  keyboard: [
    'services/modules/{cerca,viste,modifiche,commenti,novita,permessi}/**/*.ts',
    'projections/{cerca,commenti}/**/*.ts',
    'contracts/modules/novita/**/*.ts',
  ],
  seals: ['services/modules/sigilli/**/*.ts', 'services/platform/checkpoints/**/*.ts', 'projections/sigilli/**/*.ts'],
  offline: ['web/offline/**/*.ts'],
  web: ['web/{registers,modules,screens,shell}/**/*.ts', 'web/lib/**/*.ts', 'web/ui/grid/*.ts'],
};

/**
 * Sources that run only in their own process, thread or build step, where mutants cannot be switched on; each with the spec that covers it.
 */
export const ON_THEIR_OWN: Readonly<Record<string, string>> = {
  // runs in the process of an accounting job
  'services/modules/contabilita-lavoratori/job/process.ts':
    'services/modules/contabilita-lavoratori/job/contabilita-lavoratori.int.spec.ts',
  // service worker, and the build step that writes its list of files
  'web/offline/sw.ts': 'test/e2e/offline.e2e.spec.ts',
  'web/offline/shell-plugin.ts': 'test/e2e/offline.e2e.spec.ts',
};

const NOT_SOURCE = /\.spec\.tsx?$|(^|[/.])testing\.ts$|\.d\.ts$/;

/** Returns the sources of all areas, in a fixed order, except `ON_THEIR_OWN`. */
export function areaFiles(): string[] {
  return Object.values(AREAS)
    .flatMap((globs) => sources(globs))
    .filter((file) => !Object.hasOwn(ON_THEIR_OWN, file));
}

export function areaOf(file: string): string {
  return Object.entries(AREAS).find(([, globs]) => sources(globs).includes(file))?.[0] ?? 'other';
}

/** Returns the TypeScript sources that match the globs, without specs. */
export const sources = (globs: readonly string[]): string[] =>
  globs
    .flatMap((glob) => globSync(glob))
    .filter((file) => /\.tsx?$/.test(file) && !NOT_SOURCE.test(file))
    .toSorted();
