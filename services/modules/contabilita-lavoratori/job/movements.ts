import { centsToText } from '#contracts/modules/contabilita/cents.ts';
import type { RowCode } from '#contracts/modules/contabilita/codes.ts';
import { LIMITS, type AmountMode, type NumberStyle, type TipoConto } from '#contracts/modules/contabilita/result.ts';
import type { Companies } from './companies.ts';
import { limitExceeded } from './fault.ts';
import { readAmounts, type Amounts } from './input/amounts.ts';
import { isMatricola, isRuined, onOneLine, copyText, readCommessa, tidy } from './input/codes.ts';
import type { Header } from './input/header.ts';
import { Interner } from './input/interner.ts';
import { monthReader, type MonthReader } from './input/month-columns.ts';
import type { Vote } from './input/numbers.ts';
import { placeOf } from './input/places.ts';
import type { Refusal, Row, RowReader } from './input/rows.ts';
import { noteName, type Employee, type MatricolaCell, type Warn } from './people.ts';
import { contentOf, type RefusedRows } from './refused-rows.ts';
import { GrandTotal, type Disagreement } from './grand-total.ts';
import type { Account, Slot, Sums, Unit } from './slots.ts';

/** Key of a unit: movements with the same account, kind and commessa are added up in one unit. */
interface UnitPlace extends Pick<Unit, 'account' | 'tipo' | 'riga'> {
  diretta: { commessa: string; index: number };
}

interface Tools {
  companies: Companies;
  refused: RefusedRows;
  warn: Warn;
}

const TIPO_OF = new Map<string, TipoConto>([
  ...['E', 'CE', 'C', 'R', 'ECONOMICO', 'COSTO', 'COSTI', 'RICAVO', 'CONTO ECONOMICO'].map((t) => [t, 'E'] as const),
  ...['P', 'SP', 'PATRIMONIALE', 'DEBITO', 'CREDITO', 'STATO PATRIMONIALE'].map((t) => [t, 'P'] as const),
]);
const TIPO_CODE = { E: 1, P: 2 } as const;
/** Factor above the number of commesse of any file, so that a key built from account, kind and commessa is unique. */
const COMMESSE = 2 ** 21;

/** Returns the class of an account: its characters before the first separator. */
const classOf = (conto: string): string => conto.split(/[^\p{L}\d]/u, 1)[0]!;

function net(sums: Sums): void {
  sums.dare -= sums.avere;
  sums.avere = 0;
}

/** Reads bilMovDip row by row; memory grows with employees, months and accounts, not with rows. */
export class Movements implements RowReader {
  readonly second: number;
  readonly slots: Slot[] = [];
  readonly accounts = new Map<string, Account>();
  readonly accepted: Sums = { dare: 0, avere: 0 };
  readonly rejected: Sums = { dare: 0, avere: 0 };
  readonly #grandTotal = new GrandTotal();
  readonly hasMonths: boolean;
  readonly hasTipo: boolean;
  readonly #columns: Header['columns'];
  readonly #tools: Tools;
  readonly #months: MonthReader;
  readonly #amounts: Amounts;
  readonly #conti: Interner<{ account: Account | null; codice: RowCode | null }>;
  readonly #commesse: Interner<{ commessa: string | null; index: number }>;
  readonly #tipi = new Interner((text) => TIPO_OF.get(tidy(text).toUpperCase()) ?? null);
  readonly #slots = new Map<number, Map<string, Slot>>();
  readonly #commessaIndex = new Map<string, number>([['', 0]]);
  #units = 0;
  /** Sum of all absolute amounts: while this sum is exact, every other sum is exact. */
  #magnitude = 0;
  #anyAvere = false;
  #slot: Slot | null = null;

  constructor({ columns }: Header, tools: Tools) {
    this.#columns = columns;
    this.#tools = tools;
    this.#months = monthReader(columns);
    this.#amounts = readAmounts(columns);
    this.second = columns.conto ?? 0;
    this.hasMonths = this.#months.present;
    this.hasTipo = columns.tipo_conto !== undefined;
    this.#conti = new Interner((text) => this.#readConto(text));
    this.#commesse = new Interner((text) => this.#readCommessa(text));
  }

  votes(row: Row): readonly Vote[] {
    return this.#amounts.votes(row);
  }

  begin(style: NumberStyle): void {
    this.#amounts.style = style;
  }

