import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { DomainError } from '#contracts/core/errors.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { createDependencies } from '../dependencies.ts';
import { importFile, rehearse, type ImportRequest } from '../registers/import/import-file.ts';
import { readImportFile } from '../registers/import/read-file.ts';
import { UnreadableFile } from '../registers/import/tables.ts';
import { undoImport } from '../registers/import/undo-import.ts';
import { assemble } from '../modules.ts';
import { manutenzione } from './maintenance.ts';

const USAGE = 'npm run import -- --registro R --file F [--prova] [--annulla ID] --utente U';
const MOST_TOLD = 50;

// npm run import: the rows of a file as records, or what is wrong with them; beside a running portal or without one
await manutenzione('import', async ({ config, log, shutdown }) => {
  const { values: asked } = parseArgs({
    options: {
      registro: { type: 'string' },
      file: { type: 'string' },
      prova: { type: 'boolean', default: false },
      annulla: { type: 'string' },
      utente: { type: 'string' },
    },
  });
  if (!asked.utente || (!asked.file && !asked.annulla)) throw new Error(`Usage: ${USAGE}`);
  const { deps, modules } = assemble(await createDependencies(config, log, shutdown));
  const identity = await currentIdentity(deps.readDb, asked.utente);
  if (!identity) throw new Error(`There is no user ${asked.utente}.`);
  const started = performance.now();
  const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const told = everySecond((done, of) => console.log(`  … ${done} of ${of}`));
  try {
    if (asked.annulla) {
      console.log(`Undone: ${await undoImport(deps, asked.annulla, identity, told)} records deleted in ${took()}.`);
      return 0;
    }
    const request: ImportRequest = {
      file: await readImportFile(asked.file!),
      name: basename(asked.file!),
      identity,
      ...(asked.registro ? { register: asked.registro } : {}),
    };
    const rehearsed = await rehearse(
      deps,
      modules.flatMap(({ rules }) => rules ?? []),
      request,
      told,
    );
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
    if (asked.prova) {
      console.log(`${rehearsed.rows} rows could be imported (${took()}); nothing was.`);
      return 0;
    }
    const { id, made, found } = await importFile(deps, request, rehearsed, told);
    console.log(
      `Imported in ${took()}: ${made} records made${found > 0 ? `, ${found} were there from before` : ''}.\nTo undo: npm run import -- --annulla ${id} --utente ${asked.utente}`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof UnreadableFile)) throw error;
    console.error(error.message);
    return 1;
  }
});

/** Told at most once a second. */
function everySecond(tell: (done: number, of: number) => void): (done: number, of: number) => void {
  let last = Date.now();
  return (done, of) => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    tell(done, of);
  };
}
