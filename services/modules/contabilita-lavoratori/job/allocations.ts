import type { RowCode } from '#contracts/modules/contabilita/codes.ts';
import type { NumberStyle } from '#contracts/modules/contabilita/result.ts';
import type { Companies } from './companies.ts';
import { Fault, limitExceeded } from './fault.ts';
import { GrandTotal, type Disagreement } from './grand-total.ts';
import { isMatricola, copyText, readCommessa, tidy } from './input/codes.ts';
import type { Header } from './input/header.ts';
import { Interner } from './input/interner.ts';
import { monthReader, type MonthReader } from './input/month-columns.ts';
import { voteOf, type Reading, type Unreadable, type Vote } from './input/numbers.ts';
import { placeOf } from './input/places.ts';
import type { Refusal, Row, RowReader } from './input/rows.ts';
import { HOUR, hoursText, readHours, readPercent, voteOfPercent } from './input/weights.ts';
import { noteName, type Employee, type MatricolaCell, type Warn } from './people.ts';
import { contentOf, type RefusedRows } from './refused-rows.ts';

/** Part of a group's rows that names one commessa; hours in 1/30000, percentages in 0,0001 %. */
export interface Share {
  ore: number;
  percentuale: number;
  righe: number;
}

/** Allocation rows of an employee for one month; an empty `competenza` means every month. */
export interface Group {
  employee: Employee;
  competenza: string;
  /** First line of the file with such a row. */
  riga: number;
  righe: number;
  /** Number of rows with hours, and of rows with a percentage. */
  conOre: number;
  conPercentuale: number;
  ore: number;
  percentuale: number;
  shares: Map<string, Share>;
}

interface Tools {
  companies: Companies;
  refused: RefusedRows;
  warn: Warn;
  /** True if bilMovDip has months; null when that file could not be read. */
  months: boolean | null;
}

const CODES: Readonly<Record<Unreadable, RowCode>> = {
  invalid: 'VALORE_NON_VALIDO',
  ambiguous: 'VALORE_AMBIGUO',
  decimals: 'TROPPI_DECIMALI',
  negative: 'VALORE_NEGATIVO',
  limit: 'VALORE_FUORI_LIMITE',
};

/** Largest number of shares; the movements have the same limit of units, `LIMITS.unita`. */
const MOST_SHARES = 500_000;
/** Largest rounding error of a row whose hours have two decimals: half a hundredth. */
const ROUNDING = HOUR / 200;

/** Reads ripartizioni row by row. */
export class Allocations implements RowReader {
  readonly second: number;
  /** Groups by employee, then by month. */
  readonly groups = new Map<Employee, Map<string, Group>>();
  /** Number of the line with the first refused row of each employee whose matricola could be read. */
  readonly refusedAt = new Map<Employee, number>();
  readonly descriptions = new Map<string, string>();
  readonly #columns: Header['columns'];
  readonly #tools: Tools;
  readonly #months: MonthReader;
  readonly #commesse: Interner<{ commessa: string | null }>;
  readonly #monthsSeen = new Set<string>();
  /** Number of refused rows whose employee is not known. */
  refusedOfNobody = 0;
  readonly #grandTotal = new GrandTotal();
  /** Sum of all hours that could be read. */
  #hours = 0;
  #at: number | undefined;
  #style: NumberStyle = 'INDEFINITO';
  #shares = 0;
  #ore: Reading = null;
  #percentuale: Reading = null;

  constructor({ columns }: Header, tools: Tools) {
    this.#columns = columns;
    this.#tools = tools;
    this.#months = monthReader(columns);
    this.second = columns.commessa ?? columns.centro_costo ?? 0;
    this.#commesse = new Interner((text) => ({ commessa: readCommessa(text) }));
  }

  votes(row: Row): readonly Vote[] {
    const { ore, percentuale } = this.#columns;
    return [percentuale === undefined ? null : voteOfPercent(row[percentuale] ?? ''), ore === undefined ? null : voteOf(row[ore] ?? '')];
  }

  begin(style: NumberStyle): void {
    this.#style = style;
  }

  accept(row: Row, riga: number, { employee, blank, code }: MatricolaCell): RowCode | null {
    if (!employee) return blank ? 'MATRICOLA_MANCANTE' : 'MATRICOLA_NON_VALIDA';
    const { commessa } = this.#commesse.get(row[this.second] ?? '');
    if (commessa === '') return 'COMMESSA_MANCANTE';
    if (commessa === null) return 'COMMESSA_NON_VALIDA';
    const competenza = this.#months.read(row);
    if (competenza === null) return 'COMPETENZA_NON_VALIDA';
    const wrong = this.#weights(row);
    if (wrong !== null) return wrong;
    if (competenza !== '') this.#monthsSeen.add(competenza);
    this.#add(employee, this.#tools.months === false ? '' : competenza, commessa, riga);
    this.#note(row, riga, { employee, code, commessa });
    return null;
  }

