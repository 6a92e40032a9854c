import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DomainError } from '#contracts/core/errors.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { createDependencies } from '../dependencies.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { tempName } from '../platform/files/sweep.ts';
import type { Dependencies } from '../platform/module.ts';
import { importDocuments } from '#services/modules/importa/file/documents-beside.ts';
import { importFile, rehearse, type ImportRequest } from '#services/modules/importa/file/import-file.ts';
import { FAST } from '#services/modules/importa/file/pace.ts';
import { readRows, type ImportFile } from '#services/modules/importa/file/read-file.ts';
import { undoImport } from '#services/modules/importa/file/undo-import.ts';
import { assemble, rulesOver } from '../modules.ts';
import { runMaintenance } from './maintenance.ts';

const USAGE = 'npm run import -- --registro R --file F [--prova] [--veloce] [--documenti DIR] [--annulla ID] --utente U';
const MOST_TOLD = 50;
/** Milliseconds to wait for the read tables, enough for ten thousand records. */
const READ_MS = 120_000;

// `npm run import` creates records from the rows of a file, or prints the errors of the rows, with or without a running portal
await runMaintenance('import', async ({ config, log, shutdown }) => {
  // requests to a running portal have priority
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { values: options } = parseArgs({
    options: {
      registro: { type: 'string' },
      file: { type: 'string' },
      prova: { type: 'boolean', default: false },
      veloce: { type: 'boolean', default: false },
      annulla: { type: 'string' },
      documenti: { type: 'string' },
      utente: { type: 'string' },
    },
  });
  if (!options.utente || (!options.file && !options.annulla && !options.documenti)) throw new Error(`Usage: ${USAGE}`);
  const { deps } = assemble(await createDependencies(config, log, shutdown));
  const identity = await currentIdentity(deps.readDb, options.utente);
  if (!identity) throw new Error(`There is no user ${options.utente}.`);
  const pace = options.veloce ? () => FAST : undefined;
  const started = performance.now();
  const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const progress = everySecond((done, of) => console.log(`  … ${done} of ${of}`));
  try {
    if (options.annulla) {
      console.log(`Undone: ${await undoImport(deps, options.annulla, identity, { progress })} records deleted in ${took()}.`);
      return 0;
    }
    if (!options.file) return await documents(deps, options.documenti!, identity, progress);
    const request: ImportRequest = {
      file: await readAside(deps, config.DATI_DIR, options.file!, options.utente),
      name: basename(options.file!),
      identity,
      ...(options.registro ? { register: options.registro } : {}),
    };
    const rehearsed = await rehearse(deps, rulesOver, request, { progress, pace });
    for (const { def, table, matching } of rehearsed.parts) {
      const left = table.columns.filter((_, i) => matching[i] === null);
      console.log(`${def.path}: ${table.rows.length} rows${left.length > 0 ? `; columns left out: ${left.join(', ')}` : ''}`);
    }
    for (const { table, row, column, message } of rehearsed.errors.slice(0, MOST_TOLD))
      console.log(`  ${table}, riga ${row}${column === null ? '' : `, ${column}`}: ${message}`);
    if (rehearsed.errors.length > 0) {
      console.log(`${rehearsed.errors.length} errors in ${rehearsed.rows} rows: nothing was imported.`);
      return 1;
    }
    if (options.prova) {
      console.log(`${rehearsed.rows} rows could be imported (${took()}); nothing was.`);
      return 0;
    }
    const { id, created, existing } = await importFile(deps, request, rehearsed, { progress, ...(pace ? { pace } : {}) });
    console.log(
      `Imported in ${took()}: ${created} records made${existing > 0 ? `, ${existing} were there from before` : ''}.\nTo undo: npm run import -- --annulla ${id} --utente ${options.utente}`,
    );
    return options.documenti ? await documents(deps, options.documenti, identity, progress) : 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    console.error(error.message);
    return 1;
  }
});

/** Reads the file in a separate process with limits, as the portal does. */
async function readAside({ reading }: Dependencies, folder: string, path: string, who: string): Promise<ImportFile> {
  const into = join(folder, `import-${tempName()}`);
  try {
    const digest = await reading.rows(who, { file: resolve(path), name: basename(path), into });
    return { tables: await readRows(into), digest };
  } finally {
    await rm(into, { force: true });
  }
}

/**
 * Assigns the files of a folder to their records as documents. The records are looked up in the read tables, which only a running portal
 * keeps up to date.
 */
async function documents(
  deps: Dependencies,
  folder: string,
  identity: Identity,
  progress: (done: number, of: number) => void,
): Promise<number> {
  const head = await deps.store.head();
  if (head !== null && !(await deps.readModelWait.until(head, READ_MS))) {
    console.error('The read tables are behind: start the portal, then ask for the documents again.');
    return 1;
  }
  const { placed, skipped } = await importDocuments(deps, folder, identity, progress);
  console.log(`${placed} files are documents of their records now; ${skipped.length} are left.`);
  for (const { file, reason: why } of skipped) console.log(`  ${file}: ${why}`);
  return 0;
}

/** Limits calls of a progress callback to one a second. */
function everySecond(print: (done: number, of: number) => void): (done: number, of: number) => void {
  let last = Date.now();
  return (done, of) => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    print(done, of);
  };
}
