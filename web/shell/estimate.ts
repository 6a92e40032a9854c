/** Progress of a job in percent, and the time of the reading in milliseconds. */
export interface Sample {
  progresso: number;
  quando: number;
}

/** Minimum progress (points) and time (ms) between two readings for an estimate. */
const MINIMUM = { punti: 3, ms: 2000 };

/** Estimates the remaining time of a job at its pace since `first`: "circa 20 s", "circa 3 min". `null` without enough data. */
export function estimate(first: Sample, now: Sample): string | null {
  const points = now.progresso - first.progresso;
  const ms = now.quando - first.quando;
  if (points < MINIMUM.punti || ms < MINIMUM.ms || now.progresso >= 100) return null;
  const seconds = ((100 - now.progresso) * ms) / points / 1000;
  // rounded up to 5 s, since it is an estimate
  return seconds < 60 ? `circa ${Math.max(5, Math.ceil(seconds / 5) * 5)} s` : `circa ${Math.ceil(seconds / 60)} min`;
}
