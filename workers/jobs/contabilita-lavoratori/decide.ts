import type { WarningCode, DataErrorCode } from '#contracts/modules/contabilita/codes.ts';
import { plain } from '#contracts/modules/contabilita/order.ts';
import type { Rule } from '#contracts/modules/contabilita/result.ts';
import type { Group } from './allocations.ts';
import { PERCENT } from './input/weights.ts';

/** How a group splits what an employee costs in a month, or why it cannot. */
export interface Decision {
  regola: Extract<Rule, 'ORE' | 'PERCENTUALE' | 'NON_RIPARTITO'>;
  /** In order, with their weights. */
  commesse: readonly string[];
  pesi: readonly number[];
  errore: DataErrorCode | null;
  avviso: WarningCode | null;
}

const HUNDRED = 100 * PERCENT;
/** What honest rounding to two decimals can produce in a row: 0,005 %. */
const TOLERANCE = 0.005 * PERCENT;
/** Percentage points, in a row, by which a percentage may differ from the hours. */
const INCOHERENT = 0.01 * PERCENT;

const refused = (code: DataErrorCode): Decision => ({ regola: 'NON_RIPARTITO', commesse: [], pesi: [], errore: code, avviso: null });

export const UNALLOCATED: Decision = refused('DIPENDENTE_SENZA_RIPARTIZIONE');
export const INCOMPLETE: Decision = refused('RIPARTIZIONE_INCOMPLETA');

export function decide(group: Group): Decision {
  const { righe, conOre, conPercentuale, ore, percentuale } = group;
  if (conOre === righe && ore > 0)
    return { ...split(group, 'ORE'), avviso: conPercentuale === righe && incoherent(group) ? 'PERCENTUALE_INCOERENTE' : null };
  if (conPercentuale === righe) {
    const off = Math.abs(percentuale - HUNDRED);
    if (off > TOLERANCE * righe) return refused('PERCENTUALI_DIVERSE_DA_100');
    return { ...split(group, 'PERCENTUALE'), avviso: off === 0 ? null : 'PERCENTUALI_ARROTONDATE' };
  }
  return refused(conOre === righe ? 'RIPARTIZIONE_A_ZERO' : 'BASE_MISTA');
}

function split({ shares }: Group, rule: 'ORE' | 'PERCENTUALE'): Decision {
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

/** A commessa whose percentage is not its share of the hours; products exceed 2^53. */
function incoherent({ shares, ore }: Group): boolean {
  const total = BigInt(ore);
  return [...shares.values()].some((share) => {
    const off = BigInt(share.percentuale) * total - BigInt(share.ore) * BigInt(HUNDRED);
    const most = BigInt(INCOHERENT * share.righe) * total;
    return off > most || -off > most;
  });
}

/** The sum is what fractions of 1 would make, within the same tolerance. */
export const looksLikeFractions = ({ righe, percentuale }: Group): boolean => Math.abs(percentuale - PERCENT) <= TOLERANCE * righe;
