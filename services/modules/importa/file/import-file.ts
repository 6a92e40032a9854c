import pLimit from 'p-limit';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { countOf } from '#contracts/core/formats.ts';
import { targetsOf } from '#contracts/core/references.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { importable } from '#contracts/modules/import-columns.ts';
import { mayImport } from '#contracts/modules/importa.ts';
import type { Dispatch, RecordCommand, Sender } from '#contracts/ports/dispatch.ts';
import { danglingIn } from '#projections/registers/dangling.queries.ts';
import { othersAtWork } from '#services/platform/identity/sessions.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { rehearsal, type RulesOver } from '#services/registers/rehearsal.ts';
import { restoringDispatch } from './restoring-dispatch.ts';
import { importsOf, type ImportRow } from '#services/platform/postgres/imports.ts';
import { headsOf, matchColumns, type Matching } from './match-columns.ts';
import { paceBeside, resting, type Pace } from './pace.ts';
import { takePassword } from './passwords.ts';
import { errorsOf, plannedRows, type PlannedRow, type RowError } from './planned-rows.ts';
import type { ImportFile } from './read-file.ts';
import { NOTES, type Table } from './tables.ts';

/** Maximum number of errors that a dry run collects. More errors are usually repetitions of one mistake. */
const MOST_ERRORS = 1000;

export interface ImportRequest {
  file: ImportFile;
  /** Name of the file, whose extension is its type. */
  name: string;
  /** Register of the rows of a file with one table. Without `register`, each table goes into the register of its name. */
  register?: string;
  /** Fields by column for columns whose names do not match; an empty field leaves the column out. */
  byHand?: Readonly<Record<string, string>>;
  identity: Identity;
}

export interface Part {
  def: AnyRegister;
  table: Table;
  matching: Matching;
  rows: PlannedRow[];
}

export interface Rehearsal {
  parts: Part[];
  rows: number;
  errors: RowError[];
  /** Italian sentences about stored records of these registers whose references point to missing records. */
  standing: string[];
  /**
   * Set if an import of the same file has begun or ended. The rows are then not checked, since its own records would count as duplicates.
   */
  isRepeat?: true;
}

export interface ImportResult {
  id: string;
  /** Records created by this run. */
  created: number;
  /** Records created by an earlier run of the same file. */
  existing: number;
}

type ReportProgress = (done: number, of: number) => void;

/**
 * Validates every row as a form would, as if the rows before it were stored, without storing anything. Throws a `DomainError` if the person
 * may not import, or if the file has no usable table.
 */
export async function rehearse(
  deps: Dependencies,
  rulesOver: RulesOver,
  request: ImportRequest,
  { progress = () => {}, pace = besideOthers(deps, request.identity) }: { progress?: ReportProgress; pace?: () => Pace } = {},
): Promise<Rehearsal> {
  const parts = await partsOf(deps, request);
  const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
  const errors: RowError[] = [];
  const registers = parts.map(({ def }) => def.path);
  const standing = await standingIn(deps, parts);
  if (await importsOf(deps.writeDb).same(request.file.digest, registers)) return { parts, rows, errors, standing, isRepeat: true };
  const dispatch = restoringDispatch(rehearsal(deps, rulesOver).dispatch, deps);
  let done = 0;
  const gently = resting(pace);
  for (const { def, table, matching, rows: planned } of parts) {
    for (const plannedRow of planned) {
      if ('errors' in plannedRow) errors.push(...plannedRow.errors);
      else
        await gently(() => dispatch(plannedRow.command, senderOf(request.identity, `prova/${def.path}/${plannedRow.row}`))).catch(
          (error: unknown) => {
            if (!(error instanceof DomainError)) throw error;
            errors.push(...errorsOf(def, { table, matching, row: plannedRow.row }, error));
          },
        );
      done += 1;
      progress(done, rows);
      if (errors.length >= MOST_ERRORS) return { parts, rows, errors, standing };
    }
  }
  return { parts, rows, errors, standing };
}

