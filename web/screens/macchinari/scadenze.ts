import { isExpired } from '#contracts/core/dates.ts';
import { whyDue } from '#contracts/modules/macchinari.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { formatNumber } from '#web/lib/format.ts';
import { scadenzaTone } from '#web/registers/list/deadline.ts';
import { columnOf, type Row } from '#web/registers/list/columns.ts';
import type { RowTone } from '#web/ui/grid/grid-types.ts';

/** The four deadlines of a machine: field and short name. */
export const SCADENZE: readonly { campo: string; nome: string }[] = (macchinari.list.scadenze ?? []).map((fieldName) => ({
  campo: fieldName,
  nome: columnOf(macchinari, fieldName).label,
}));

/** Hours (or kilometres) beyond the figure at which maintenance was due; `null` when none is due. */
export function manutenzioneBeyond(row: Row): number | null {
  const beyond = row['manutenzione_oltre'];
  return typeof beyond === 'number' ? beyond : null;
}

/** Why maintenance is due, the most urgent first; none is due without a reason. */
export function maintenanceReasons(row: Row): string[] {
  const [beyond, reasons] = [manutenzioneBeyond(row), whyDue(row)];
  return reasons.length === 0 && beyond !== null ? [`Oltre di ${formatNumber(beyond)} h`] : reasons;
}

/** Red when a deadline is today or past, purple when maintenance is due. */
export function rowTone(row: Row, today: string): RowTone {
  return {
    hot: SCADENZE.some(({ campo }) => isExpired(row[campo] as string | null, today)),
    due: maintenanceReasons(row).length > 0,
  };
}

export interface SeenScadenza {
  nome: string;
  date: string;
  tone: 'danger-solid' | 'warn' | 'neutral';
}

/** Past and soon, most urgent first. */
export function exceptions(row: Row, today: string): SeenScadenza[] {
  return all(row, today).filter(({ tone }) => tone !== 'neutral');
}

/** The next one to come, where none is past or soon. */
export function nearestOf(row: Row, today: string): SeenScadenza | undefined {
  return all(row, today).find(({ tone }) => tone === 'neutral');
}

function all(row: Row, today: string): SeenScadenza[] {
  return SCADENZE.flatMap(({ campo, nome }) => {
    const date = row[campo] as string | null;
    const tone = scadenzaTone(date, today);
    return date && tone ? [{ nome, date, tone }] : [];
  }).sort((a, b) => a.date.localeCompare(b.date));
}
