import type { JsonObject } from '../../core/events.ts';
import type { BoardSubject } from './board.ts';

/** Somebody has seen that something is due and lets it rest: the fact, in the stream of the record it is of. */
export const VISTO_EVENTS = {
  macchina: 'ScadenzaMacchinarioVista.v1',
  noleggio: 'ScadenzaNoleggioVista.v1',
  lavoratore: 'ScadenzaLavoratoreVista.v1',
  cantiere: 'ScadenzaCantiereVista.v1',
  ditta: 'ScadenzaDittaVista.v1',
} as const satisfies Record<BoardSubject, string>;

/** What was seen, under names that no field of a record has. */
export interface Seen {
  visto_tipo: string;
  /** What the kind was called then. */
  visto_nome: string;
  /** Of maintenance: the item. */
  visto_voce: string | null;
  /** The date, or the hours of a maintenance, that was seen: with another one it is no longer seen. `null`: it was missing. */
  visto_riferimento: string | null;
  visto_fino: string;
}

export function seenSentence(data: JsonObject): string {
  const { visto_nome, visto_voce, visto_riferimento, visto_fino } = data as unknown as Partial<Seen>;
  const of = [visto_nome, visto_voce].filter(Boolean).join(', ');
  const when = visto_riferimento ? (visto_voce ? ` a ${visto_riferimento} ore` : ` del ${visto_riferimento}`) : ' (assente)';
  return `ha visto la scadenza «${of}»${when}, fino al ${visto_fino ?? ''}`;
}
