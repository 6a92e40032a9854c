import type { AnyRegister } from '../core/define-register.ts';
import { labelOf } from '../core/define-register.ts';
import type { Field } from '../core/fields.ts';
import { register } from '../registers/index.ts';
import type { HistoryItem } from '../core/history.ts';
import { fieldsInWords, recordOf } from '../core/history-in-words.ts';
import type { SheetColumn, Raw, CellKind } from './cells.ts';

/** A row as the list's query reads it. */
export type ReadRow = Readonly<Record<string, unknown>>;

/** A column of a list as a file has it: the same label, kind and value as on the screen. */
export interface ExportableColumn extends SheetColumn {
  value(row: ReadRow): Raw;
}

/** A list that can be written to a file whole. */
export interface ExportableList {
  /** Title of the list, and of its sheet. */
  title: string;
  /** Exact name of its files, where it has one. */
  file?: string | undefined;
  /** In the middle of a sentence: "accise". */
  many: string;
  /** By the name the screen gives the column. */
  columns: ReadonlyMap<string, ExportableColumn>;
}

/** The portal-wide trail, which is no register. */
export const STORICO = 'storico';

/** Columns that a screen makes of other values of the row. */
const COMPUTED: Record<string, Record<string, ExportableColumn>> = {
  macchinari: {
    ore_tot: { label: 'Ore/Km', type: 'numero', value: (row) => plain(row['ore_tot']) },
    manutenzione: { label: 'Manutenzione', type: 'testo', value: (row) => plain(row['manutenzione_oltre']) },
  },
};

/** By the register's path, or `storico`. */
export function exportableList(table: string): ExportableList | undefined {
  if (table === STORICO) return { title: 'STORICO', many: 'storico', columns: STORICO_COLUMNS };
  const def = register(table);
  return def && { title: def.list.file ?? def.list.title, file: def.list.file, many: def.labels.many, columns: registerColumns(def) };
}

function registerColumns(def: AnyRegister): Map<string, ExportableColumn> {
  const names = [def.key.field, ...Object.keys(def.fields), 'utente'];
  return new Map([...names.map((name) => [name, fieldColumn(def, name)] as const), ...Object.entries(COMPUTED[def.path] ?? {})]);
}

function fieldColumn(def: AnyRegister, name: string): ExportableColumn {
  const field = def.fields[name];
  return {
    label: field?.column ?? labelOf(def, name),
    type: typeOf(field),
    ...(field?.kind === 'number' ? { decimals: field.decimals } : {}),
    value: (row) => shown(field, plain(row[name])),
  };
}

function typeOf(field: Field | undefined): CellKind {
  switch (field?.kind) {
    // a year is no figure
    case 'number':
      return field.year ? 'testo' : 'numero';
    case 'money':
      return 'euro';
    case 'date':
      return 'data';
    case 'flag':
      return 'logico';
    default:
      return 'testo';
  }
}

/** A choice shows its label, which can differ from what is stored. */
const shown = (field: Field | undefined, value: Raw): Raw =>
  field?.kind === 'choice' ? (field.options.find((o) => o.value === value)?.label ?? value) : value;

function plain(value: unknown): Raw {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);
}

const fromEntry = (make: (entry: HistoryItem) => Raw) => (row: ReadRow) => make(row as unknown as HistoryItem);
const STORICO_COLUMNS: ReadonlyMap<string, ExportableColumn> = new Map<string, ExportableColumn>([
  ['quando', { label: 'Quando', type: 'istante', value: fromEntry((v) => v.quando) }],
  ['utente', { label: 'Chi', type: 'testo', value: fromEntry((v) => v.utente) }],
  ['nome', { label: 'Nome', type: 'testo', value: fromEntry((v) => v.nome) }],
  ['record', { label: 'Record', type: 'testo', value: fromEntry(recordOf) }],
  ['frase', { label: 'Che cosa', type: 'testo', value: fromEntry((v) => v.frase) }],
  ['campi', { label: 'Campi', type: 'testo', value: fromEntry(fieldsInWords) }],
  ['evento', { label: 'Evento', type: 'testo', value: fromEntry((v) => v.evento) }],
  ['motivo', { label: 'Motivo', type: 'testo', value: fromEntry((v) => v.motivo) }],
]);
