/** How far a job was, and when that was seen (milliseconds). */
export interface Sample {
  progresso: number;
  quando: number;
}

/** Too little was seen before that to say anything. */
const MINIMUM = { punti: 3, ms: 2000 };

/** "circa 20 s", "circa 3 min": what is left of a job at the pace seen since `primo`; `null` when it cannot be told. */
export function estimate(first: Sample, now: Sample): string | null {
  const points = now.progresso - first.progresso;
  const ms = now.quando - first.quando;
  if (points < MINIMUM.punti || ms < MINIMUM.ms || now.progresso >= 100) return null;
  const seconds = ((100 - now.progresso) * ms) / points / 1000;
  // nobody counts single seconds of a guess
  return seconds < 60 ? `circa ${Math.max(5, Math.ceil(seconds / 5) * 5)} s` : `circa ${Math.ceil(seconds / 60)} min`;
}
