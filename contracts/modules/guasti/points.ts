/** What was found at a point of the check before use. */
export const OUTCOMES = ['ok', 'problema'] as const;
export type Esito = (typeof OUTCOMES)[number];

export interface PuntoControllato {
  punto: string;
  esito: Esito;
}

export const MAX_POINTS = 40;
const MAX_LENGTH = 100;

/** The points of a check as its field holds them, a JSON text; `null` for what is none. */
export function parsePoints(text: unknown): PuntoControllato[] | null {
  if (text === null || text === undefined || text === '') return [];
  if (typeof text !== 'string') return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.length <= MAX_POINTS && list.every(isPoint) ? list : null;
  } catch {
    return null;
  }
}

function isPoint(one: unknown): one is PuntoControllato {
  if (typeof one !== 'object' || one === null || Object.keys(one).length !== 2) return false;
  const { punto, esito } = one as Partial<Record<string, unknown>>;
  return typeof punto === 'string' && punto.trim() !== '' && punto.length <= MAX_LENGTH && OUTCOMES.includes(esito as Esito);
}

export const pointsText = (points: readonly PuntoControllato[]): string | null => (points.length === 0 ? null : JSON.stringify(points));

/** Names of the points at which something is wrong. */
export const problemsOf = (text: unknown): string[] =>
  (parsePoints(text) ?? []).filter(({ esito }) => esito === 'problema').map(({ punto }) => punto);

/** Whether a report says that anything is wrong: a check that found nothing needs no one. */
export const hasProblem = (values: Readonly<Record<string, unknown>>): boolean =>
  Number(values['ferma'] ?? 0) === 1 || Boolean(values['testo']) || problemsOf(values['punti']).length > 0;

/** What is wrong, in a line: "Freni, Luci: perde olio". */
export function problemWords(values: Readonly<Record<string, unknown>>): string {
  return [problemsOf(values['punti']).join(', '), typeof values['testo'] === 'string' ? values['testo'] : ''].filter(Boolean).join(': ');
}

/** A point to be looked at, as the firm keeps it; without a tipologia it is of all that have no points of their own. */
export interface PuntoControllo {
  tipologia: string | null;
  punto: string | null;
  ordine: number | null;
}

/** What is looked at on a machine of a tipologia, in its order. */
export function pointsFor(tipologia: string | null, all: readonly PuntoControllo[]): string[] {
  const of = (one: string | null) => all.filter((point) => point.punto !== null && (point.tipologia ?? null) === one);
  const own = tipologia === null ? [] : of(tipologia);
  return (own.length > 0 ? own : of(null))
    .toSorted((a, b) => (a.ordine ?? Number.MAX_SAFE_INTEGER) - (b.ordine ?? Number.MAX_SAFE_INTEGER))
    .flatMap(({ punto }) => punto ?? []);
}
