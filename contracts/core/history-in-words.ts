import type { Json } from './events.ts';
import { formatEuro, formatNumber } from './formats.ts';
import type { Chronicle } from './chronicle.ts';
import type { AnyRegister } from './define-register.ts';
import type { Field, NoteField } from './fields.ts';
import type { Catalogue } from './catalogue.ts';
import type { HistoryField, HistoryItem } from './history.ts';

/** A value of the history, formatted by its field. */
export interface ShownValue {
  text: string;
  /** The value is empty. */
  empty: boolean;
  color?: string;
  /** File version in the archive, for a document value. */
  file?: { percorso: string; versione: number };
}

/** Returns "l.ferretti (Luca Ferretti)". The user name is always shown, since a person can choose any full name. */
export const authorOf = ({ utente, nome }: Pick<HistoryItem, 'utente' | 'nome'>): string => (nome ? `${utente} (${nome})` : utente);

/**
 * Sorts the fields in the order of the definition, since the log keeps none. Drops the parent's key, which the record's name already shows.
 */
export function inOrder(def: AnyRegister | Chronicle | undefined, fields: readonly HistoryField[]): HistoryField[] {
  const order = [def?.key.field, ...Object.keys(def?.fields ?? {})];
  const above = def && 'parent' in def ? def.parent?.field : undefined;
  const place = (campo: string) => (order.includes(campo) ? order.indexOf(campo) : order.length);
  return fields.filter(({ campo }) => campo !== above).toSorted((a, b) => place(a.campo) - place(b.campo));
}

const EMPTY: ShownValue = { text: 'vuoto', empty: true };
const NO_FILE: ShownValue = { text: 'assente', empty: true };

/** Formats a value of the history. `name`: the name of the record that a number refers to. */
export function showValue(kind: HistoryField['tipo'], field: Field | undefined, value: Json, name?: string): ShownValue {
  if (name !== undefined) return shownText(name);
  if (kind === 'document' || kind === 'photo') return showFile(value);
  if (value === null || value === '') return EMPTY;
  if (typeof value === 'object') return { text: JSON.stringify(value), empty: false };
  switch (kind) {
    case 'money':
      return shownText(typeof value === 'number' ? formatEuro(value, field?.kind === 'money' ? field.decimals : 2) : String(value));
    case 'number': {
      const word = field?.kind === 'number' && typeof value === 'number' ? field.words?.[value] : undefined;
      if (word !== undefined) return shownText(word);
      const unit = field?.kind === 'number' && field.unit ? ` ${field.unit}` : '';
      return shownText(typeof value === 'number' && !(field?.kind === 'number' && field.year) ? formatNumber(value) + unit : String(value));
    }
    case 'flag':
      return shownText(value === 1 || value === true ? 'sì' : 'no');
    case 'choice':
      return shownText((field?.kind === 'choice' && field.options.find((o) => o.value === value)?.label) || String(value));
    case 'note':
      return shownText((field?.kind === 'note' && field.rows && rowsInWords(field.rows, String(value))) || String(value));
    case 'color':
      return { text: String(value), empty: false, color: String(value) };
    default:
      return shownText(String(value));
  }
}

/** Formats a JSON list as "Freni: non va; Luci: va bene"; `null` if the text is no such list. */
function rowsInWords({ name, value, words }: NonNullable<NoteField['rows']>, text: string): string | null {
  try {
    const rows = JSON.parse(text) as unknown;
    if (!Array.isArray(rows)) return null;
    return rows
      .map((row: Record<string, unknown>) => `${String(row[name])}: ${words[String(row[value])] ?? String(row[value])}`)
      .join('; ');
  } catch {
    return null;
  }
}

const shownText = (text: string): ShownValue => ({ text, empty: false });

function showFile(value: Json): ShownValue {
  if (value === null || value === '') return NO_FILE;
  if (typeof value === 'object' && !Array.isArray(value)) {
    const path = String(value['percorso']);
    const version = Number(value['versione']);
    return { text: `versione ${version}`, empty: false, file: { percorso: path, versione: version } };
  }
  return shownText(String(value));
}

/** Returns "Ore/Km: 6.412 → 6.538; Stato attuale: vuoto → Operativo". For a new record it lists only the fields with a value. */
export function fieldsInWords(catalogue: Pick<Catalogue, 'toldBy'>, entry: Pick<HistoryItem, 'tabella' | 'tipo' | 'campi'>): string {
  const def = catalogue.toldBy(entry.tabella);
  const value = (field: HistoryField, value: HistoryField['prima'], name?: string) =>
    showValue(field.tipo, def?.fields[field.campo], value, name).text;
  return inOrder(def, entry.campi)
    .map((field) => {
      const before = entry.tipo === 'creato' ? '' : `${value(field, field.prima, field.primaNome)} → `;
      return `${field.etichetta}: ${before}${value(field, field.dopo, field.dopoNome)}`;
    })
    .join('; ');
}

/** Returns the record's name with its type: "macchinario A0112", "JET GROUTING, SPALLA A, cantiere 0421". */
export function recordOf(
  catalogue: Pick<Catalogue, 'toldBy'>,
  { tabella, id, oggetto }: Pick<HistoryItem, 'tabella' | 'id'> & Partial<Pick<HistoryItem, 'oggetto'>>,
): string {
  return oggetto ?? `${catalogue.toldBy(tabella)?.labels.one ?? tabella} ${id}`;
}
