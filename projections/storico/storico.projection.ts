import { sql, type Kysely } from 'kysely';
import { REGISTERS } from '#contracts/registers/index.ts';
import { CHRONICLES } from '#contracts/registers/told.ts';
import { recordKey, EVENT_TYPES, type RecordState } from '#contracts/core/history.ts';
import { upsertRows, type Target } from '../engine/bulk.ts';
import type { ReadDatabase } from '../database.ts';
import { bornIn, knownFacts, type Fact } from '../engine/facts.ts';
import { recall } from '../engine/memory.ts';
import type { Projection } from '../engine/projection.ts';
import { together } from '../engine/transaction.ts';
import { parentOf, entryOf, userKey, type States } from './entry.ts';
import { STATE_COLUMNS, STORICO_COLUMNS, createStorico } from './storico.table.ts';

/** Entries hold the labels and the names of what was deleted, so the history is made again when one of them changes. */
const LABELS = JSON.stringify([
  ...REGISTERS.map((def) => [
    def.path,
    def.name,
    def.access.area,
    def.labels.article,
    def.key.label,
    def.parent?.register,
    Object.entries(def.fields).map(([name, f]) => [name, f.kind, f.label]),
  ]),
  CHRONICLES,
]);

const ENTRIES: Target = { table: 'storico', columns: STORICO_COLUMNS, key: ['flusso', 'versione'], ifExists: 'keep' };
const STATES: Target = { table: 'storico_stato', columns: STATE_COLUMNS, key: ['tabella', 'id'], ifExists: 'replace' };

/** The history of every record, before and after, as of each event. */
export const storicoProjection: Projection = {
  name: 'storico',
  tables: ['storico', 'storico_stato'],
  events: EVENT_TYPES,
  signature: LABELS,
  create: createStorico,
  async apply(tx, events) {
    const facts = knownFacts(events);
    if (facts.length === 0) return;
    const states = await readStates(tx, facts);
    const entries = facts.map((fact) => entryOf(states, fact)).filter((entry) => entry !== null);
    const touched = new Set(facts.map(({ change }) => recordKey(change.table, change.id)));
    const added = [...touched].flatMap((key) => states.get(key) ?? []);
    await together([
      upsertRows(tx, ENTRIES, entries),
      upsertRows(
        tx,
        STATES,
        added.map((state) => ({ tabella: state.table, id: state.id, versione: state.version, stato: state })),
      ),
    ]);
  },
};

/** The touched records, the parents of those that have one, and who touched them. */
async function readStates(tx: Kysely<ReadDatabase>, facts: readonly Fact[]): Promise<States> {
  const keys = facts.flatMap(({ event, change }) => {
    const parent = parentOf(change.table, event.stream);
    return [recordKey(change.table, change.id), userKey(event.metadata.utente), ...(parent === null ? [] : [parent])];
  });
  return recall(tx, 'storico_stato', { keys, born: bornIn(facts) }, async (others) => {
    const tables = others.map((key) => key.slice(0, key.indexOf('/')));
    const id = others.map((key) => key.slice(key.indexOf('/') + 1));
    const { rows } = await sql<{ stato: RecordState }>`select s.stato from storico_stato s
      join unnest(${tables}::text[], ${id}::text[]) as c(tabella, id) on c.tabella = s.tabella and c.id = s.id`.execute(tx);
    return new Map(rows.map(({ stato: state }) => [recordKey(state.table, state.id), state]));
  });
}
