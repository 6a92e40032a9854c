import { DomainError } from '#contracts/core/errors.ts';
import type { Mittente } from '#contracts/ports/dispatch.ts';
import { chiaveRecord } from '#contracts/core/history.ts';
import { commandIdDerivato, esegui } from '#services/registers/command-handling.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { suRecord } from '#services/registers/upload-document.ts';
import { decidiEliminato, streamDelFile } from '#services/registers/documents.decider.ts';
import type { Proprieta } from '#services/registers/file-owner.ts';

export interface Eliminazione {
  percorso: string;
  proprieta: Proprieta;
  mittente: Mittente;
  versioneLetta?: number | null;
}

/**
 * First the records stop naming the file, then it goes to the earlier versions: cut off in between
 * it leaves a file nobody names, never a name without its file.
 */
export async function eliminaFile(dip: Pick<Dipendenze, 'files' | 'store' | 'clock'>, { percorso, proprieta, mittente, versioneLetta }: Eliminazione) {
  const presente = await dip.files.info(percorso);
  if (!presente && !(await giaEliminato(dip, proprieta, mittente))) {
    throw new DomainError('FILE_ASSENTE', { messaggio: 'Eliminazione fallita, controllare presenza del file' });
  }
  let esito: { versione: number | null; posizione: string | null } = { versione: null, posizione: null };
  for (const su of suRecord(proprieta, mittente, versioneLetta)) {
    const stream = streamDelFile(su);
    const eseguito = await esegui(dip, {
      stream,
      mittente: { ...mittente, commandId: commandIdDerivato(mittente.commandId, stream) },
      decidi: (stato) => decidiEliminato(su, percorso, stato),
    });
    const versione = eseguito.stato.get(chiaveRecord(su.def.path, su.id))?.versione ?? null;
    esito = { versione, posizione: eseguito.posizione ?? esito.posizione };
  }
  if (presente) await dip.files.elimina(percorso);
  return esito;
}

/** The same request, sent again after its answer was lost. */
async function giaEliminato({ store }: Pick<Dipendenze, 'store'>, { def, record }: Proprieta, { commandId }: Mittente): Promise<boolean> {
  for (const { id, padre } of record) {
    const stream = streamDelFile({ def, id, padre });
    const eventi = await store.read(stream);
    if (eventi.some((e) => e.metadata.commandId === commandIdDerivato(commandId, stream))) return true;
  }
  return false;
}
