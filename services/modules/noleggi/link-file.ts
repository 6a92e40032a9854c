import { campiFile, type CampoFile } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Comando, Esito, Mittente } from '#contracts/ports/dispatch.ts';
import type { FileInfo } from '#contracts/ports/file-store.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { registro } from '#contracts/registers/index.ts';
import { chiaveRecord, rileggi, type StatoStream } from '#contracts/core/history.ts';
import { percorsoLogico } from '#services/platform/files/logical-path.ts';
import { commandIdDerivato, esegui } from '#services/registers/command-handling.ts';
import { decidiCaricato } from '#services/registers/documents.decider.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { padreDi } from '#services/registers/locate.ts';

type Serve = Pick<Dipendenze, 'store' | 'clock' | 'letture' | 'files'>;

/**
 * The file of a photo or a contract is uploaded first and its path written in the record
 * afterwards: only then is it known whose it is. Its version and size are recorded with it, so
 * that the history can open that very content.
 */
export async function collegaFile(dip: Serve, comando: Comando, mittente: Mittente, esito: Esito): Promise<Esito> {
  const def = registro(comando.registro);
  const campo = def && campiFile(def).find((c) => comando.valori?.[c.campo]);
  if (!def?.parent || !campo || (comando.azione !== 'crea' && comando.azione !== 'modifica')) return esito;
  const padre = await padreDi(dip, def, esito.chiave, comando);
  if (padre === null) return esito;
  const stream = streamOf(def, padre);
  const info = await fileProprio(dip, rileggi(await dip.store.read(stream)), chiaveRecord(def.parent.register, padre), String(comando.valori?.[campo.campo]), campo);
  if (!info) return esito;
  const chiave = chiaveRecord(def.path, esito.chiave);
  const su = { def, id: esito.chiave, padre, campo: campo.campo, identita: mittente.identita, libero: true };
  const { stato, posizione } = await esegui(dip, {
    stream,
    mittente: { ...mittente, commandId: commandIdDerivato(mittente.commandId, `file di ${chiave}`) },
    decidi: (ora) => (nomina(ora, chiave, campo, info) ? decidiCaricato(su, { percorso: info.percorso, file_versione: info.versione, byte: info.byte }, ora) : []),
  });
  return { ...esito, versione: stato.get(chiave)?.versione ?? esito.versione, posizione: posizione ?? esito.posizione };
}

const nomina = (stato: StatoStream, chiave: string, { campo }: CampoFile, { percorso }: FileInfo): boolean => {
  const record = stato.get(chiave);
  return record?.esiste === true && !record.padreEliminato && record.valori[campo] === percorso;
};

/** The file, if it is there and in the folder of this very rental: a path is free text. */
async function fileProprio({ files }: Serve, stato: StatoStream, padre: string, scritto: string, { kind }: CampoFile): Promise<FileInfo | null> {
  const cartella = stato.get(padre)?.valori['matricola'];
  if (typeof cartella !== 'string' || !scritto.startsWith(`${cartella}/`) || !(kind === 'photo' ? /\.jpe?g$/i : /\.pdf$/i).test(scritto)) return null;
  try {
    return percorsoLogico(scritto) === scritto ? await files.info(scritto) : null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
