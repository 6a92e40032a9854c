import type { StoredEvent } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { evolviRecord, type Modifica } from '#contracts/core/history.ts';
import { fattiNoti, type Fatto } from '../engine/facts.ts';
import type { RecordLetto } from './row.ts';

/** An event as one register sees it: about a record of its own, or about the parent of some. */
export interface FattoRegistro extends Fatto {
  delPadre: boolean;
}

/** What of a batch concerns the register, in order. */
export function fattiDi(def: AnyRegister, events: readonly StoredEvent[]): FattoRegistro[] {
  return fattiNoti(events).flatMap(({ event, modifica }): FattoRegistro[] => {
    if (modifica.tabella === def.path) return [{ event, modifica, delPadre: false }];
    const suPadre = modifica.tabella === def.parent?.register && (modifica.tipo === 'eliminato' || modifica.tipo === 'ripristinato');
    return suPadre ? [{ event, modifica, delPadre: true }] : [];
  });
}

/** Puts the facts on the records (by id), and says which ids they changed. Facts already in are skipped. */
export function applicaFatti(record: Map<string, RecordLetto>, fatti: readonly FattoRegistro[]): Set<string> {
  const cambiati = new Set<string>();
  for (const { event, modifica, delPadre } of fatti) {
    const toccati = delPadre ? delFlusso(record, event) : [modifica.id];
    for (const id of toccati) {
      const prima = record.get(id);
      const dopo = delPadre && prima ? conPadre(prima, modifica, event) : conFatto(prima, modifica, event);
      if (!dopo) continue;
      record.set(id, dopo);
      cambiati.add(id);
    }
  }
  return cambiati;
}

const delFlusso = (record: ReadonlyMap<string, RecordLetto>, { stream }: StoredEvent): string[] =>
  [...record].flatMap(([id, r]) => (r.flusso === stream ? [id] : []));

function conFatto(prima: RecordLetto | undefined, modifica: Modifica, event: StoredEvent): RecordLetto | null {
  if (prima && event.version <= prima.stato.versione) return null;
  const stato = evolviRecord(prima?.stato, modifica, event);
  // a child made after its parent's last deletion or return knows nothing of it
  return { stato, flusso: event.stream, versionePadre: prima?.versionePadre ?? event.version };
}

function conPadre(prima: RecordLetto, modifica: Modifica, event: StoredEvent): RecordLetto | null {
  if (event.version <= prima.versionePadre) return null;
  return { ...prima, stato: { ...prima.stato, padreEliminato: modifica.tipo === 'eliminato' }, versionePadre: event.version };
}
