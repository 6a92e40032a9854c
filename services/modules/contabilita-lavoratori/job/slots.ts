import type { TipoConto } from '#contracts/modules/contabilita/result.ts';
import type { Employee } from './people.ts';

export interface Account {
  index: number;
  conto: string;
  /** Description in the first row of the account. */
  descrizione: string;
  /** Sums of the absolute amounts. They decide whether the account is a cost if neither a column nor a configured prefix does. */
  absDare: number;
  absAvere: number;
}

/** Sum of the movements of one account in an employee's month. */
export interface Unit {
  account: Account;
  /** Kind of account from the column `tipo_conto`; `null` for a file without that column. */
  tipo: TipoConto | null;
  /** Commessa named by the rows; empty if they name none. */
  diretta: string;
  dare: number;
  avere: number;
  /** First line of the file with such a movement. */
  riga: number;
}

/** Movements of an employee's month. */
export interface Slot {
  employee: Employee;
  competenza: string;
  units: Map<number, Unit>;
}

export interface Sums {
  dare: number;
  avere: number;
}
