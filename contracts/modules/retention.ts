/** Document kind with the years for which a worker's documents of the kind must be kept. */
export interface RetainedKind {
  codice: string;
  nome: string;
  sanitario: boolean;
  /** `null`: the default of health documents or of the others. */
  conserva_anni: number | null;
}

/** Years for which documents are kept after a worker's employment ends, where the kind does not say. */
export const YEARS_KEPT = { health: 10, other: 5 } as const;

/** Returns the years for which documents of a kind are kept. */
export const yearsKept = ({ sanitario, conserva_anni }: Pick<RetainedKind, 'sanitario' | 'conserva_anni'>): number =>
  conserva_anni ?? (sanitario ? YEARS_KEPT.health : YEARS_KEPT.other);

/** Returns the same day some years later; 29 February becomes 1 March in a year that has none. */
export function yearsAfter(day: string, years: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10);
}

/** Verdict of the retention rule on a worker. */
export interface Retention {
  /** Last day on which the worker must be kept; `null` if there is no such day. */
  fino: string | null;
  /** Why the worker may not be forgotten today; `null` if nothing forbids it. */
  motivo: string | null;
}

interface RetentionFacts {
  data_fine: string | null;
  /** Kinds of which the worker has, or had, a document or a deadline. */
  kinds: readonly RetainedKind[];
  today: string;
}

/** Returns until when a worker must be kept, counted from the end of employment, and why in a sentence. */
export function retentionOf({ data_fine, kinds, today }: RetentionFacts): Retention {
  if (data_fine === null)
    return { fino: null, motivo: 'Il lavoratore non ha una data di fine rapporto: finché è in forza i suoi dati servono.' };
  if (data_fine > today) return { fino: null, motivo: `La fine del rapporto è il ${data_fine}: fino ad allora il lavoratore è in forza.` };
  const longest = kinds.reduce<RetainedKind | null>((most, kind) => (most && yearsKept(most) >= yearsKept(kind) ? most : kind), null);
  if (longest === null) return { fino: null, motivo: null };
  const years = yearsKept(longest);
  const until = yearsAfter(data_fine, years);
  if (years === 0 || until < today) return { fino: until, motivo: null };
  return {
    fino: until,
    motivo: `«${longest.nome}» si conserva ${years === 1 ? 'un anno' : `${years} anni`} dalla fine del rapporto (${data_fine}): fino al ${until}.`,
  };
}
