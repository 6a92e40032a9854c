import { formatNumber } from '#web/lib/format.ts';
import type { MachineDue } from '#contracts/modules/macchinari.ts';
import type { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { RowOf } from '#web/registers/row.ts';

/** Maintenance that is due by the machine's hours or by date. */
export type ManutenzioneDovuta = Pick<MachineDue, 'matricola' | 'manutenzione' | 'ore_scadenza' | 'ore_attuali'> &
  Partial<Pick<MachineDue, 'scadenza'>>;

export type Dovute = ReadonlyMap<string, readonly ManutenzioneDovuta[]>;

export const perMatricola = (rows: readonly ManutenzioneDovuta[]): Dovute => Map.groupBy(rows, (row) => row.matricola);

/** Returns the due maintenance of a record's machine. */
export function dovuteOf(dovute: Dovute | undefined, row: Pick<RowOf<typeof manutenzioni>, 'matricola'>): readonly ManutenzioneDovuta[] {
  return dovute?.get(String(row.matricola)) ?? [];
}

/** Describes due maintenance: "Cambio Olio Motore a 6.000, Antigelo entro il 2026-11-03". */
export function sentence(dovute: readonly ManutenzioneDovuta[]): string {
  return dovute.map((one) => `${one.manutenzione} ${reachedLimit(one)}`).join(', ');
}

/** Tells the limit that is reached: hours, else the date. */
function reachedLimit({ ore_scadenza, ore_attuali, scadenza }: ManutenzioneDovuta): string {
  const byHours = ore_scadenza !== null && ore_scadenza <= ore_attuali;
  return byHours || !scadenza ? `a ${formatNumber(ore_scadenza, 0)}` : `entro il ${scadenza}`;
}
