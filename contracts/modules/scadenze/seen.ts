import type { JsonObject } from '../../core/events.ts';
import type { BoardSubject } from './document-kind.ts';

/** Somebody has seen that something is due and lets it rest: the fact, in the stream of the record it is of. */
export const SEEN_EVENTS = {
  macchina: 'ScadenzaMacchinarioVista.v1',
  noleggio: 'ScadenzaNoleggioVista.v1',
  lavoratore: 'ScadenzaLavoratoreVista.v1',
  cantiere: 'ScadenzaCantiereVista.v1',
  ditta: 'ScadenzaDittaVista.v1',
} as const satisfies Record<BoardSubject, string>;

/** What was seen, under names that no field of a record has: nor can a kind of document be called so. */
export interface Seen {
  vistoTipo: string;
  /** What the kind was called then. */
  vistoNome: string;
  /** Of maintenance: the item. */
  vistoVoce: string | null;
  /** The date, or the hours of a maintenance, that was seen: with another one it is no longer seen. `null`: it was missing. */
  vistoRiferimento: string | null;
  vistoFino: string;
}

export function seenSentence(data: JsonObject): string {
  const { vistoNome, vistoVoce, vistoRiferimento, vistoFino } = data as unknown as Partial<Seen>;
  const of = [vistoNome, vistoVoce].filter(Boolean).join(', ');
  const when = vistoRiferimento ? (vistoVoce ? ` a ${vistoRiferimento} ore` : ` del ${vistoRiferimento}`) : ' (assente)';
  return `ha visto la scadenza «${of}»${when}, fino al ${vistoFino ?? ''}`;
}
