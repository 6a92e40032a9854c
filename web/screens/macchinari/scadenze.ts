import { isExpired } from '#contracts/core/dates.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { tonoScadenza } from '#web/registers/list/deadline.ts';
import { columnOf, type Row } from '#web/registers/list/columns.ts';
import type { RowTone } from '#web/ui/grid/grid-types.ts';

/** The four deadlines of a machine: field and short name. */
export const SCADENZE: readonly { campo: string; nome: string }[] = (macchinari.list.scadenze ?? []).map((campo) => ({
  campo, nome: columnOf(macchinari, campo).label,
}));

/** Hours (or kilometres) beyond the figure at which maintenance was due; `null` when none is due. */
export function manutenzioneOltre(row: Row): number | null {
  const oltre = row['manutenzione_oltre'];
  return typeof oltre === 'number' ? oltre : null;
}

/** Red when a deadline is today or past, purple when maintenance is due. */
export function tonoRiga(row: Row, today: string): RowTone {
  return {
    hot: SCADENZE.some(({ campo }) => isExpired(row[campo] as string | null, today)),
    due: manutenzioneOltre(row) !== null,
  };
}

export interface ScadenzaVista {
  nome: string;
  date: string;
  tono: 'danger-solid' | 'warn' | 'neutral';
}

/** Past and soon, most urgent first. */
export function eccezioni(row: Row, today: string): ScadenzaVista[] {
  return tutte(row, today).filter(({ tono }) => tono !== 'neutral');
}

/** The next one to come, where none is past or soon. */
export function prossima(row: Row, today: string): ScadenzaVista | undefined {
  return tutte(row, today).find(({ tono }) => tono === 'neutral');
}

function tutte(row: Row, today: string): ScadenzaVista[] {
  return SCADENZE.flatMap(({ campo, nome }) => {
    const date = row[campo] as string | null;
    const tono = tonoScadenza(date, today);
    return date && tono ? [{ nome, date, tono }] : [];
  }).sort((a, b) => a.date.localeCompare(b.date));
}