  peek(row: Row): string | null {
    const code = tidy(row[this.#columns.matricola ?? 0] ?? '');
    const commessa = readCommessa(row[this.second] ?? '');
    const competenza = this.#months.read(row);
    if (!isMatricola(code) || !commessa || competenza === null) return null;
    const wrong = this.#weights(row);
    // An ambiguous value is readable, so the row itself is the reading.
    if (wrong === 'VALORE_AMBIGUO') return row.join('\0');
    return wrong === null ? [code, commessa, competenza, this.#ore, this.#percentuale].join('\0') : null;
  }

  place(code: RowCode): number | undefined {
    return placeOf(code, this.#columns) ?? this.#at;
  }

  refuse({ codice, row, riga, matricola, numbers, particolari }: Refusal): void {
    const employee = matricola?.employee;
    if (!employee) this.refusedOfNobody += 1;
    else if (!this.refusedAt.has(employee)) this.refusedAt.set(employee, riga);
    if (numbers && this.#weights(row) === null) this.#hours += Number(this.#ore ?? 0);
    this.#tools.refused.push({
      codice,
      file: 'ripartizioni',
      riga,
      matricola: matricola?.code ?? '',
      importo_cent: null,
      contenuto: contentOf(row),
      particolari,
    });
  }

  /** Notes the hours of a total row; percentages add up to nothing. */
  total(row: Row, riga: number, wide: boolean): void {
    const { ore } = this.#columns;
    const hours = ore === undefined || wide ? null : readHours(row[ore] ?? '', this.#style, Number.MAX_SAFE_INTEGER / HOUR);
    this.#grandTotal.note(row, riga, typeof hours === 'number' ? { ore: hours } : null);
  }

  /** Compares the file's own total of hours with the rows; null if they differ by no more than rounding explains. */
  totalDisagreement(endsWithTotal: boolean, rows: number): Disagreement | null {
    return this.#grandTotal.disagreement({ ore: this.#hours }, endsWithTotal, hoursText, ROUNDING * rows);
  }

  /** Throws if the movements have no months and the allocations have several. */
  checkMonths(): void {
    if (this.#tools.months === false && this.#monthsSeen.size > 1) throw new Fault('COMPETENZA_NON_DETERMINABILE');
  }

  #weights(row: Row): RowCode | null {
    const { ore, percentuale } = this.#columns;
    this.#percentuale = percentuale === undefined ? null : readPercent(row[percentuale] ?? '', this.#style);
    if (typeof this.#percentuale === 'string') return this.#wrong(this.#percentuale, percentuale);
    this.#ore = ore === undefined ? null : readHours(row[ore] ?? '', this.#style);
    if (typeof this.#ore === 'string') return this.#wrong(this.#ore, ore);
    return this.#ore === null && this.#percentuale === null ? 'VALORE_MANCANTE' : null;
  }

  #wrong(reading: Unreadable, column: number | undefined): RowCode {
    this.#at = column;
    return CODES[reading];
  }

  #add(employee: Employee, competenza: string, commessa: string, riga: number): void {
    const group = this.#group(employee, competenza, riga);
    let share = group.shares.get(commessa);
    if (!share) {
      this.#shares += 1;
      if (this.#shares > MOST_SHARES) throw limitExceeded('più di 500.000 combinazioni di mese, matricola e commessa', riga);
      share = { ore: 0, percentuale: 0, righe: 0 };
      group.shares.set(commessa, share);
    }
    const [ore, percentuale] = [Number(this.#ore ?? 0), Number(this.#percentuale ?? 0)];
    this.#hours += ore;
    share.righe += 1;
    share.ore += ore;
    share.percentuale += percentuale;
    group.righe += 1;
    group.ore += ore;
    group.percentuale += percentuale;
    if (this.#ore !== null) group.conOre += 1;
    if (this.#percentuale !== null) group.conPercentuale += 1;
  }

  #group(employee: Employee, competenza: string, riga: number): Group {
    let months = this.groups.get(employee);
    if (!months) this.groups.set(employee, (months = new Map()));
    let group = months.get(competenza);
    if (!group) {
      group = { employee, competenza, riga, righe: 0, conOre: 0, conPercentuale: 0, ore: 0, percentuale: 0, shares: new Map() };
      months.set(competenza, group);
    }
    return group;
  }

  #note(row: Row, riga: number, { employee, code, commessa }: { employee: Employee; code: string; commessa: string }): void {
    const { nominativo, cognome, nome, azienda, descrizione_commessa } = this.#columns;
    const discord = (both: string) => this.#tools.warn('NOMINATIVO_DISCORDE', riga, code, both);
    if (nominativo !== undefined) noteName(employee, row[nominativo] ?? '', '', discord);
    else if (cognome !== undefined) noteName(employee, row[cognome] ?? '', nome === undefined ? '' : (row[nome] ?? ''), discord);
    if (azienda !== undefined) this.#tools.companies.note(row[azienda] ?? '');
    if (descrizione_commessa === undefined || this.descriptions.get(commessa)) return;
    this.descriptions.set(commessa, copyText(tidy(row[descrizione_commessa] ?? '')));
  }
}
