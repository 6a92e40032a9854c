import type { Catalogue } from '../core/catalogue.ts';
import { labelOf, type AnyRegister } from '../core/define-register.ts';
import { fieldsByHead, importable, plainHead } from '../modules/import-columns.ts';
import { plain, type ExportableColumn } from './column.ts';
import { exportableList } from './lists.ts';

type ColumnCatalogue = Parameters<typeof exportableList>[0] & Pick<Catalogue, 'computedOf'>;

const instant = (value: unknown) => (value instanceof Date ? value.toISOString() : plain(value));

/** Columns that the portal maintains for every record. */
const OWN_COLUMNS: readonly (readonly [string, ExportableColumn])[] = [
  ['versione', { label: 'Versione', type: 'numero', decimals: 0, value: ({ versione }) => plain(versione) }],
  ['creato', { label: 'Creato', type: 'istante', value: ({ creato }) => instant(creato) }],
  ['modificato', { label: 'Modificato', type: 'istante', value: ({ modificato }) => instant(modificato) }],
  ['modificato_da', { label: 'Modificato da', type: 'testo', value: ({ modificato_da }) => plain(modificato_da) }],
];

/**
 * Returns every column of a register, for a file that may be imported again. Fields that people write get a head that the import maps to
 * that field; no other column has such a head.
 */
export function wholeColumns(catalogue: ColumnCatalogue, def: AnyRegister): ExportableColumn[] {
  const heads = fieldsByHead(def);
  const written = new Map(importable(def).map(({ field, label }) => [field, heads.get(plainHead(label)) === field ? label : field]));
  const usedHeads = new Set(heads.keys());
  const head = (name: string, label: string): string => {
    const own = written.get(name);
    if (own !== undefined) return own;
    const free = [label, `${label} (${name})`, `${label} (${name}, calcolato)`].find((one) => !usedHeads.has(plainHead(one)));
    if (free === undefined) throw new Error(`${def.path}: no head is left for ${name}`);
    usedHeads.add(plainHead(free));
    return free;
  };
  return [...columnsOf(catalogue, def)].map(([name, column]) => ({ ...column, label: head(name, column.label) }));
}

function columnsOf(catalogue: ColumnCatalogue, def: AnyRegister): Map<string, ExportableColumn> {
  const columns = new Map(exportableList(catalogue, def.path, def)?.columns);
  // a list's head may be shorter than the field's label
  for (const [name, column] of columns) if (Object.hasOwn(def.fields, name)) columns.set(name, { ...column, label: labelOf(def, name) });
  const add = (name: string, column: ExportableColumn) => void (columns.has(name) || columns.set(name, column));
  const parent = def.parent?.field;
  if (parent !== undefined) add(parent, { label: parent, type: 'testo', value: (row) => plain(row[parent]) });
  for (const [name, type] of Object.entries(catalogue.computedOf(def)))
    add(name, { label: name, type: type === 'numeric' ? 'numero' : 'testo', value: (row) => plain(row[name]) });
  for (const [name, column] of OWN_COLUMNS) add(name, column);
  return columns;
}