async function standingIn({ catalogue, readDb }: Dependencies, parts: readonly Part[]): Promise<string[]> {
  const found = await Promise.all(parts.map(async ({ def }) => ({ def, dangling: await danglingIn(readDb, catalogue, def) })));
  return found.flatMap(({ def, dangling }) =>
    dangling.map(({ campo, quanti, valori }) => {
      const values = valori.map((value) => `"${value}"`).join(', ');
      return `${countOf(quanti, def.labels.one, def.labels.many)} già nel portale: ${labelOf(def, campo)} che non c’è (${values}${quanti > valori.length ? '…' : ''})`;
    }),
  );
}

export interface Importing {
  progress?: ReportProgress;
  pace?: () => Pace;
  /** Once the signal aborts, no further row begins. Rows in progress are completed and noted. */
  signal?: AbortSignal;
}

/**
 * Imports each row with a command of its own, parents before their children. A run after a crash creates only the missing records. Throws a
 * `DomainError` if the dry run found errors, or if a row is refused.
 */
export async function importFile(
  deps: Dependencies,
  request: ImportRequest,
  { parts, rows, errors }: Rehearsal,
  { progress = () => {}, pace = besideOthers(deps, request.identity), signal }: Importing = {},
): Promise<ImportResult> {
  if (errors.length > 0)
    throw new DomainError('RICHIESTA_NON_VALIDA', { message: `${errors.length} righe da correggere: non è stato importato niente.` });
  const imports = importsOf(deps.writeDb);
  const { id, finished } = await imports.begin({
    digest: request.file.digest,
    file: request.name,
    registers: parts.map(({ def }) => def.path),
    utente: request.identity.memberID,
    rows,
  });
  const importedRows = await imports.rows(id);
  progress(importedRows.length, rows);
  if (finished) return { id, created: 0, existing: importedRows.length };
  const importedNumbers = new Set(importedRows.map(({ number }) => number));
  const outcome = { id, created: 0, existing: importedRows.length };
  let number = 0;
  const dispatch = restoringDispatch(deps.dispatch, deps);
  const gently = resting(pace);
  for (const part of parts) {
    const limit = pLimit({ concurrency: pace().together, rejectOnClear: true });
    const remainingRows = part.rows.flatMap((one) => {
      number += 1;
      return 'errors' in one || importedNumbers.has(number) ? [] : [{ ...one, number }];
    });
    for (const turn of inTurns(remainingRows)) {
      const queue = turn.map((one) =>
        limit(async () => {
          signal?.throwIfAborted();
          limit.concurrency = pace().together;
          const row = await gently(() => make(dispatch, one.command, senderOf(request.identity, `${id}/${one.number}`))).catch(
            (error: unknown) => {
              limit.clearQueue();
              throw refusedAt(part, one.row, error);
            },
          );
          if (part.def.accounts) await takePassword(deps, part.table, one.row, row.key);
          await imports.made(id, { number: one.number, register: part.def.path, ...row });
          outcome.created += 1;
          progress(outcome.created + outcome.existing, rows);
        }),
      );
      await allEnded(queue);
    }
    // the rows of the next table may refer to these records, which are looked up in the read tables
    const head = await deps.store.head();
    if (head !== null) await deps.readModelWait.until(head, SHOWN_MS);
  }
  await imports.finish(id);
  return outcome;
}

/** Waits for all rows, even after a failure, so that every created record is noted. Throws the first failure. */
async function allEnded(queue: readonly Promise<void>[]): Promise<void> {
  const failures = (await Promise.allSettled(queue)).flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  // rows removed from the queue reject with AbortError, possibly before the row that failed
  if (failures.length > 0) throw failures.find(({ name }) => name !== 'AbortError') ?? failures[0];
}

/** Splits the rows into two groups: rows with a number or matricola of their own, then rows that get the next free one. */
function inTurns<Row extends { command: RecordCommand }>(rows: readonly Row[]): Row[][] {
  const brings = ({ command }: Row): boolean => typeof command.key === 'number' || (command.values?.['matricola'] ?? null) !== null;
  return [rows.filter(brings), rows.filter((row) => !brings(row))];
}

