import type { ValuesOf } from '../../core/typed-record.ts';
import type { guasti } from '../../registers/guasti.ts';
/** Possible outcomes at a point of the check before use. */
export const OUTCOMES = ['ok', 'problema'] as const;
export type Esito = (typeof OUTCOMES)[number];

export interface PuntoControllato {
  punto: string;
  esito: Esito;
}

export const MAX_POINTS = 40;
const MAX_LENGTH = 100;

/** Parses the points of a check from their JSON text; `null` if the text is not valid. */
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

/** Returns the names of the points with a problem. */
export const problemsOf = (text: unknown): string[] =>
  (parsePoints(text) ?? []).filter(({ esito }) => esito === 'problema').map(({ punto }) => punto);

type Fault = ValuesOf<typeof guasti>;

/** Checks whether a report has a problem; a check without problems needs no action. */
export function hasProblem(values: Readonly<Record<string, unknown>>): boolean {
  const { ferma, testo, punti } = values as Fault;
  return Number(ferma ?? 0) === 1 || Boolean(testo) || problemsOf(punti).length > 0;
}

/** Returns the problems in one line: "Freni, Luci: perde olio". */
export function problemWords(values: Readonly<Record<string, unknown>>): string {
  const { testo, punti } = values as Fault;
  return [problemsOf(punti).join(', '), typeof testo === 'string' ? testo : ''].filter(Boolean).join(': ');
}

/** A point of the check before use; without a tipologia the point applies to machines whose tipologia has no own points. */
export interface PuntoControllo {
  tipologia: string | null;
  punto: string | null;
  ordine: number | null;
}

/** Returns the points to check on a machine of a tipologia, in order. */
export function pointsFor(tipologia: string | null, all: readonly PuntoControllo[]): string[] {
  const of = (one: string | null) => all.filter((point) => point.punto !== null && (point.tipologia ?? null) === one);
  const own = tipologia === null ? [] : of(tipologia);
  return (own.length > 0 ? own : of(null))
    .toSorted((a, b) => (a.ordine ?? Number.MAX_SAFE_INTEGER) - (b.ordine ?? Number.MAX_SAFE_INTEGER))
    .flatMap(({ punto }) => punto ?? []);
}
