import type { Expression } from 'kysely';
import { momentOf, momentsBetween } from '#contracts/core/as-of.ts';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { ReadRow } from '#contracts/export/column.ts';
import { comparisonLines } from '#contracts/export/comparison.ts';
import { ACCESSI, BOARD, TRAILS } from '#contracts/export/lists.ts';
import type { ListRequest } from '#contracts/jobs/esporta-elenco.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { withMarks } from '#contracts/core/reserved-marks.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import { registerFilters, seesTrail, visibleTo } from '#contracts/modules/trail.ts';
import { accessFilters } from '#contracts/modules/accessi-request.ts';
import { countAccesses, wholeAccesses } from '../accesso/accessi.queries.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import type { Database, ReadDatabase } from '../database.ts';
import { withAdded } from '../registers/columns.ts';
import { withModels } from '../registers/past-models.ts';
import { countDifferences, differences, inWords, type ComparisonRequest, type Difference } from '../registers/comparison.queries.ts';
import { countList, withRelations, wholeList, type Filters } from '../registers/register.queries.ts';
import { exportedBoard } from '../scadenze/board-export.queries.ts';
import { boardKinds } from '../scadenze/board-kinds.ts';
import { asItem, countBoard, wholeBoard, type BoardRow } from '../scadenze/board.queries.ts';
import { countTrail, wholeTrail, type TrailSelection } from '../storico/storico.queries.ts';
import { withAddedLabels } from '../storico/added-labels.queries.ts';
import { inBatches } from './cursor.ts';

interface Needs {
  db: Database<ReadDatabase>;
  catalogue: ReadCatalogue;
  clock: Clock;
  /** Returns the person as of now; `null` if the person no longer exists. */
  identity(memberID: string): Promise<Identity | null>;
}

interface ListRead {
  righe: Expression<unknown>;
  totale(): Promise<number>;
  /** Converts rows to their wire format, where the stored values differ. */
  onTheWire?(rows: ReadRow[]): ReadRow[] | Promise<ReadRow[]>;
}

/** Reads lists of registers and the portal's trail, for jobs that write them to files. */
export function listReader({ db, catalogue, clock, identity }: Needs): ListReader {
  return {
    async register(path) {
      const def = catalogue.register(path);
      return def && catalogue.currentDefinition(db, def);
    },
    async read(request, memberID, recipient, signal) {
      const who = await identity(memberID);
      if (!who) throw new DomainError('NON_PERMESSO');
      const { righe, totale, onTheWire } = await readOf({ db, catalogue }, request, who, clock.now());
      await inBatches<ReadRow>(
        db,
        righe,
        {
          start: async () => recipient.start(await totale()),
          batch: async (read) => recipient.rows(onTheWire ? await onTheWire(read) : read),
        },
        signal,
      );
    },
  };
}

type From = Pick<Needs, 'db' | 'catalogue'>;

async function readOf(from: From, request: ListRequest, who: Identity, now: Date): Promise<ListRead> {
  const today = romeDate(now);
  if (request.confronto) return ofComparison(from, request, { between: request.confronto, who, now });
  if (request.tabella === BOARD) return ofBoard(from, request, who, today);
  if (!TRAILS.includes(request.tabella)) return ofOneRegister(from, request, who, now);
  if (!seesTrail(who)) throw new DomainError('NON_PERMESSO');
  return request.tabella === ACCESSI ? ofAccesses(from, request) : ofRegister(from, request, who);
}