  /**
   * Sums of the positive and of the negative amounts of a file with one amount column and no credits. `classi` holds the account classes if
   * there are several. `null` for other files, and if all amounts are certainly costs.
   */
  get signed(): { positivi: number; negativi: number; classi: readonly string[] } | null {
    if (!this.#amounts.oneColumn || this.#anyAvere) return null;
    const absolute = [...this.accounts.values()].reduce((sum, { absDare }) => sum + absDare, 0);
    const { dare } = this.accepted;
    const classes = new Set([...this.accounts.values()].filter(({ absDare }) => absDare > 0).map(({ conto }) => classOf(conto)));
    const classi = classes.size > 1 ? [...classes].toSorted() : [];
    // Amounts of one sign are all costs if their accounts belong to one class.
    if (this.#amounts.signAlone && absolute === Math.abs(dare) && classi.length === 0) return null;
    return { positivi: (absolute + dare) / 2, negativi: (dare - absolute) / 2, classi };
  }

  /** True if one column holds all amounts and only the sign could mark a debt. */
  get signAlone(): boolean {
    return this.#amounts.signAlone;
  }

  /**
   * Decides, after the last row, whether negative amounts of a signed column are debts: they are if they balance the positive amounts.
   * Otherwise they are subtracted from the costs.
   */
  settle(): void {
    const { dare, avere } = this.accepted;
    if (!this.#amounts.signAlone || avere === 0 || dare === avere) return;
    for (const { units } of this.slots) for (const unit of units.values()) net(unit);
    for (const account of this.accounts.values()) {
      account.absDare += account.absAvere;
      account.absAvere = 0;
    }
    net(this.accepted);
    net(this.rejected);
    this.#anyAvere = false;
  }

  /** Compares the file's own total row with the sum of the rows; `null` if the two agree. */
  totalDisagreement(endsWithTotal: boolean): Disagreement | null {
    const [dare, avere] = (['dare', 'avere'] as const).map((side) => this.accepted[side] + this.rejected[side]) as [number, number];
    return this.#grandTotal.disagreement({ dare, avere, importo: dare - avere }, endsWithTotal, centsToText);
  }

  get modo(): AmountMode {
    return this.#anyAvere ? this.#amounts.modo : 'SOLO_COSTI';
  }

  accept(row: Row, riga: number, { employee, blank, code }: MatricolaCell): RowCode | null {
    const columns = this.#columns;
    if (!employee) return blank ? 'MATRICOLA_MANCANTE' : 'MATRICOLA_NON_VALIDA';
    const { account, codice } = this.#conti.get(row[this.second] ?? '');
    if (!account) return codice;
    const competenza = this.#months.read(row);
    if (competenza === null || (competenza === '' && this.hasMonths)) return 'COMPETENZA_NON_VALIDA';
    const tipo = columns.tipo_conto === undefined ? null : this.#tipi.get(row[columns.tipo_conto] ?? '');
    if (tipo === null && this.hasTipo) return 'TIPO_CONTO_NON_VALIDO';
    const wrong = this.#amounts.read(row);
    if (wrong !== null) return wrong;
    const diretta = this.#commesse.get(columns.commessa === undefined ? '' : (row[columns.commessa] ?? ''));
    const { commessa, index } = diretta;
    if (commessa === null) return 'COMMESSA_NON_VALIDA';
    const unit = this.#unit(this.#slotOf(employee, competenza), { account, tipo, diretta: { commessa, index }, riga });
    this.#add(unit, account);
    this.#note(row, riga, { employee, code, account });
    return null;
  }

  peek(row: Row): string | null {
    const { matricola, tipo_conto, commessa } = this.#columns;
    const [code, conto] = [tidy(row[matricola ?? 0] ?? ''), tidy(row[this.second] ?? '')];
    if (!isMatricola(code) || conto === '' || isRuined(conto)) return null;
    const competenza = this.#months.read(row);
    const tipo = tipo_conto === undefined ? null : this.#tipi.get(row[tipo_conto] ?? '');
    const diretta = readCommessa(commessa === undefined ? '' : (row[commessa] ?? ''));
    if (competenza === null || (competenza === '' && this.hasMonths) || (tipo === null && this.hasTipo) || diretta === null) return null;
    const wrong = this.#amounts.read(row);
    // An ambiguous value is readable, so the row itself is the reading.
    if (wrong === 'IMPORTO_AMBIGUO') return row.join('\0');
    return wrong === null ? [code, conto, competenza, tipo, diretta, this.#amounts.dare, this.#amounts.avere].join('\0') : null;
  }

  place(code: RowCode): number | undefined {
    return placeOf(code, this.#columns) ?? this.#amounts.at;
  }

  refuse({ codice, row, riga, matricola, numbers, particolari }: Refusal): void {
    // In a row with a wrong number of cells, amounts may stand in other columns.
    const readable = numbers && this.#amounts.read(row) === null;
    const { dare, avere } = this.#amounts;
    if (readable) {
      this.rejected.dare += dare;
      this.rejected.avere += avere;
      this.#magnitude += Math.abs(dare) + Math.abs(avere);
    }
    this.#tools.refused.push({
      codice,
      file: 'bilMovDip',
      riga,
      matricola: matricola?.code ?? '',
      importo_cent: readable ? dare - avere : null,
      contenuto: contentOf(row),
      particolari,
    });
  }

  total(row: Row, riga: number, wide: boolean): void {
    this.#grandTotal.note(row, riga, wide ? null : this.#amounts.totals(row));
  }

  /** Throws `LIMITE_SUPERATO` if the sums exceed the range of exact integers. */
  checkMagnitude(): void {
    if (this.#magnitude > Number.MAX_SAFE_INTEGER) throw limitExceeded('somma degli importi oltre 90.000 miliardi');
  }

  #readConto(text: string): { account: Account | null; codice: RowCode | null } {
    const conto = tidy(text);
    if (conto === '') return { account: null, codice: 'CONTO_MANCANTE' };
    if (isRuined(conto)) return { account: null, codice: 'CONTO_NON_VALIDO' };
    let account = this.accounts.get(conto);
    if (!account) {
      account = { index: this.accounts.size, conto, descrizione: '', absDare: 0, absAvere: 0 };
      this.accounts.set(conto, account);
    }
    return { account, codice: null };
  }

  #readCommessa(text: string): { commessa: string | null; index: number } {
    const commessa = readCommessa(text);
    if (commessa === null) return { commessa, index: 0 };
    const index = this.#commessaIndex.get(commessa) ?? this.#commessaIndex.size;
    this.#commessaIndex.set(commessa, index);
    return { commessa, index };
  }

  #slotOf(employee: Employee, competenza: string): Slot {
    const last = this.#slot;
    if (last && last.employee === employee && last.competenza === competenza) return last;
    let months = this.#slots.get(employee.index);
    if (!months) this.#slots.set(employee.index, (months = new Map()));
    let slot = months.get(competenza);
    if (!slot) {
      slot = { employee, competenza, units: new Map() };
      months.set(competenza, slot);
      this.slots.push(slot);
    }
    this.#slot = slot;
    return slot;
  }

  #unit(slot: Slot, { account, tipo, diretta, riga }: UnitPlace): Unit {
    const key = (account.index * 3 + (tipo === null ? 0 : TIPO_CODE[tipo])) * COMMESSE + diretta.index;
    let unit = slot.units.get(key);
    if (!unit) {
      this.#units += 1;
      if (this.#units > LIMITS.unita) throw limitExceeded('più di 500.000 combinazioni di mese, matricola e conto', riga);
      unit = { account, tipo, diretta: diretta.commessa, dare: 0, avere: 0, riga };
      slot.units.set(key, unit);
    }
    return unit;
  }

  #add(unit: Unit, account: Account): void {
    const { dare, avere } = this.#amounts;
    unit.dare += dare;
    unit.avere += avere;
    this.accepted.dare += dare;
    this.accepted.avere += avere;
    const [absDare, absAvere] = [Math.abs(dare), Math.abs(avere)];
    account.absDare += absDare;
    account.absAvere += absAvere;
    this.#magnitude += absDare + absAvere;
    if (avere !== 0) this.#anyAvere = true;
  }

  #note(row: Row, riga: number, { employee, code, account }: { employee: Employee; code: string; account: Account }): void {
    const { nominativo, cognome, nome, azienda, descrizione_conto } = this.#columns;
    if (nominativo !== undefined)
      noteName(employee, row[nominativo] ?? '', '', (both) => this.#tools.warn('NOMINATIVO_DISCORDE', riga, code, both));
    else if (cognome !== undefined)
      noteName(employee, row[cognome] ?? '', nome === undefined ? '' : (row[nome] ?? ''), (both) =>
        this.#tools.warn('NOMINATIVO_DISCORDE', riga, code, both),
      );
    if (azienda !== undefined) this.#tools.companies.note(row[azienda] ?? '');
    if (account.descrizione === '' && descrizione_conto !== undefined)
      account.descrizione = copyText(onOneLine(row[descrizione_conto] ?? ''));
  }
}
