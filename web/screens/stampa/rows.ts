import { fileFields, documentState } from '#contracts/core/documents.ts';
import { labelOf } from '#contracts/core/define-register.ts';
import { showValue } from '#contracts/core/history-in-words.ts';
import { formatScadenza } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';
import type { Variant, VariantItem } from '../prints.ts';

export interface PaperRow {
  campo: string;
  etichetta: string;
  /** Printed text; `null` if empty. */
  text: string | null;
}

/** Returns the lines of a printed record. */
export function rowsOf({ def, campi }: Pick<Variant, 'def' | 'campi'>, row: Row): PaperRow[] {
  return campi.map((entry) => {
    if (typeof entry === 'object' && 'campo' in entry && entry.text)
      return { campo: entry.campo, etichetta: entry.etichetta, text: entry.text(row) };
    const names = namesOf(entry);
    const fieldName = names.find((name) => full(row[name])) ?? names[0]!;
    const field = def.fields[fieldName];
    const value = row[fieldName] ?? null;
    return {
      campo: fieldName,
      etichetta: typeof entry === 'object' && 'etichetta' in entry ? entry.etichetta : labelOf(def, fieldName),
      text: full(value) ? showValue(field?.kind ?? 'text', field, value).text : null,
    };
  });
}

/** Returns the documents of a printed record: file name and expiry. */
export function documentRows({ def }: Pick<Variant, 'def'>, row: Row, today: string): PaperRow[] {
  return fileFields(def).flatMap((file) => {
    if (file.kind !== 'document') return [];
    const path = text(row[file.field]);
    const scadenza = file.scadenza ? text(row[file.scadenza]) : null;
    const state = documentState(path, scadenza, today);
    const when = scadenza ? `scadenza ${scadenza}${state === 'presente' ? '' : `, ${formatScadenza(scadenza, today)}`}` : null;
    const parts = [path ? nameOf(path) : null, when].filter(Boolean);
    return [{ campo: file.field, etichetta: file.label, text: parts.length > 0 ? parts.join(' – ') : null }];
  });
}

/** Returns the fields that a line may show. */
export function namesOf(entry: VariantItem): readonly string[] {
  if (typeof entry === 'string') return [entry];
  if ('onlyOnPaper' in entry) return [entry.onlyOnPaper];
  return 'campo' in entry ? [entry.campo] : entry;
}

const full = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
