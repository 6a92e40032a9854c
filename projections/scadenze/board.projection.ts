import { sql } from 'kysely';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { evolveRecord, READING, recordKey, type RecordState } from '#contracts/core/record-state.ts';
import { BOARD_REGISTERS, BOARD_SUBJECTS, boardSubjectOf, type BoardSubject } from '#contracts/modules/scadenze/board.ts';
import { SEEN_EVENTS, type Seen } from '#contracts/modules/scadenze/seen.ts';
import { upsertRows, type Target } from '../engine/bulk.ts';
import { bornIn, knownFacts, type Fact } from '../engine/facts.ts';
import type { Projection } from '../engine/projection.ts';
import { together, type BatchTransaction } from '../engine/transaction.ts';
import { columnKey } from '../registers/row.ts';
import { boardRecord, keptState, type BoardRecord } from './board-record.ts';
import { followChains, pastOf } from './board-chains.ts';
import { createBoard, DUE_COLUMNS, PAST_COLUMNS, RECORD_COLUMNS, SEEN_COLUMNS } from './board.table.ts';
import type { Chains } from './tables.ts';

const RECORDS: Target = { table: 'scadenzario_record', columns: RECORD_COLUMNS, key: ['soggetto', 'id'], ifExists: 'replace' };
const DUE: Target = { table: 'scadenzario_date', columns: DUE_COLUMNS, key: ['soggetto', 'id', 'tipo'], ifExists: 'replace' };
const PAST: Target = { table: 'scadenzario_catena', columns: PAST_COLUMNS, key: ['soggetto', 'id', 'tipo', 'da'], ifExists: 'replace' };
const SEEN: Target = { table: 'scadenzario_visti', columns: SEEN_COLUMNS, key: ['soggetto', 'id', 'tipo', 'voce'], ifExists: 'replace' };

interface Kept {
  subject: BoardSubject;
  state: RecordState;
  chains: Chains;
}

type Records = Map<string, Kept>;

/**
 * Read model of the due dates of machines, rentals, workers, sites and the firm: one row for each date of an existing record. The
 * projection stores the needed part of the records in its own table. Each batch recomputes the dates of the records that it changes.
 */
export const boardProjection = (catalogue: Catalogue): Projection => ({
  name: 'scadenzario',
  tables: ['scadenzario_record', 'scadenzario_date', 'scadenzario_catena', 'scadenzario_visti'],
  lookups: [],
  events: [
    ...BOARD_SUBJECTS.flatMap((subject) => [...Object.values(BOARD_REGISTERS[subject].events), SEEN_EVENTS[subject]]),
    ...Object.values(DOCUMENT_EVENTS),
  ],
  signature: `${READING} chains`,
  create: createBoard,
  async apply(tx, events) {
    const facts = knownFacts(catalogue, events).filter(({ change }) => isOnBoard(change));
    if (facts.length === 0) return;
    const seen = facts.filter(({ event }) => event.type in SUBJECT_SEEN);
    const [records, older] = await together([readRecords(tx, facts), readSeen(tx, seen)]);
    const was = new Map(records);
    for (const { event, change } of facts) {
      const key = recordKey(change.table, change.id);
      const before = records.get(key);
      if (before && event.version <= before.state.version) continue;
      const subject = boardSubjectOf(change.table)!;
      const state = evolveRecord(before?.state, change, event);
      if (state === before?.state) continue;
      const kept = keptState(subject, state);
      records.set(key, { subject, state: kept, chains: followChains(subject, before, kept, { event, change }) });
    }
    write(tx, records, was);
    writeSeen(tx, seen, older);
  },
});

const SUBJECT_SEEN = Object.fromEntries(Object.entries(SEEN_EVENTS).map(([subject, type]) => [type, subject])) as Readonly<
  Record<string, BoardSubject>
>;

function isOnBoard({ table, id }: Fact['change']): boolean {
  const subject = boardSubjectOf(table);
  return subject !== null && columnKey(BOARD_REGISTERS[subject], id) !== null;
}

async function readRecords(tx: BatchTransaction, facts: readonly Fact[]): Promise<Records> {
  const keys = facts.map(({ change: { table, id } }) => recordKey(table, id));
  return tx.recall('scadenzario_record', { keys, born: bornIn(facts) }, async (others) => {
    const pairs = others.map((key) => [boardSubjectOf(key.slice(0, key.indexOf('/'))), key.slice(key.indexOf('/') + 1)]);
    const rows = await tx.query(sql<{
      soggetto: BoardSubject;
      stato: RecordState;
      catene: Chains | null;
    }>`select r.soggetto, r.stato, r.catene from scadenzario_record r
      join unnest(${pairs.map(([subject]) => subject)}::text[], ${pairs.map(([, id]) => id)}::text[]) as c(soggetto, id)
        on c.soggetto = r.soggetto and c.id = r.id`);
    return new Map(
      rows.map(({ soggetto, stato, catene }) => [
        recordKey(stato.table, stato.id),
        { subject: soggetto, state: stato, chains: catene ?? {} },
      ]),
    );
  });
}

