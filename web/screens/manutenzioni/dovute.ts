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

export const perMatricola = (righe: readonly ManutenzioneDovuta[]): Dovute => Map.groupBy(righe, (riga) => riga.matricola);

/** What is due on the machine of a record. */
export function dovuteDi(dovute: Dovute | undefined, row: Row): readonly ManutenzioneDovuta[] {
  return dovute?.get(String(row['matricola'])) ?? [];
}

/** "Cambio Olio Motore a 6.000, Filtro Motore a 6.000". */
export function frase(dovute: readonly ManutenzioneDovuta[]): string {
  return dovute.map(({ manutenzione, ore_scadenza }) => `${manutenzione} a ${formatNumber(ore_scadenza, 0)}`).join(', ');
}
