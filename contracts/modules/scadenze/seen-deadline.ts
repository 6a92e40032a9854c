import type { JsonObject } from '../../core/events.ts';
import type { BoardSubject } from './document-kind.ts';

/** Events by which someone marks a due item as seen and lets it rest, in the stream of the record. */
export const SEEN_EVENTS = {
  macchina: 'ScadenzaMacchinarioVista.v1',
  noleggio: 'ScadenzaNoleggioVista.v1',
  lavoratore: 'ScadenzaLavoratoreVista.v1',
  cantiere: 'ScadenzaCantiereVista.v1',
  ditta: 'ScadenzaDittaVista.v1',
} as const satisfies Record<BoardSubject, string>;

/** Data of the event. No field of a record and no document kind can have these names. */
export interface SeenDeadline {
  vistoTipo: string;
  /** Name of the kind at that time. */
  vistoNome: string;
  /** For maintenance: the item. */
  vistoVoce: string | null;
  /** The date, or the hours of a maintenance, that was seen; the mark ends when it changes. `null`: the document was missing. */
  vistoRiferimento: string | null;
  vistoFino: string;
}

export function seenSentence(data: JsonObject): string {
  const { vistoNome, vistoVoce, vistoRiferimento, vistoFino } = data as unknown as Partial<SeenDeadline>;
  const of = [vistoNome, vistoVoce].filter(Boolean).join(', ');
  const when = vistoRiferimento ? (vistoVoce ? ` a ${vistoRiferimento} ore` : ` del ${vistoRiferimento}`) : ' (assente)';
  return `ha visto la scadenza «${of}»${when}, fino al ${vistoFino ?? ''}`;
}
