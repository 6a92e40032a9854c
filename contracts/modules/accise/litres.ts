import { toScaled } from '../../core/decimals.ts';
import type { Counters } from './readings.ts';

/** A point of a machine's consumption curve. */
export interface CurvePoint {
  /** Revolutions per minute. */
  giri: number;
  litri_ora: number;
}

/** An exact fraction `over / under`; `under` is positive. */
interface Fraction {
  over: bigint;
  under: bigint;
}

/** Decimals of litres per hour (three) and of the share (two). */
const [LITRES, SHARE] = [3, 2];
const THOUSAND = 1000n;
/** One minute in the unit of the counters, hundredths of a minute. */
const MINUTE = 100n;
const HOUR = 60n * MINUTE;

/**
 * Computes the litres consumed in the counted time: litres per hour at the mean revolutions, times hours, times the share in percent. The
 * calculation is exact and rounded half up to whole litres once, at the end. Returns `null` without a curve.
 */
export function litresOf({ time, giri }: Counters, curve: readonly CurvePoint[], share: number): number | null {
  const points = sortCurve(curve);
  if (points.length === 0) return null;
  if (time === 0n) return 0;
  const hourly = hourlyAt(points, { over: giri * MINUTE, under: time });
  const over = hourly.over * time * toScaled(share, SHARE);
  const under = hourly.under * HOUR * THOUSAND * 100n * 10n ** BigInt(SHARE);
  return Number((2n * over + under) / (2n * under));
}

/** Interpolates the consumption in thousandths of a litre per hour; outside the curve, the value of the nearest point applies. */
function hourlyAt(points: readonly Point[], { over, under }: Fraction): Fraction {
  const reached = points.findLastIndex(({ giri }) => giri * under <= over);
  const lower = points[Math.max(reached, 0)]!;
  const upper = points[reached + 1];
  if (reached < 0 || !upper) return { over: lower.litres, under: 1n };
  const step = upper.giri - lower.giri;
  return {
    over: lower.litres * step * under + (upper.litres - lower.litres) * (over - lower.giri * under),
    under: step * under,
  };
}

interface Point {
  giri: bigint;
  litres: bigint;
}

/** Sorts the curve by revolutions. Of two points at the same revolutions, the lower litres count, so that the claim is never too high. */
function sortCurve(curve: readonly CurvePoint[]): Point[] {
  const lowest = new Map<bigint, bigint>();
  for (const { giri, litri_ora } of curve) {
    const [at, litres] = [toScaled(giri, 0), toScaled(litri_ora, LITRES)];
    const known = lowest.get(at);
    lowest.set(at, known === undefined || litres < known ? litres : known);
  }
  return [...lowest].map(([giri, litres]) => ({ giri, litres })).sort((a, b) => (a.giri < b.giri ? -1 : 1));
}
