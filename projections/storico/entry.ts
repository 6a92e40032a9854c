import type { Json } from '#contracts/core/events.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { registro } from '#contracts/registers/index.ts';
import { campiModificati, chiaveRecord, evolviRecord, fraseDi, type CampoStorico, type StatoRecord } from '#contracts/core/history.ts';
import type { Fatto } from '../engine/facts.ts';

/** Records by `chiaveRecord`. */
export type Stati = Map<string, StatoRecord>;

/**
 * The history entry of an event; moves its record on in `stati`. `null` for an event that is
 * already in the record.
 */
export function voceDi(stati: Stati, { event, modifica }: Fatto): Record<string, unknown> | null {
  const chiave = chiaveRecord(modifica.tabella, modifica.id);
  const prima = stati.get(chiave);
  if (prima && event.version <= prima.versione) return null;
  const dopo = evolviRecord(prima, modifica, event);
  stati.set(chiave, dopo);
  const campi = campiModificati(prima, dopo, modifica);
  const frase = fraseDi(modifica, campi.length);
  const { utente, at, motivo } = event.metadata;
  const padre = padreDi(modifica.tabella, event.stream);
  return {
    flusso: event.stream,
    versione: event.version,
    posizione: event.position,
    tabella: modifica.tabella,
    id: modifica.id,
    evento: event.type,
    tipo: modifica.tipo,
    quando: (Number.isNaN(Date.parse(at)) ? new Date(0) : new Date(at)).toISOString(),
    utente,
    campi,
    frase,
    motivo: motivo ?? null,
    area: registro(modifica.tabella)?.accesso.area ?? null,
    proprietario: ((padre === null ? undefined : stati.get(padre)) ?? dopo).utente,
    testo: [modifica.id, utente, frase, motivo ?? '', ...campi.flatMap(parole)].filter(Boolean).join(' '),
  };
}

/** The record that a child's stream is named after; `null` for a record with a stream of its own. */
export function padreDi(tabella: string, flusso: string): string | null {
  const def = registro(tabella);
  if (!def?.parent) return null;
  return chiaveRecord(def.parent.register, flusso.slice(streamOf(def, '').length));
}

const parole = ({ etichetta, prima, dopo }: CampoStorico): string[] => [etichetta, leggibile(prima), leggibile(dopo)];

/** As people would look for it: dates also the Italian way. */
function leggibile(valore: Json): string {
  if (valore === null) return '';
  if (typeof valore === 'object') return 'percorso' in valore ? String(valore['percorso']) : JSON.stringify(valore);
  const testo = String(valore);
  const data = /^(\d{4})-(\d{2})-(\d{2})$/.exec(testo);
  return data ? `${testo} ${data[3]}/${data[2]}/${data[1]}` : testo;
}
