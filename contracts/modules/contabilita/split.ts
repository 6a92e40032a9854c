/**
 * Splits whole cents by weights with the method of largest remainders; the shares always sum to the amount. Weights are at least 0, not all
 * 0. Cents left over by rounding down go to the largest remainders, one each. Of equal remainders, the larger weight comes first, then the
 * earlier entry. BigInt is needed since products exceed 2^53 for valid inputs.
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
  let undistributed = Number(amount - parts.reduce((sum, { floor }) => sum + floor, 0n));
  const shares = parts.map(({ floor }) => Number(floor));
  for (const { index } of parts.toSorted(byRemainder)) {
    if (undistributed <= 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    undistributed -= 1;
  }
  // avoids -0 for zero shares
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

/** Checks whether each share differs from its exact value by less than a cent, and whether all shares sum to the amount. */
export function isExactSplit(cents: number, weights: readonly number[], shares: readonly number[]): boolean {
  if (shares.reduce((sum, s) => sum + s, 0) !== cents) return false;
  const total = BigInt(weights.reduce((sum, w) => sum + w, 0));
  return shares.every((share, i) => {
    const off = BigInt(share) * total - BigInt(cents) * BigInt(weights[i] ?? 0);
    return off < total && -off < total;
  });
}

/** Computes the sides of a journal line without negative amounts: a negative side moves to the other one. `spostato`: the amount moved. */
export function journalSides(dare: number, avere: number): { dare: number; avere: number; spostato: number } {
  const spostato = Math.max(-dare, 0) + Math.max(-avere, 0);
  return { dare: Math.max(dare, 0) + Math.max(-avere, 0), avere: Math.max(avere, 0) + Math.max(-dare, 0), spostato };
}
