import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { compact, indexWords } from '#contracts/modules/cerca/words.ts';
import { recordEventsOf, type RecordEvent } from '../engine/record-events.ts';
import type { Projection } from '../engine/projection.ts';
import { stateful } from '../engine/stateful.ts';
import { valuesColumns } from '../registers/register.table.ts';
import { columnValue } from '../registers/row.ts';
import { createCerca, INDEX } from './cerca.table.ts';

/** A row of the search index. */
interface IndexRow {
  tabella: string;
  id: string;
  versione: number;
  utente: string;
  tabella_padre: string | null;
  padre: string | null;
  eliminato: boolean;
  chiave: string;
  testo: string;
  valori: Values;
}

/** Version of the index. A change of how words or titles are made raises it, so that the index is rebuilt. */
const INDEX_FORMAT = 2;

/** Tells whether a field's value may be indexed: no file, no reserved one, no reference by number. */
const isIndexed = (field: Field | undefined): boolean =>
  field !== undefined && field.kind !== 'document' && field.kind !== 'photo' && !(field.kind === 'ref' && field.numeric);

/** Tells whether records of a register are found by the search: not those that follow another record's rights, which has its own row. */
const isIndexedRegister = (def: AnyRegister | undefined): boolean => def !== undefined && !def.access.through;

/** Returns the fields that title and words are made of, and the reference to the parent. */
const indexedFields = oncePer((def: AnyRegister): readonly string[] => {
  const shown = [...def.name, ...def.list.search].filter((name) => isIndexed(def.fields[name]));
  return [...new Set([...shown, ...(def.parent ? [def.parent.field] : [])])];
});

/** Read model of the search: a row per record of every register. Deleted records keep their row, so that they can be restored. */
export const cercaProjection = (catalogue: Catalogue): Projection => ({
  name: 'cerca',
  tables: ['cerca'],
  events: [...catalogue.events].filter(([, { change }]) => change).map(([type]) => type),
  signature: JSON.stringify([
    INDEX_FORMAT,
    ...catalogue.registers.map((def) => [def.path, def.labels.one, def.key.kind, indexedFields(def)]),
  ]),
  create: createCerca,
  ...stateful<IndexRow>({
    target: INDEX,
    select: (events) => recordEventsOf(catalogue, events).filter(({ change }) => isIndexedRegister(catalogue.register(change.table))),
    key: ({ change }) => [change.table, change.id],
    load: (row) => row as unknown as IndexRow,
    store: (row) => ({ ...row }),
    version: ({ versione }) => versione,
    evolve: (before, recordEvent) => evolveRow(catalogue.registerOrThrow(recordEvent.change.table), before, recordEvent),
  }),
});

/** Returns the row after an event; the same object if the event changes nothing that is indexed. */
function evolveRow(def: AnyRegister, before: IndexRow | undefined, { event, change }: RecordEvent): IndexRow {
  const fields = valuesOf(def, change.fields ?? {});
  const ends = change.kind === 'eliminato';
  const begins = change.kind === 'creato' || change.kind === 'ripristinato';
  if (before && !ends && !begins && Object.keys(fields).length === 0) return before;
  const valori = change.kind === 'creato' ? fields : { ...before?.valori, ...fields };
  const { parent } = def;
  return {
    tabella: change.table,
    id: change.id,
    versione: event.version,
    utente: before?.utente ?? event.metadata.utente,
    tabella_padre: parent?.register ?? null,
    padre: parent ? (parent.field === def.key.field ? change.id : String(valori[parent.field] ?? '')) : null,
    eliminato: ends || (!begins && (before?.eliminato ?? true)),
    chiave: compact(def.key.kind === 'natural' ? change.id : String(valori[def.name[0] ?? ''] ?? '')),
    testo: textOf(def, change.id, valori),
    valori,
  };
}

function valuesOf(def: AnyRegister, fields: Readonly<Record<string, unknown>>): Values {
  const kinds = kindsOf(def);
  return Object.fromEntries(
    indexedFields(def).flatMap((name) => {
      const kind = kinds.get(name);
      return Object.hasOwn(fields, name) && kind ? [[name, columnValue(fields[name] as never, kind)]] : [];
    }),
  );
}

const kindsOf = oncePer((def: AnyRegister) => new Map(valuesColumns(def).map(({ name, type }) => [name, type])));

/** Builds the indexed text: each word once, after a space. A choice is found by its value and by its label, a record also by the name of its kind. */
function textOf(def: AnyRegister, id: string, values: Values): string {
  const texts = indexedFields(def).flatMap((name) => {
    const value = values[name];
    if (value === null || value === undefined) return [];
    const field = def.fields[name];
    const label = field?.kind === 'choice' ? field.options.find((option) => option.value === value)?.label : undefined;
    return [String(value), ...(label === undefined ? [] : [label])];
  });
  const key = def.key.kind === 'natural' ? [id] : [];
  return ` ${[...new Set([def.labels.one, ...key, ...texts].flatMap(indexWords))].join(' ')} `;
}
