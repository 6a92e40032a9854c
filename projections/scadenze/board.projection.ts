import { sql } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { evolveRecord, FOLD_VERSION, type RecordState } from '#contracts/core/record-state.ts';
import { BOARD_REGISTERS, BOARD_SUBJECTS, boardSubjectOf, type BoardSubject } from '#contracts/modules/scadenze/board.ts';
import { SEEN_EVENTS, type SeenDeadline } from '#contracts/modules/scadenze/seen-deadline.ts';
import { upsertRows } from '../engine/bulk.ts';
import type { Target } from '../engine/columns.ts';
import { recordEventsOf, type RecordEvent } from '../engine/record-events.ts';
import type { Projection } from '../engine/projection.ts';
import { stateful, type Change } from '../engine/stateful.ts';
import { together, type BatchTransaction } from '../engine/transaction.ts';
import { columnKey } from '../registers/row.ts';
import { boardRecord, keptState } from './board-record.ts';
import { followChains, pastOf } from './board-chains.ts';
import { createBoard, DUE, PAST, RECORDS, SEEN } from './board.table.ts';
import type { Chains } from './tables.ts';

interface SubjectState {
  subject: BoardSubject;
  state: RecordState;
  chains: Chains;
}

/**
 * Read model of the due dates of machines, rentals, workers, sites and the firm: one row for each date of an existing record. The
 * projection stores the needed part of the records in its own table. Each batch recomputes the dates of the records that it changes.
 */
export const boardProjection = (catalogue: Catalogue): Projection => {
  const selectEvents = (events: readonly StoredEvent[]) => recordEventsOf(catalogue, events).filter(({ change }) => isOnBoard(change));
  const records = recordsPart(selectEvents);
  const seen = seenPart((events) => selectEvents(events).filter(({ event }) => event.type in SUBJECT_SEEN));
  return {
    name: 'scadenzario',
    tables: ['scadenzario_record', 'scadenzario_date', 'scadenzario_catena', 'scadenzario_visti'],
    lookups: [],
    events: [
      ...BOARD_SUBJECTS.flatMap((subject) => [...Object.values(BOARD_REGISTERS[subject].events), SEEN_EVENTS[subject]]),
      ...Object.values(DOCUMENT_EVENTS),
    ],
    signature: `${FOLD_VERSION} chains search`,
    create: createBoard,
    async apply(tx, events) {
      await together([records.apply(tx, events), seen.apply(tx, events)]);
    },
  };
};

type SelectEvents = (events: readonly StoredEvent[]) => RecordEvent[];

const SUBJECT_SEEN = Object.fromEntries(Object.entries(SEEN_EVENTS).map(([subject, type]) => [type, subject])) as Readonly<
  Record<string, BoardSubject>
>;

function isOnBoard({ table, id }: RecordEvent['change']): boolean {
  const subject = boardSubjectOf(table);
  return subject !== null && columnKey(BOARD_REGISTERS[subject], id) !== null;
}

/** The records, and from them their dates and the documents valid on past days. */
const recordsPart = (select: SelectEvents) =>
  stateful<SubjectState>({
    target: RECORDS,
    select,
    key: ({ change }) => [boardSubjectOf(change.table)!, change.id],
    load: (row) => {
      const { soggetto, stato, catene } = row as unknown as { soggetto: BoardSubject; stato: RecordState; catene: Chains | null };
      return { subject: soggetto, state: stato, chains: catene ?? {} };
    },
    store: ({ subject, state, chains }) => {
      const { dated: _dated, ...row } = boardRecord(subject, state);
      return {
        ...row,
        soggetto: subject,
        id: state.id,
        versione: state.version,
        stato: state,
        catene: Object.keys(chains).length === 0 ? null : chains,
        utente: state.utente,
      };
    },
    version: ({ state }) => state.version,
    evolve(before, { event, change }) {
      const subject = boardSubjectOf(change.table)!;
      const state = evolveRecord(before?.state, change, event);
      if (before && state === before.state) return before;
      const kept = keptState(subject, state);
      return { subject, state: kept, chains: followChains(subject, before, kept, { event, change }) };
    },
    rows(tx, changes) {
      replaceRows(tx, DUE, changes, dueShown);
      replaceRows(tx, PAST, changes, pastShown);
    },
  });

/** Replaces the rows of records for which `rowsOf` gives other rows than before. */
function replaceRows(
  tx: BatchTransaction,
  target: Target,
  changes: readonly Change<SubjectState>[],
  rowsOf: (kept: SubjectState) => readonly object[],
): void {
  const moved = changes
    .map(({ before, after }) => ({ after, old: before ? rowsOf(before) : [], rows: rowsOf(after) }))
    .filter(({ old, rows }) => JSON.stringify(old) !== JSON.stringify(rows));
  deleteOf(
    tx,
    target.table,
    moved.filter(({ old }) => old.length > 0).map(({ after }) => after),
  );
  upsertRows(
    tx,
    target,
    moved.flatMap(({ after: { subject, state }, rows }) =>
      rows.map((row) => ({ ...row, soggetto: subject, id: state.id, utente: state.utente })),
    ),
  );
}

/** Returns the rows of the dates of a visible record. */
function dueShown({ subject, state }: SubjectState) {
  const { visibile, dated, aperto_fino } = boardRecord(subject, state);
  return visibile ? dated.map((one) => ({ ...one, aperto_fino })) : [];
}

/** Returns the rows of the documents valid on past days of a visible record. */
function pastShown({ subject, state, chains }: SubjectState) {
  if (Object.keys(chains).length === 0) return [];
  const { visibile, aperto_fino } = boardRecord(subject, state);
  return visibile ? pastOf(subject, state, chains).map((one) => ({ ...one, aperto_fino })) : [];
}

function deleteOf(tx: BatchTransaction, table: string, records: readonly SubjectState[]): void {
  if (records.length === 0) return;
  const [subjects, keys] = [records.map(({ subject }) => subject), records.map(({ state }) => state.id)];
  tx.send(sql<never>`delete from ${sql.table(table)} d using unnest(${subjects}::text[], ${keys}::text[]) as c(soggetto, id)
    where d.soggetto = c.soggetto and d.id = c.id`);
}

interface SeenRow {
  soggetto: BoardSubject;
  id: string;
  tipo: string;
  voce: string;
  versione: number;
  riferimento: string | null;
  fino: string;
  utente: string;
}

/** The newest mark as seen of each due item. */
const seenPart = (select: SelectEvents) =>
  stateful<SeenRow>({
    target: SEEN,
    select,
    key: (recordEvent) => {
      const { soggetto, id, tipo, voce } = asSeen(recordEvent);
      return [soggetto, id, tipo, voce];
    },
    load: (row) => row as unknown as SeenRow,
    store: (row) => ({ ...row }),
    version: ({ versione }) => versione,
    evolve: (_before, recordEvent) => asSeen(recordEvent),
  });

function asSeen({ event, change }: RecordEvent): SeenRow {
  const { vistoTipo, vistoVoce, vistoRiferimento, vistoFino } = event.data as unknown as SeenDeadline;
  return {
    soggetto: SUBJECT_SEEN[event.type]!,
    id: change.id,
    tipo: vistoTipo,
    voce: vistoVoce ?? '',
    versione: event.version,
    riferimento: vistoRiferimento,
    fino: vistoFino,
    utente: event.metadata.utente,
  };
}
