import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { isExpired } from '#contracts/core/dates.ts';
import { isStop, whyDue } from '#contracts/modules/macchinari.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { formatNumber } from '#web/lib/format.ts';
import { scadenzaTone } from '#web/registers/list/deadline.ts';
import { columnOf, type Row } from '#web/registers/list/columns.ts';
import type { RowTone } from '#web/ui/grid/grid-types.ts';

/** Returns the deadlines of a machine by field, with short names: the specification's four, then those of added kinds. */
export const scadenzeOf = oncePer((def: AnyRegister): readonly { campo: string; nome: string }[] =>
  (def.list.scadenze ?? []).map((fieldName) => ({ campo: fieldName, nome: columnOf(def, fieldName).label })),
);

/** Returns the hours (or kilometres) by which maintenance is overdue; `null` if none is. */
export function manutenzioneBeyond(row: Row): number | null {
  const beyond = row['manutenzione_oltre'];
  return typeof beyond === 'number' ? beyond : null;
}

/** Returns why maintenance is due, most urgent reason first; empty if none is due. */
export function maintenanceReasons(row: Row): string[] {
  const [beyond, reasons] = [manutenzioneBeyond(row), whyDue(row)];
  return reasons.length === 0 && beyond !== null ? [`Oltre di ${formatNumber(beyond)} h`] : reasons;
}

/** Returns the tone of a row: red for a stopped machine or a deadline today or past, purple for due maintenance. */
export function rowTone(row: Row, today: string, def: AnyRegister = macchinari): RowTone {
  const reasons = maintenanceReasons(row);
  return {
    hot: isStop(reasons[0]) || scadenzeOf(def).some(({ campo }) => isExpired(row[campo] as string | null, today)),
    due: reasons.some((reason) => !isStop(reason)),
  };
}

export interface SeenScadenza {
  nome: string;
  date: string;
  tone: 'danger-solid' | 'warn' | 'neutral';
}

/** Returns the deadlines that are past or soon, most urgent first. */
export function exceptions(row: Row, today: string, def: AnyRegister = macchinari): SeenScadenza[] {
  return all(row, today, def).filter(({ tone }) => tone !== 'neutral');
}

/** Returns the nearest deadline that is neither past nor soon. */
export function nearestOf(row: Row, today: string, def: AnyRegister = macchinari): SeenScadenza | undefined {
  return all(row, today, def).find(({ tone }) => tone === 'neutral');
}

function all(row: Row, today: string, def: AnyRegister): SeenScadenza[] {
  return scadenzeOf(def)
    .flatMap(({ campo, nome }) => {
      const date = row[campo] as string | null;
      const tone = scadenzaTone(date, today);
      return date && tone ? [{ nome, date, tone }] : [];
    })
    .sort((a, b) => a.date.localeCompare(b.date));
}
