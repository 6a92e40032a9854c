import { sql } from 'kysely';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { compact, indexWords } from '#contracts/modules/cerca/words.ts';
import { upsertRows, type Target } from '../engine/bulk.ts';
import { bornIn, knownFacts, type Fact } from '../engine/facts.ts';
import type { Projection } from '../engine/projection.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { valuesColumns } from '../registers/register.table.ts';
import { columnValue } from '../registers/row.ts';
import { CERCA_COLUMNS, createCerca } from './cerca.table.ts';

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

const ROWS: Target = { table: 'cerca', columns: CERCA_COLUMNS, key: ['tabella', 'id'], ifExists: 'replace' };

/** Version of the index. A change of how words or titles are made raises it, so that the index is rebuilt. */
const INDEX_FORMAT = 1;

/** Tells whether a field's value may be indexed: no file, no reserved one, no reference by number. */
const isIndexed = (field: Field | undefined): boolean =>
  field !== undefined && field.kind !== 'document' && field.kind !== 'photo' && !(field.kind === 'ref' && field.numeric);

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
  signature: JSON.stringify([INDEX_FORMAT, ...catalogue.registers.map((def) => [def.path, def.key.kind, indexedFields(def)])]),
  create: createCerca,
  async apply(tx, events) {
    const facts = knownFacts(catalogue, events).filter(({ change }) => catalogue.register(change.table));
    if (facts.length === 0) return;
    const rows = await readRows(tx, facts);
    const changed = new Set<string>();
    for (const fact of facts) {
      const key = recordKey(fact.change.table, fact.change.id);
      const after = afterFact(catalogue.known(fact.change.table), rows.get(key), fact);
      if (!after) continue;
      rows.set(key, after);
      changed.add(key);
    }
    upsertRows(
      tx,
      ROWS,
      [...changed].flatMap((key): Record<string, unknown>[] => {
        const row = rows.get(key);
        return row ? [{ ...row }] : [];
      }),
    );
  },
});

function readRows(tx: BatchTransaction, facts: readonly Fact[]): Promise<Map<string, IndexRow>> {
  const keys = new Set(facts.map(({ change }) => recordKey(change.table, change.id)));
  return tx.recall('cerca', { keys, born: bornIn(facts) }, async (others) => {
    const tables = others.map((key) => key.slice(0, key.indexOf('/')));
    const ids = others.map((key) => key.slice(key.indexOf('/') + 1));
    const rows = await tx.query(sql<IndexRow>`select c.* from cerca c
      join unnest(${tables}::text[], ${ids}::text[]) as k(tabella, id) on k.tabella = c.tabella and k.id = c.id`);
    return new Map(rows.map((row) => [recordKey(row.tabella, row.id), row]));
  });
}

/** Returns the row after a fact; `null` if the fact is already applied or changes nothing that is indexed. */
function afterFact(def: AnyRegister, before: IndexRow | undefined, { event, change }: Fact): IndexRow | null {
  if (before && event.version <= before.versione) return null;
  const fields = valuesOf(def, change.fields ?? {});
  const ends = change.kind === 'eliminato';
  const begins = change.kind === 'creato' || change.kind === 'ripristinato';
  if (before && !ends && !begins && Object.keys(fields).length === 0) return null;
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

/** Builds the indexed text: each word once, after a space. A choice is found by its value and by its label. */
function textOf(def: AnyRegister, id: string, values: Values): string {
  const texts = indexedFields(def).flatMap((name) => {
    const value = values[name];
    if (value === null || value === undefined) return [];
    const field = def.fields[name];
    const label = field?.kind === 'choice' ? field.options.find((option) => option.value === value)?.label : undefined;
    return [String(value), ...(label === undefined ? [] : [label])];
  });
  const key = def.key.kind === 'natural' ? [id] : [];
  return ` ${[...new Set([...key, ...texts].flatMap(indexWords))].join(' ')} `;
}
