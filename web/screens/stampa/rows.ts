import { fileFields, documentState } from '#contracts/core/documents.ts';
import { labelOf } from '#contracts/core/define-register.ts';
import { showValue } from '#contracts/core/history-in-words.ts';
import { formatScadenza } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { nomeDi } from '#web/registers/documents/file-name.ts';
import type { Variant, VariantItem } from './variants.ts';

export interface PaperRow {
  campo: string;
  etichetta: string;
  /** `null`: nothing. */
  testo: string | null;
}

/** The lines of a printed record. */
export function rowsOf({ def, campi }: Pick<Variant, 'def' | 'campi'>, row: Row): PaperRow[] {
  return campi.map((voce) => {
    const nomi = nomiDi(voce);
    const campo = nomi.find((nome) => pieno(row[nome])) ?? nomi[0]!;
    const field = def.fields[campo];
    const valore = row[campo] ?? null;
    return { campo, etichetta: typeof voce === 'object' && 'etichetta' in voce ? voce.etichetta : labelOf(def, campo), testo: pieno(valore) ? showValue(field?.kind ?? 'text', field, valore).text : null };
  });
}

/** The documents of a printed record: name of the file, and until when it holds. */
export function documentRows({ def }: Pick<Variant, 'def'>, row: Row, today: string): PaperRow[] {
  return fileFields(def).flatMap((file) => {
    if (file.kind !== 'document') return [];
    const percorso = testo(row[file.field]);
    const scadenza = file.scadenza ? testo(row[file.scadenza]) : null;
    const stato = documentState(percorso, scadenza, today);
    const quando = scadenza ? `scadenza ${scadenza}${stato === 'presente' ? '' : `, ${formatScadenza(scadenza, today)}`}` : null;
    const parti = [percorso ? nomeDi(percorso) : null, quando].filter(Boolean);
    return [{ campo: file.field, etichetta: file.label, testo: parti.length > 0 ? parti.join(' – ') : null }];
  });
}

/** The fields of the record that an entry can stand for. */
export function nomiDi(voce: VariantItem): readonly string[] {
  if (typeof voce === 'string') return [voce];
  return 'campo' in voce ? [voce.campo] : voce;
}

const pieno = (valore: unknown): boolean => valore !== null && valore !== undefined && valore !== '';
const testo = (valore: unknown): string | null => (typeof valore === 'string' && valore !== '' ? valore : null);
