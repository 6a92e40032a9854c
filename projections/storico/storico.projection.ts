import type { Catalogue } from '#contracts/core/catalogue.ts';
import { evolveRecord, FOLD_VERSION, type RecordState } from '#contracts/core/record-state.ts';
import type { Target } from '../engine/columns.ts';
import { recordEventsOf, type RecordEvent } from '../engine/record-events.ts';
import type { Projection } from '../engine/projection.ts';
import { stateful, type Key } from '../engine/stateful.ts';
import { accountKey, entryOf, parentKey } from './entry.ts';
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
  signature: labelsOf(catalogue) + FOLD_VERSION + ENTRY_FORMAT,
  create: createStorico,
  ...stateful<RecordState>({
    target: STATES,
    select: (events) => recordEventsOf(catalogue, events),
    key: ({ change }) => [change.table, change.id],
    needs: (recordEvent, stateOf) => neededBy(catalogue, recordEvent, stateOf(recordEvent.change.table, recordEvent.change.id)),
    load: ({ stato }) => stato as RecordState,
    store: (state) => ({ tabella: state.table, id: state.id, versione: state.version, stato: state }),
    version: ({ version }) => version,
    evolve: (before, { event, change }) => evolveRecord(before, change, event),
    perEvent: { target: ENTRIES, row: (step) => entryOf(catalogue, step) },
  }),
});

/** Returns the records that an entry names: the parent, the account of the user, and records referenced by number. */
function neededBy(catalogue: Catalogue, { event, change }: RecordEvent, before: RecordState | undefined): Key[] {
  const named = [change.fields, before?.values ?? {}].flatMap((values) => numberedKeys(catalogue, change.table, values));
  const others = [accountKey(catalogue, event.metadata.utente), parentKey(catalogue, change.table, event.stream)];
  return [...named, ...others.filter((key) => key !== null)];
}
