import type { RowCode } from '#contracts/modules/contabilita/codes.ts';
import type { Header } from './header.ts';
import type { Campo } from './header-synonyms.ts';

/**
 * Columns to which each fault of a row refers. Faults of numbers are absent, since the readers of numbers report their column themselves.
 */
const PLACES: Partial<Record<RowCode, readonly Campo[]>> = {
  MATRICOLA_MANCANTE: ['matricola'],
  MATRICOLA_NON_VALIDA: ['matricola'],
  CONTO_MANCANTE: ['conto'],
  CONTO_NON_VALIDO: ['conto'],
  COMMESSA_MANCANTE: ['commessa', 'centro_costo'],
  COMMESSA_NON_VALIDA: ['commessa', 'centro_costo'],
  COMPETENZA_NON_VALIDA: ['competenza', 'mese'],
  TIPO_CONTO_NON_VALIDO: ['tipo_conto'],
  SEGNO_NON_VALIDO: ['segno'],
  IMPORTO_MANCANTE: ['dare', 'importo'],
  VALORE_MANCANTE: ['ore', 'percentuale'],
};

/** Returns the position of the column for which a row was refused; undefined if the fault refers to no single column. */
export function placeOf(code: RowCode, columns: Header['columns']): number | undefined {
  for (const campo of PLACES[code] ?? []) if (columns[campo] !== undefined) return columns[campo];
  return undefined;
}
