import { byCommessa, plain } from '#contracts/modules/contabilita/order.ts';
import { NON_RIPARTITO, type MonthCost, type RigaCommessa, type JournalRow } from '#contracts/modules/contabilita/result.ts';
import { journalSides } from '#contracts/modules/contabilita/split.ts';
import { endOfMonth } from './input/months.ts';
import { linesOf, type Line, type Model, type PlacedSlot } from './model.ts';
import type { Account } from './slots.ts';

export interface Sides {
  dare: number;
  avere: number;
}

/** Sums of the detail lines of an employee's month. */
export interface SlotTotals extends Sides {
  costo: number;
  nonRipartito: number;
}

export interface AccountTotals extends Sides {
  account: Account;
  /** Kinds of the account: `E`, `P`, or both if the file's column `tipo_conto` is not uniform. */
  tipi: Set<string>;
}

interface JournalSum extends Sides {
  competenza: string;
  conto: string;
  commessa: string;
}

/** Sums over all detail lines, computed in one pass. */
export interface Summary {
  righe: number;
  totale: Sides;
  costo: number;
  nonRipartito: number;
  commesse: ReadonlyMap<string, Sides & { dipendenti: ReadonlySet<number> }>;
  perConto: readonly (Sides & { commessa: string; account: Account })[];
  conti: readonly AccountTotals[];
  dipendenti: ReadonlyMap<PlacedSlot, SlotTotals>;
  journal: readonly JournalSum[];
  /** Months in order, as `YYYY-MM`; movements without a month add none. */
  mesi: readonly string[];
  /** Costs of each site in the order of `mesi`. */
  perMese: readonly MonthCost[];
}

const add = (sum: Sides, { dare, avere }: Sides): void => {
  sum.dare += dare;
  sum.avere += avere;
};

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

const empty = (): Sides => ({ dare: 0, avere: 0 });

/** Computes all sums in one pass over the detail lines. */
export function summarise(model: Model): Summary {
  const totale = empty();
  const commesse = new Map<string, Sides & { dipendenti: Set<number> }>();
  const perConto = new Map<string, Sides & { commessa: string; account: Account }>();
  const conti = new Map<Account, AccountTotals>();
  const dipendenti = new Map<PlacedSlot, SlotTotals>();
  const journal = new Map<string, JournalSum>();
  const costs = new Map<string, Map<string, number>>();
  let righe = 0;
  const addCost = (line: Line) => {
    const { slot, account, commessa } = line;
    const perCommessa = entryOf(commesse, commessa, () => ({ ...empty(), dipendenti: new Set<number>() }));
    add(perCommessa, line);
    perCommessa.dipendenti.add(slot.employee.index);
    const ofMonth = entryOf(costs, slot.competenza, () => new Map<string, number>());
    ofMonth.set(commessa, (ofMonth.get(commessa) ?? 0) + line.dare - line.avere);
    add(
      entryOf(perConto, `${commessa}\0${account.conto}`, () => ({ ...empty(), commessa, account })),
      line,
    );
  };
  for (const line of linesOf(model)) {
    const { slot, account, commessa, tipo } = line;
    righe += 1;
    add(totale, line);
    if (tipo === 'E') addCost(line);
    const ofAccount = entryOf(conti, account, () => ({ ...empty(), account, tipi: new Set<string>() }));
    add(ofAccount, line);
    ofAccount.tipi.add(tipo);
    addToSlot(
      entryOf(dipendenti, slot, () => ({ ...empty(), costo: 0, nonRipartito: 0 })),
      line,
    );
    add(
      entryOf(journal, `${slot.competenza}\0${account.conto}\0${commessa}`, () => ({
        ...empty(),
        competenza: slot.competenza,
        conto: account.conto,
        commessa,
      })),
      line,
    );
  }
  const mesi = [...new Set(model.slots.map(({ competenza }) => competenza))].filter((m) => m !== '');
  return {
    righe,
    totale,
    commesse,
    dipendenti,
    ...totalCosts(commesse),
    mesi,
    perMese: mesi.map((mese) => ({ mese, commesse: sharesOf(costs.get(mese) ?? new Map<string, number>()) })),
    perConto: [...perConto.values()].toSorted((a, b) => byCommessa(a.commessa, b.commessa) || plain(a.account.conto, b.account.conto)),
    conti: [...conti.values()].toSorted((a, b) => plain(a.account.conto, b.account.conto)),
    journal: [...journal.values()].toSorted(
      (a, b) => plain(a.competenza, b.competenza) || plain(a.conto, b.conto) || byCommessa(a.commessa, b.commessa),
    ),
  };
}

function addToSlot(totals: SlotTotals, line: Line): void {
  add(totals, line);
  if (line.tipo !== 'E') return;
  totals.costo += line.dare - line.avere;
  if (line.commessa === NON_RIPARTITO) totals.nonRipartito += line.dare - line.avere;
}

const sharesOf = (month: ReadonlyMap<string, number>): MonthCost['commesse'] =>
  [...month]
    .filter(([commessa, cent]) => commessa !== NON_RIPARTITO && cent !== 0)
    .toSorted(([a], [b]) => byCommessa(a, b))
    .map(([commessa, cent]) => ({ commessa, cent }));

function totalCosts(commesse: ReadonlyMap<string, Sides>): { costo: number; nonRipartito: number } {
  const net = (sides: Sides | undefined) => (sides ? sides.dare - sides.avere : 0);
  return { costo: [...commesse.values()].reduce((sum, sides) => sum + net(sides), 0), nonRipartito: net(commesse.get(NON_RIPARTITO)) };
}

/** Returns the totals of each commessa in order. */
export function commesseOf({ commesse }: Summary): RigaCommessa[] {
  return [...commesse]
    .toSorted(([a], [b]) => byCommessa(a, b))
    .map(([commessa, { dare, avere }]) => ({ commessa, dare_cent: dare, avere_cent: avere, netto_cent: dare - avere }));
}

/** Returns the journal: a line for each side that is not zero, debit first. */
export function journalOf({ journal }: Summary): JournalRow[] {
  const numbers = new Map([...new Set(journal.map(({ competenza }) => competenza))].map((month, i) => [month, i + 1]));
  return journal.flatMap(({ competenza, conto, commessa, dare, avere }) => {
    const sides = journalSides(dare, avere);
    const line = {
      registrazione: numbers.get(competenza) ?? 0,
      data: competenza === '' ? '' : endOfMonth(competenza),
      competenza,
      conto,
      commessa,
    };
    return [
      ...(sides.dare === 0 ? [] : [{ ...line, dare_cent: sides.dare, avere_cent: 0 }]),
      ...(sides.avere === 0 ? [] : [{ ...line, dare_cent: 0, avere_cent: sides.avere }]),
    ];
  });
}
