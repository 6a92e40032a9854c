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
import { createBoard, DUE_COLUMNS, RECORD_COLUMNS, SEEN_COLUMNS } from './board.table.ts';

const RECORDS: Target = { table: 'scadenzario_record', columns: RECORD_COLUMNS, key: ['soggetto', 'id'], ifExists: 'replace' };
const DUE: Target = { table: 'scadenzario_date', columns: DUE_COLUMNS, key: ['soggetto', 'id', 'tipo'], ifExists: 'replace' };
const SEEN: Target = { table: 'scadenzario_visti', columns: SEEN_COLUMNS, key: ['soggetto', 'id', 'tipo', 'voce'], ifExists: 'replace' };

interface Kept {
  subject: BoardSubject;
  state: RecordState;
}

type Records = Map<string, Kept>;

/**
 * Whatever is due of machines, rentals, workers, sites and the firm, by date: a row for each date of
 * a record that is there. It keeps what it needs of the records in a table of its own, and makes the
 * dates of those that a batch touched again.
 */
export const boardProjection = (catalogue: Catalogue): Projection => ({
  name: 'scadenzario',
  tables: ['scadenzario_record', 'scadenzario_date', 'scadenzario_visti'],
  lookups: [],
  events: [
    ...BOARD_SUBJECTS.flatMap((subject) => [...Object.values(BOARD_REGISTERS[subject].events), SEEN_EVENTS[subject]]),
    ...Object.values(DOCUMENT_EVENTS),
  ],
  signature: String(READING),
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
      if (state !== before?.state) records.set(key, { subject, state: keptState(subject, state) });
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
    const rows = await tx.query(sql<{ soggetto: BoardSubject; stato: RecordState }>`select r.soggetto, r.stato from scadenzario_record r
      join unnest(${pairs.map(([subject]) => subject)}::text[], ${pairs.map(([, id]) => id)}::text[]) as c(soggetto, id)
        on c.soggetto = r.soggetto and c.id = r.id`);
    return new Map(rows.map(({ soggetto, stato }) => [recordKey(stato.table, stato.id), { subject: soggetto, state: stato }]));
  });
}

/** The records that changed, and their dates where those are no longer the same. */
function write(tx: BatchTransaction, records: Records, was: ReadonlyMap<string, Kept>): void {
  const changed = [...records].filter(([key, record]) => record !== was.get(key));
  const made = changed.map(([key, { subject, state }]) => {
    const before = was.get(key);
    return { subject, state, after: boardRecord(subject, state), before: before && boardRecord(subject, before.state) };
  });
  upsertRows(
    tx,
    RECORDS,
    made.map(({ subject, state, after: { dated: _dated, ...row } }) => ({
      ...row,
      soggetto: subject,
      id: state.id,
      versione: state.version,
      stato: state,
      utente: state.utente,
    })),
  );
  const redated = made.filter(({ after, before }) => !before || JSON.stringify(datesOf(before)) !== JSON.stringify(datesOf(after)));
  const old = redated.filter(({ before }) => before && datesOf(before).length > 0);
  if (old.length > 0)
    tx.send(sql`delete from scadenzario_date d using unnest(${old.map(({ subject }) => subject)}::text[], ${old.map(({ state }) => state.id)}::text[])
      as c(soggetto, id) where d.soggetto = c.soggetto and d.id = c.id`);
  upsertRows(
    tx,
    DUE,
    redated.flatMap(({ subject, state, after }) =>
      datesOf(after).map((one) => ({ ...one, soggetto: subject, id: state.id, utente: state.utente })),
    ),
  );
}

const datesOf = ({ visibile, dated, chiuso_dal }: BoardRecord) => (visibile ? dated.map((one) => ({ ...one, chiuso_dal })) : []);

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

/** The last one of each counts. */
function writeSeen(tx: BatchTransaction, seen: readonly Fact[], older: ReadonlyMap<string, number>): void {
  const last = new Map<string, SeenRow>();
  for (const row of seen.map(asSeen)) if (row.versione > (older.get(seenKey(row)) ?? 0)) last.set(seenKey(row), row);
  upsertRows(tx, SEEN, [...last.values()] as unknown as Record<string, unknown>[]);
}
