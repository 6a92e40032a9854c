import type { WarningCode, DataErrorCode } from '#contracts/modules/contabilita/codes.ts';
import { plain } from '#contracts/modules/contabilita/order.ts';
import type { Rule } from '#contracts/modules/contabilita/result.ts';
import type { Group } from './allocations.ts';
import { PERCENT } from './input/weights.ts';

/** Rule by which an employee's cost of a month is split among commesse, or the error that prevents the split. */
export interface Decision {
  regola: Extract<Rule, 'ORE' | 'PERCENTUALE' | 'NON_RIPARTITO'>;
  /** Commesse in order; `pesi` holds their weights in the same order. */
  commesse: readonly string[];
  pesi: readonly number[];
  errore: DataErrorCode | null;
  avviso: WarningCode | null;
}

const HUNDRED = 100 * PERCENT;
/** Largest rounding error of one row's percentage with two decimals: 0,005 %. */
const TOLERANCE = 0.005 * PERCENT;
/** Largest difference, for each row, between a commessa's percentage and its share of the hours: 0,01 %. */
const INCOHERENT = 0.01 * PERCENT;

const refusal = (code: DataErrorCode): Decision => ({ regola: 'NON_RIPARTITO', commesse: [], pesi: [], errore: code, avviso: null });

export const UNALLOCATED: Decision = refusal('DIPENDENTE_SENZA_RIPARTIZIONE');
export const INCOMPLETE: Decision = refusal('RIPARTIZIONE_INCOMPLETA');

/** Decides how a group's cost is split: by hours if every row has hours, otherwise by percentages if every row has one. */
export function decide(group: Group): Decision {
  const { righe, conOre, conPercentuale, ore, percentuale } = group;
  if (conOre === righe && ore > 0)
    return { ...splitByShares(group, 'ORE'), avviso: conPercentuale === righe && incoherent(group) ? 'PERCENTUALE_INCOERENTE' : null };
  if (conPercentuale === righe) {
    const off = Math.abs(percentuale - HUNDRED);
    if (off > TOLERANCE * righe) return refusal('PERCENTUALI_DIVERSE_DA_100');
    return { ...splitByShares(group, 'PERCENTUALE'), avviso: off === 0 ? null : 'PERCENTUALI_ARROTONDATE' };
  }
  return refusal(conOre === righe ? 'RIPARTIZIONE_A_ZERO' : 'BASE_MISTA');
}

function splitByShares({ shares }: Group, rule: 'ORE' | 'PERCENTUALE'): Decision {
  const entries = [...shares].toSorted(([a], [b]) => plain(a, b));
  const peso = rule === 'ORE' ? 'ore' : 'percentuale';
  return {
    regola: rule,
    commesse: entries.map(([commessa]) => commessa),
    pesi: entries.map(([, share]) => share[peso]),
    errore: null,
    avviso: null,
  };
}

/** Returns true if some commessa's percentage is not its share of the hours. Uses BigInt, since products exceed 2^53. */
function incoherent({ shares, ore }: Group): boolean {
  const total = BigInt(ore);
  return [...shares.values()].some((share) => {
    const off = BigInt(share.percentuale) * total - BigInt(share.ore) * BigInt(HUNDRED);
    const most = BigInt(INCOHERENT * share.righe) * total;
    return off > most || -off > most;
  });
}

/** Returns true if the percentages add up to 1 instead of 100, within the same rounding tolerance. */
export const looksLikeFractions = ({ righe, percentuale }: Group): boolean => Math.abs(percentuale - PERCENT) <= TOLERANCE * righe;
