/** How far a job was, and when that was seen (milliseconds). */
export interface Campione {
  progresso: number;
  quando: number;
}

/** Too little was seen before that to say anything. */
const MINIMO = { punti: 3, ms: 2000 };

/** "circa 20 s", "circa 3 min": what is left of a job at the pace seen since `primo`; `null` when it cannot be told. */
export function stima(primo: Campione, ora: Campione): string | null {
  const punti = ora.progresso - primo.progresso;
  const ms = ora.quando - primo.quando;
  if (punti < MINIMO.punti || ms < MINIMO.ms || ora.progresso >= 100) return null;
  const secondi = ((100 - ora.progresso) * ms) / punti / 1000;
  // nobody counts single seconds of a guess
  return secondi < 60 ? `circa ${Math.max(5, Math.ceil(secondi / 5) * 5)} s` : `circa ${Math.ceil(secondi / 60)} min`;
}
