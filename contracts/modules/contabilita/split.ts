/** Largest remainder: every cent arrives, whatever the weights. */

/**
 * Splits whole cents by weights (at least 0, not all 0). What rounding down leaves over goes, a cent
 * each, to the largest remainders; equal ones to the larger weight, then to the earlier entry.
 * Products exceed 2^53 for legal inputs, hence BigInt.
 */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  if (weights.length === 1) return [cents === 0 ? 0 : cents];
  const total = BigInt(weights.reduce((sum, w) => sum + w, 0));
  if (total <= 0n) throw new RangeError('weights add up to nothing');
  const amount = BigInt(Math.abs(cents));
  const parts = weights.map((w, index) => {
    const product = amount * BigInt(w);
    const floor = product / total;
    return { index, weight: w, floor, rest: product - floor * total };
  });
  let left = Number(amount - parts.reduce((sum, { floor }) => sum + floor, 0n));
  const shares = parts.map(({ floor }) => Number(floor));
  for (const { index } of parts.toSorted(byRemainder)) {
    if (left <= 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  // never -0
  return cents < 0 ? shares.map((share) => (share === 0 ? 0 : -share)) : shares;
}

interface Part {
  index: number;
  weight: number;
  rest: bigint;
}

function byRemainder(a: Part, b: Part): number {
  if (a.rest !== b.rest) return a.rest > b.rest ? -1 : 1;
  return b.weight - a.weight || a.index - b.index;
}

/** Whether each part is less than a cent from its exact share, and all together are the amount. */
export function isExactSplit(cents: number, weights: readonly number[], shares: readonly number[]): boolean {
  if (shares.reduce((sum, s) => sum + s, 0) !== cents) return false;
  const total = BigInt(weights.reduce((sum, w) => sum + w, 0));
  return shares.every((share, i) => {
    const off = BigInt(share) * total - BigInt(cents) * BigInt(weights[i] ?? 0);
    return off < total && -off < total;
  });
}

/** Sides of a journal line: never negative, a negative side moves to the other one. */
export function journalSides(dare: number, avere: number): { dare: number; avere: number; spostato: number } {
  const spostato = Math.max(-dare, 0) + Math.max(-avere, 0);
  return { dare: Math.max(dare, 0) + Math.max(-avere, 0), avere: Math.max(avere, 0) + Math.max(-dare, 0), spostato };
}
