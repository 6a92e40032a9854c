import {
  LIMITS,
  NON_RIPARTITO,
  type Classificazione,
  type AmountMode,
  type Rule,
  type TipoConto,
} from '#contracts/modules/contabilita/result.ts';
import { byCommessa, byMatricola, plain } from '#contracts/modules/contabilita/order.ts';
import { isExactSplit, splitCents } from '#contracts/modules/contabilita/split.ts';
import type { Allocations, Group } from './allocations.ts';
import { decide, INCOMPLETE, UNALLOCATED, type Decision } from './decide.ts';
import { Fault, limitExceeded } from './fault.ts';
import type { Movements } from './movements.ts';
import type { Account, Slot, Unit } from './slots.ts';

/** Line of the detail sheet: the part of an account's amount in an employee's month that one commessa bears. */
export interface Line {
  slot: PlacedSlot;
  account: Account;
  tipo: TipoConto;
  commessa: string;
  regola: Rule;
  /** Weight by which the amount was split, in units of hours or percentages; `null` for an amount that was not split by weights. */
  peso: number | null;
  dare: number;
  avere: number;
}

/** Month of an employee with the decision how its cost is split; `decision` is `null` if there is no cost to split. */
export interface PlacedSlot extends Slot {
  decision: Decision | null;
  group: Group | null;
}

export interface Model {
  modo: AmountMode;
  classificazione: Classificazione;
  tipoOf(unit: Unit): TipoConto;
  /** Slots in the order of the detail. */
  slots: readonly PlacedSlot[];
  /** Groups that were used for no month, since the employee has no movements in their month. */
  unusedGroups: readonly Group[];
}

/** Decides which amounts are costs and how each employee's month is split. */
export function buildModel(movements: Movements, allocations: Allocations, contiEconomici: readonly string[]): Model {
  const { modo } = movements;
  const classificazione = classify(movements, contiEconomici);
  const tipoOf = typeReader(classificazione, contiEconomici);
  const decisions = new Map<Group, Decision>();
  const usedGroups = new Set<Group>();
  const slots = movements.slots
    .toSorted((a, b) => plain(a.competenza, b.competenza) || byMatricola(a.employee.key, b.employee.key))
    .map((slot): PlacedSlot => {
      const groups = allocations.groups.get(slot.employee);
      const group = groups?.get(slot.competenza) ?? groups?.get('') ?? null;
      if (group) usedGroups.add(group);
      const toSplit = [...slot.units.values()].some((unit) => unit.diretta === '' && tipoOf(unit) === 'E');
      return { ...slot, group, decision: toSplit ? decisionFor(slot, group, allocations, decisions) : null };
    });
  const unusedGroups = [...allocations.groups.values()].flatMap((months) => [...months.values()]).filter((group) => !usedGroups.has(group));
  return { modo, classificazione, tipoOf, slots, unusedGroups };
}

function decisionFor({ employee }: Slot, group: Group | null, { refusedAt }: Allocations, decisions: Map<Group, Decision>): Decision {
  if (refusedAt.has(employee)) return INCOMPLETE;
  if (!group) return UNALLOCATED;
  const decision = decisions.get(group) ?? decide(group);
  decisions.set(group, decision);
  return decision;
}

function classify({ hasTipo, modo }: Movements, contiEconomici: readonly string[]): Classificazione {
  if (hasTipo) return 'COLONNA';
  if (contiEconomici.length > 0) return 'CONFIGURAZIONE';
  return modo === 'SOLO_COSTI' ? 'SOLO_COSTI' : 'PREVALENZA';
}

function typeReader(classificazione: Classificazione, contiEconomici: readonly string[]): (unit: Unit) => TipoConto {
  switch (classificazione) {
    case 'COLONNA':
      return ({ tipo }) => tipo ?? 'P';
    case 'CONFIGURAZIONE':
      return ({ account }) => (contiEconomici.some((prefix) => account.conto.startsWith(prefix)) ? 'E' : 'P');
    case 'SOLO_COSTI':
      return () => 'E';
    case 'PREVALENZA':
      return ({ account }) => (account.absDare > account.absAvere ? 'E' : 'P');
  }
}

/** Yields the lines of the detail in order. Each call computes them again, since all lines together may not fit into memory. */
export function* linesOf(model: Model): Generator<Line> {
  let lineCount = 0;
  for (const slot of model.slots) {
    for (const units of byAccount(slot)) {
      for (const line of accountLines(slot, units, model)) {
        lineCount += 1;
        if (lineCount > LIMITS.dettaglio) throw limitExceeded('più di 2.000.000 righe di dettaglio');
        yield line;
      }
    }
  }
}

function byAccount({ units }: Slot): Unit[][] {
  const accounts = new Map<Account, Unit[]>();
  for (const unit of units.values()) {
    const same = accounts.get(unit.account);
    if (same) same.push(unit);
    else accounts.set(unit.account, [unit]);
  }
  return [...accounts].toSorted(([a], [b]) => plain(a.conto, b.conto)).map(([, same]) => same);
}

function accountLines(slot: PlacedSlot, units: readonly Unit[], { tipoOf }: Model): Line[] {
  const balance = units.filter((unit) => tipoOf(unit) === 'P');
  const lines = units.filter((unit) => tipoOf(unit) === 'E').flatMap((unit) => costLines(slot, unit));
  const account = units[0]?.account;
  if (balance.length > 0 && account) {
    // A balance-sheet amount has no commessa, even if its row names one.
    const sum = (side: 'dare' | 'avere') => balance.reduce((total, unit) => total + unit[side], 0);
    lines.push({ slot, account, tipo: 'P', commessa: '', regola: 'PATRIMONIALE', peso: null, dare: sum('dare'), avere: sum('avere') });
  }
  return lines
    .filter(({ dare, avere }) => dare !== 0 || avere !== 0)
    .toSorted((a, b) => byCommessa(a.commessa, b.commessa) || plain(a.regola, b.regola));
}

function costLines(slot: PlacedSlot, { account, diretta, dare, avere }: Unit): Line[] {
  const whole = (commessa: string, rule: Rule): Line[] => [{ slot, account, tipo: 'E', commessa, regola: rule, peso: null, dare, avere }];
  if (diretta !== '') return whole(diretta, 'DIRETTA');
  const { decision } = slot;
  if (!decision || decision.regola === 'NON_RIPARTITO') return whole(NON_RIPARTITO, 'NON_RIPARTITO');
  const { regola, commesse, pesi } = decision;
  const [dares, averes] = [checkedSplit(dare, pesi), checkedSplit(avere, pesi)];
  return commesse.map((commessa, i): Line => ({
    slot,
    account,
    tipo: 'E',
    commessa,
    regola,
    peso: pesi[i] ?? 0,
    dare: dares[i] ?? 0,
    avere: averes[i] ?? 0,
  }));
}

/** Splits an amount and checks invariant I2: the parts add up, and each is less than a cent from its exact share. */
function checkedSplit(cents: number, weights: readonly number[]): readonly number[] {
  if (cents === 0) return weights.map(() => 0);
  const shares = splitCents(cents, weights);
  if (!isExactSplit(cents, weights, shares)) throw new Fault('INVARIANTE_VIOLATA');
  return shares;
}
