import type { MachineDue } from '#contracts/modules/macchinari.ts';
import type { Row } from '#web/registers/list/columns.ts';

export interface MyMachine {
  matricola: string;
  descrizione: string | null;
  /** Date of the person's last record about the machine. */
  data: string;
  /** Last hour reading; `null` without one. */
  ore: number | null;
  /** "Filtro olio: oltre di 12 h". */
  motivi: readonly string[];
}

const MOST = 6;

/** Returns the machines of the records (newest first), each once; machines with something due come first. */
export function machinesOf(records: readonly Row[], due: readonly Pick<MachineDue, 'matricola' | 'motivo'>[]): MyMachine[] {
  const machines = new Map<string, MyMachine>();
  for (const { matricola, descrizione, data, ore_km: reading } of records) {
    if (typeof matricola !== 'string' || matricola === '') continue;
    const ore = typeof reading === 'number' ? reading : null;
    const machine = machines.get(matricola);
    if (machine) {
      if (machine.ore === null) machines.set(matricola, { ...machine, ore });
      continue;
    }
    machines.set(matricola, {
      matricola,
      descrizione: typeof descrizione === 'string' ? descrizione : null,
      data: String(data ?? ''),
      ore,
      motivi: due.filter((one) => one.matricola === matricola).map(({ motivo }) => motivo),
    });
  }
  return [...machines.values()].toSorted((a, b) => Number(b.motivi.length > 0) - Number(a.motivi.length > 0)).slice(0, MOST);
}
