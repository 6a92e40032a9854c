import { formatNumber } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';

/** Maintenance that a machine's hours have reached. */
export interface ManutenzioneDovuta {
  matricola: string;
  manutenzione: string;
  ore_scadenza: number;
  ore_attuali: number;
}

export type Dovute = ReadonlyMap<string, readonly ManutenzioneDovuta[]>;

export const perMatricola = (rows: readonly ManutenzioneDovuta[]): Dovute => Map.groupBy(rows, (row) => row.matricola);

/** What is due on the machine of a record. */
export function dovuteOf(dovute: Dovute | undefined, row: Row): readonly ManutenzioneDovuta[] {
  return dovute?.get(String(row['matricola'])) ?? [];
}

/** "Cambio Olio Motore a 6.000, Filtro Motore a 6.000". */
export function sentence(dovute: readonly ManutenzioneDovuta[]): string {
  return dovute.map(({ manutenzione, ore_scadenza }) => `${manutenzione} a ${formatNumber(ore_scadenza, 0)}`).join(', ');
}
