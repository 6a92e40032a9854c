import type { WarningCode } from '#contracts/modules/contabilita/codes.ts';
import { comparableName, isMatricola, matricolaKey, owned, tidy } from './input/codes.ts';

/** One matricola, in whatever way the two files write it. */
export interface Employee {
  index: number;
  key: string;
  /** As first met. */
  matricola: string;
  /** As first met; empty while no row names the person. */
  nominativo: string;
  /** Last cells read of the name: equal ones need no second look. */
  lastName: string;
  lastFirstName: string;
  discordant: boolean;
}

/** What the cell of a matricola says. */
export interface MatricolaCell {
  /** Tidy, as written. */
  code: string;
  blank: boolean;
  /** `null` when it is blank or not valid. */
  employee: Employee | null;
}

/** Tells of the first row of a matricola whose name is another; and both names. */
export type Warn = (code: WarningCode, riga: number, matricola: string, both: string) => void;

/** The employees of both files. */
export class People {
  readonly #byKey = new Map<string, Employee>();

  cell(text: string): MatricolaCell {
    const code = tidy(text);
    return { code, blank: code === '', employee: isMatricola(code) ? this.#employee(code) : null };
  }

  /** An employee exists from the first row that is accepted or refused for another reason. */
  #employee(code: string): Employee {
    const key = matricolaKey(code);
    let found = this.#byKey.get(key);
    if (!found) {
      found = { index: this.#byKey.size, key, matricola: code, nominativo: '', lastName: '', lastFirstName: '', discordant: false };
      this.#byKey.set(key, found);
    }
    return found;
  }
}

/** Notes the name in a row; `first` is empty where one cell holds the whole name. */
export function noteName(employee: Employee, last: string, first: string, discord: (both: string) => void): void {
  if (last === employee.lastName && first === employee.lastFirstName) return;
  const name = `${last} ${first}`.trim();
  if (name === '') return;
  employee.lastName = owned(last);
  employee.lastFirstName = owned(first);
  if (employee.nominativo === '') employee.nominativo = owned(tidy(name));
  else if (!employee.discordant && comparableName(name) !== comparableName(employee.nominativo)) {
    employee.discordant = true;
    discord(`«${employee.nominativo}» e «${tidy(name)}»`);
  }
}
