import type { WarningCode } from '#contracts/modules/contabilita/codes.ts';
import { comparableName, isMatricola, matricolaKey, copyText, tidy } from './input/codes.ts';

/** Employee of one matricola, however the two files write it. */
export interface Employee {
  index: number;
  key: string;
  /** Matricola as first written. */
  matricola: string;
  /** Name as first written; empty until some row has one. */
  nominativo: string;
  /** Last cells that were read as the name; equal cells need no second comparison. */
  lastName: string;
  lastFirstName: string;
  discordant: boolean;
}

/** Content of a cell with a matricola. */
export interface MatricolaCell {
  /** Matricola as written, with blanks tidied. */
  code: string;
  blank: boolean;
  /** Null when the cell is blank or not valid. */
  employee: Employee | null;
}

/** Callback for the first row of a matricola that has another name; `both` holds the two names. */
export type Warn = (code: WarningCode, riga: number, matricola: string, both: string) => void;

/** Employees of both files. */
export class People {
  readonly #byKey = new Map<string, Employee>();

  cell(text: string): MatricolaCell {
    const code = tidy(text);
    return { code, blank: code === '', employee: isMatricola(code) ? this.#employee(code) : null };
  }

  /**
   * Returns the employee of a matricola; the first row with that matricola creates the employee, even if the row is refused for another
   * reason.
   */
  #employee(code: string): Employee {
    const key = matricolaKey(code);
    let employee = this.#byKey.get(key);
    if (!employee) {
      employee = { index: this.#byKey.size, key, matricola: code, nominativo: '', lastName: '', lastFirstName: '', discordant: false };
      this.#byKey.set(key, employee);
    }
    return employee;
  }
}

/**
 * Compares the name in a row with the employee's first name on record, and calls `discord` once if they differ. `first` is empty where one
 * cell holds the whole name.
 */
export function noteName(employee: Employee, last: string, first: string, discord: (both: string) => void): void {
  if (last === employee.lastName && first === employee.lastFirstName) return;
  const name = `${last} ${first}`.trim();
  if (name === '') return;
  employee.lastName = copyText(last);
  employee.lastFirstName = copyText(first);
  if (employee.nominativo === '') employee.nominativo = copyText(tidy(name));
  else if (!employee.discordant && comparableName(name) !== comparableName(employee.nominativo)) {
    employee.discordant = true;
    discord(`«${employee.nominativo}» e «${tidy(name)}»`);
  }
}
