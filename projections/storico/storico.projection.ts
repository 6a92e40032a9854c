import { sql } from 'kysely';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { READING, recordKey, type RecordState } from '#contracts/core/record-state.ts';
import { upsertRows, type Target } from '../engine/bulk.ts';
import { bornIn, knownFacts, type Fact } from '../engine/facts.ts';
import type { Projection } from '../engine/projection.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { parentOf, entryOf, accountKey, type States } from './entry.ts';
import { numberedKeys } from './named-values.ts';
import { STATE_COLUMNS, STORICO_COLUMNS, createStorico } from './storico.table.ts';

/** Returns a text of all labels and name definitions that entries store; a change of the text causes a rebuild of the history. */
const labelsOf = ({ registers, chronicles }: Catalogue): string =>
  JSON.stringify([
    ...registers.map((def) => [
      def.path,
      def.name,
      def.access.area,
      def.labels.one,
      def.labels.article,
      def.key.label,
      def.parent?.register,
      Object.keys(def.inherits ?? {}),
      def.accounts?.fullName,
      Object.entries(def.fields).map(([name, f]) => [
        name,
        f.kind,
        f.label,
        f.kind === 'choice' ? f.options : f.kind === 'ref' ? f.show : null,
      ]),
    ]),
    chronicles,
  ]);

/** Version of the entries. A change of what the same events produce raises it, so that the history is rebuilt. */
const ENTRY_FORMAT = 3;

const ENTRIES: Target = { table: 'storico', columns: STORICO_COLUMNS, key: ['flusso', 'versione'], ifExists: 'keep' };
const STATES: Target = { table: 'storico_stato', columns: STATE_COLUMNS, key: ['tabella', 'id'], ifExists: 'replace' };

/** Read model of the history: an entry per event, with the record's values before and after. */
export const storicoProjection = (catalogue: Catalogue): Projection => ({
  name: 'storico',
  tables: ['storico', 'storico_stato'],
  events: [...catalogue.events].filter(([, { change }]) => change).map(([type]) => type),
  signature: labelsOf(catalogue) + READING + ENTRY_FORMAT,
  create: createStorico,
  async apply(tx, events) {
    const facts = knownFacts(catalogue, events);
    if (facts.length === 0) return;
    const states = await readStates(tx, catalogue, facts);
    const entries = facts.map((fact) => entryOf(catalogue, states, fact)).filter((entry) => entry !== null);
    const touched = new Set(facts.map(({ change }) => recordKey(change.table, change.id)));
    const added = [...touched].flatMap((key) => states.get(key) ?? []);
    upsertRows(tx, ENTRIES, entries);
    upsertRows(
      tx,
      STATES,
      added.map((state) => ({ tabella: state.table, id: state.id, versione: state.version, stato: state })),
    );
  },
});

/** Reads the changed records, their parents, the accounts of the users who changed them, and records referenced by number. */
async function readStates(tx: BatchTransaction, catalogue: Catalogue, facts: readonly Fact[]): Promise<States> {
  const keys = facts.flatMap(({ event, change }) => {
    const parent = parentOf(catalogue, change.table, event.stream);
    return [
      recordKey(change.table, change.id),
      accountKey(catalogue, event.metadata.utente),
      parent === null ? undefined : recordKey(parent.table, parent.id),
    ].filter((key) => key !== undefined);
  });
  const born = bornIn(facts);
  const read = async (others: readonly string[]): Promise<Map<string, RecordState>> => {
    const tables = others.map((key) => key.slice(0, key.indexOf('/')));
    const id = others.map((key) => key.slice(key.indexOf('/') + 1));
    const rows = await tx.query(sql<{ stato: RecordState }>`select s.stato from storico_stato s
      join unnest(${tables}::text[], ${id}::text[]) as c(tabella, id) on c.tabella = s.tabella and c.id = s.id`);
    return new Map(rows.map(({ stato }) => [recordKey(stato.table, stato.id), stato]));
  };
  const states = await tx.recall('storico_stato', { keys, born }, read);
  const asked = new Set(keys);
  const named = facts
    .flatMap(({ change }) =>
      [change.fields, states.get(recordKey(change.table, change.id))?.values ?? {}].flatMap((values) =>
        numberedKeys(catalogue, change.table, values),
      ),
    )
    .filter((key) => !asked.has(key));
  if (named.length > 0) for (const [key, state] of await tx.recall('storico_stato', { keys: named, born }, read)) states.set(key, state);
  return states;
}