/** Returns a register as it is today, and what of it the person sees. Throws RICHIESTA_NON_VALIDA and NON_PERMESSO. */
async function seenRegister({ db, catalogue }: From, tabella: string, who: Identity) {
  const register = catalogue.register(tabella);
  if (!register) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Tabella sconosciuta: ${tabella}` });
  const def = await catalogue.currentDefinition(db, register);
  const seen = scope(who, def.access, 'view');
  if (seen === 'none') throw new DomainError('NON_PERMESSO');
  return { def, seen };
}

interface ComparisonRead {
  between: NonNullable<ListRequest['confronto']>;
  who: Identity;
  now: Date;
}

/** Reads what changed in a register's list between two moments, a line for each field. */
async function ofComparison(from: From, { tabella, cerca }: ListRequest, { between, who, now }: ComparisonRead): Promise<ListRead> {
  const { db, catalogue } = from;
  const { def, seen } = await seenRegister(from, tabella, who);
  const request: ComparisonRequest = {
    scope: seen,
    utente: who.memberID,
    ...momentsBetween(between, now),
    ...(cerca ? { cerca } : {}),
    ...(between.tipo ? { tipo: between.tipo } : {}),
  };
  return {
    righe: differences(catalogue, def, request),
    totale: () => countDifferences(db, catalogue, def, request),
    onTheWire: async (rows) => comparisonLines(def, await inWords(db, catalogue, def, { request, found: rows as unknown as Difference[] })),
  };
}

async function ofOneRegister(from: From, { tabella, ordina, cerca, al, filtri }: ListRequest, who: Identity, now: Date): Promise<ListRead> {
  const { db, catalogue } = from;
  const { def, seen } = await seenRegister(from, tabella, who);
  const moment = al === undefined ? undefined : momentOf(al, now);
  const today = moment?.giorno ?? romeDate(now);
  const asked = {
    scope: seen,
    utente: who.memberID,
    filtri: (filtri ?? {}) as Filters,
    ...(ordina ? { ordina } : {}),
    ...(cerca ? { cerca } : {}),
    ...(moment ? { al: moment.al } : {}),
  };
  const ready = await withRelations(db, catalogue, def, { ...asked, today });
  const then = async (rows: ReadRow[], al: string): Promise<ReadRow[]> => {
    const own = rows.map((row) => withAdded(row));
    return (await withModels(db, ready, def, { rows: own, al, today })).map((row) => withMarks(def, row));
  };
  return {
    righe: wholeList(ready, def, asked, today),
    totale: () => countList(db, ready, def, { ...asked, today }),
    ...(moment ? { onTheWire: (rows) => then(rows, moment.al) } : {}),
    ...(def.takesKinds && !moment ? { onTheWire: (rows) => rows.map((row) => withAdded(row)) } : {}),
  };
}

function ofRegister({ db, catalogue }: From, { cerca, filtri }: ListRequest, who: Identity): ListRead {
  const asked: TrailSelection = { ...registerFilters.parse(filtri ?? {}), ...(cerca ? { cerca } : {}), visible: visibleTo(catalogue, who) };
  return {
    righe: wholeTrail(asked),
    totale: () => countTrail(db, asked),
    onTheWire: (rows) => trailOnTheWire({ db, catalogue }, rows),
  };
}

export const trailOnTheWire = async ({ db, catalogue }: From, rows: readonly ReadRow[]): Promise<ReadRow[]> => [
  ...(await withAddedLabels(db, catalogue, withInstants(rows) as (ReadRow & HistoryItem)[])),
];

function ofAccesses({ db }: From, { filtri }: ListRequest): ListRead {
  const asked = accessFilters.parse(filtri ?? {});
  return { righe: wholeAccesses(asked), totale: () => countAccesses(db, asked), onTheWire: withInstants };
}

export const withInstants = (rows: readonly ReadRow[]): ReadRow[] =>
  rows.map((row) => ({ ...row, quando: (row['quando'] as Date).toISOString() }));

async function ofBoard({ db }: From, request: ListRequest, who: Identity, today: string): Promise<ListRead> {
  const [asked, kinds] = [exportedBoard(request, who, today), await boardKinds(db)];
  return {
    righe: wholeBoard(db, asked, kinds),
    totale: () => countBoard(db, asked),
    onTheWire: (rows) => rows.map((row) => ({ ...asItem(row as unknown as BoardRow, kinds) })),
  };
}