/** Writes the changed records, and the dates of records whose dates changed. */
function write(tx: BatchTransaction, records: Records, was: ReadonlyMap<string, Kept>): void {
  const changed = [...records].filter(([key, record]) => record !== was.get(key));
  const made = changed.map(([key, { subject, state, chains }]) => {
    const before = was.get(key);
    return {
      subject,
      state,
      chains,
      was: before,
      after: boardRecord(subject, state),
      before: before && boardRecord(subject, before.state),
    };
  });
  upsertRows(
    tx,
    RECORDS,
    made.map(({ subject, state, chains, after: { dated: _dated, ...row } }) => ({
      ...row,
      soggetto: subject,
      id: state.id,
      versione: state.version,
      stato: state,
      catene: Object.keys(chains).length === 0 ? null : chains,
      utente: state.utente,
    })),
  );
  const redated = made.filter(({ after, before }) => !before || JSON.stringify(datesOf(before)) !== JSON.stringify(datesOf(after)));
  deleteOf(
    tx,
    'scadenzario_date',
    redated.filter(({ before }) => before && datesOf(before).length > 0),
  );
  upsertRows(
    tx,
    DUE,
    redated.flatMap(({ subject, state, after }) =>
      datesOf(after).map((one) => ({ ...one, soggetto: subject, id: state.id, utente: state.utente })),
    ),
  );
  writePast(tx, made);
}

/** Writes the documents valid on past days, for records whose chains or visibility changed. */
function writePast(tx: BatchTransaction, made: readonly Made[]): void {
  const moved = made
    .map(({ was, ...one }) => ({ ...one, past: pastShown(one), before: was ? pastShown(was) : [] }))
    .filter(({ past, before }) => JSON.stringify(past) !== JSON.stringify(before));
  deleteOf(
    tx,
    'scadenzario_catena',
    moved.filter(({ before }) => before.length > 0),
  );
  upsertRows(
    tx,
    PAST,
    moved.flatMap(({ subject, state, past }) => past.map((one) => ({ ...one, soggetto: subject, id: state.id, utente: state.utente }))),
  );
}

type Made = Kept & { was: Kept | undefined };

function pastShown({ subject, state, chains }: Kept) {
  if (Object.keys(chains).length === 0) return [];
  const { visibile, aperto_fino } = boardRecord(subject, state);
  return visibile ? pastOf(subject, state, chains).map((one) => ({ ...one, aperto_fino })) : [];
}

function deleteOf(tx: BatchTransaction, table: string, records: readonly Pick<Kept, 'subject' | 'state'>[]): void {
  if (records.length === 0) return;
  const [subjects, keys] = [records.map(({ subject }) => subject), records.map(({ state }) => state.id)];
  tx.send(sql`delete from ${sql.table(table)} d using unnest(${subjects}::text[], ${keys}::text[]) as c(soggetto, id)
    where d.soggetto = c.soggetto and d.id = c.id`);
}

const datesOf = ({ visibile, dated, aperto_fino }: BoardRecord) => (visibile ? dated.map((one) => ({ ...one, aperto_fino })) : []);

interface SeenRow {
  soggetto: BoardSubject;
  id: string;
  tipo: string;
  voce: string;
  versione: number;
}

const seenKey = ({ soggetto, id, tipo, voce }: Omit<SeenRow, 'versione'>): string => JSON.stringify([soggetto, id, tipo, voce]);

function asSeen({ event, change }: Fact): SeenRow & Record<string, unknown> {
  const { vistoTipo, vistoVoce, vistoRiferimento, vistoFino } = event.data as unknown as Seen;
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

async function readSeen(tx: BatchTransaction, seen: readonly Fact[]): Promise<Map<string, number>> {
  if (seen.length === 0) return new Map();
  const rows = await tx.query(sql<SeenRow>`select v.soggetto, v.id, v.tipo, v.voce, v.versione from scadenzario_visti v
    where v.id = any(${seen.map(({ change }) => change.id)}::text[])`);
  return new Map(rows.map((row) => [seenKey(row), row.versione]));
}

/** Writes the newest mark as seen of each due item. */
function writeSeen(tx: BatchTransaction, seen: readonly Fact[], older: ReadonlyMap<string, number>): void {
  const last = new Map<string, SeenRow>();
  for (const row of seen.map(asSeen)) if (row.versione > (older.get(seenKey(row)) ?? 0)) last.set(seenKey(row), row);
  upsertRows(tx, SEEN, [...last.values()] as unknown as Record<string, unknown>[]);
}