/**
 * Milliseconds to wait for the read tables. After the timeout the import continues, and a row whose referenced record is not visible yet is
 * refused.
 */
const SHOWN_MS = 60_000;

/** Creates the pace of an import, which slows down while other people use the portal. */
const besideOthers = ({ writeDb, clock }: Dependencies, { memberID }: Identity): (() => Pace) =>
  paceBeside(() => othersAtWork(writeDb, memberID, clock.now()));

async function make(
  dispatch: Dispatch,
  command: Extract<PlannedRow, { command: unknown }>['command'],
  sender: Sender,
): Promise<Pick<ImportRow, 'key' | 'version'>> {
  const { key, version } = await dispatch(command, sender);
  return { key, version };
}

/**
 * Returns the error for a row that was refused because of a change after the dry run. Records created before that row are kept, and the
 * person can continue or undo the import.
 */
function refusedAt({ def, table }: Part, row: number, error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  return new DomainError(error.code, {
    message: `Fermata alla riga ${row} di ${table.name ?? def.labels.many}: ${error.message} Ciò che è nato si annulla dall’elenco delle importazioni.`,
  });
}

const senderOf = (identity: Identity, part: string): Sender => ({
  identity,
  commandId: derivedCommandId('importazione', part),
  correlationId: derivedCommandId('importazione', part.split('/')[0]!),
  origine: 'importazione',
});

/**
 * Returns the tables of the file with their registers, parents before their children. Throws a `DomainError` for a table that cannot be
 * imported.
 */
async function partsOf(deps: Dependencies, { file, register, byHand, identity }: ImportRequest): Promise<Part[]> {
  const { catalogue, readDb } = deps;
  const tables = file.tables.filter(({ name, rows }) => rows.length > 0 && name !== NOTES);
  if (register !== undefined && tables.length > 1)
    throw wrong(`Il file ha ${tables.length} tabelle (${tables.map(({ name }) => name).join(', ')}): ne serve una sola.`);
  const parts = await Promise.all(
    tables.map(async (table) => {
      const path = register ?? table.name ?? '';
      const known = catalogue.register(path);
      if (!known) throw wrong(`Registro sconosciuto: ${path || 'manca'}.`);
      if (!mayImport(identity, known)) throw new DomainError('NON_PERMESSO');
      const def = await catalogue.currentDefinition(readDb, known);
      const matching = matchColumns(headsOf(def), table.columns, byHand);
      if (matching.every((field) => field === null))
        throw wrong(
          `Nessuna colonna di ${table.name ?? 'questo file'} è di ${def.labels.many}: servono ${importable(def)
            .map(({ label }) => label)
            .join(', ')}.`,
        );
      return { def, table, matching, rows: plannedRows(catalogue, def, table, matching) };
    }),
  );
  const place = (def: AnyRegister): number => catalogue.registers.findIndex(({ path }) => path === def.path);
  return inOrder(parts.toSorted((one, other) => place(one.def) - place(other.def)));
}

/** Sorts tables so that each follows the tables to which its records belong or refer. Other tables keep the order of `parts`. */
function inOrder(parts: readonly Part[]): Part[] {
  const done = new Set<Part>();
  const visit = (part: Part): void => {
    if (done.has(part)) return;
    done.add(part);
    const named = Object.values(part.def.fields).flatMap((field) => targetsOf(field).map(({ register }) => register));
    const narrowing = Object.values(part.def.fields).flatMap((field) =>
      field.kind === 'ref' && field.among ? [field.among.register] : [],
    );
    for (const path of [part.def.parent?.register, ...named, ...narrowing]) parts.filter(({ def }) => def.path === path).forEach(visit);
    // a record may also refer to children of a record that it names: a production line refers to work items of its site
    for (const path of named) parts.filter(({ def }) => def.parent?.register === path && def !== part.def).forEach(visit);
    ordered.push(part);
  };
  const ordered: Part[] = [];
  parts.forEach(visit);
  return ordered;
}

const wrong = (message: string) => new DomainError('RICHIESTA_NON_VALIDA', { message });
