import type { Readable } from 'node:stream';
import { EVENTI_DOCUMENTO } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import type { Mittente } from '#contracts/ports/dispatch.ts';
import type { FileInfo } from '#contracts/ports/file-store.ts';
import { chiaveRecord, rileggi } from '#contracts/core/history.ts';
import { commandIdDerivato, esegui } from './command-handling.ts';
import type { Dipendenze } from '../platform/module.ts';
import { tipoErrato } from '../platform/files/content-check.ts';
import { decidiCaricato, recordPer, streamDelFile, type Contenuto, type SuFile } from './documents.decider.ts';
import { estensione } from '../platform/files/logical-path.ts';
import type { Proprieta } from './file-owner.ts';
import { inFila } from '../platform/files/file-lock.ts';

export interface Caricamento {
  percorso: string;
  proprieta: Proprieta;
  contenuto(): Readable;
  mittente: Mittente;
  versioneLetta?: number | null;
}

export interface Caricato extends Contenuto {
  /** Version of the record; `null` where the file belongs to no record yet. */
  versione: number | null;
  posizione: string | null;
}

type Serve = Pick<Dipendenze, 'files' | 'store' | 'clock'>;

const ESTENSIONI = { pdf: ['.pdf'], jpeg: ['.jpg', '.jpeg'] } as const;
/** Two uploads to one path are recorded in the order in which their contents were put in place. */
const unoAllaVolta = inFila();

/**
 * Puts the content in place and records it on every record the file belongs to. The records are
 * looked at before anything is stored; a refusal afterwards takes the content out of place again.
 */
export async function caricaFile(dip: Serve, caricamento: Caricamento): Promise<Caricato> {
  const { percorso, proprieta } = caricamento;
  if (!(ESTENSIONI[proprieta.tipo] as readonly string[]).includes(estensione(percorso))) throw tipoErrato(proprieta.tipo);
  return unoAllaVolta(percorso, async () => {
    const gia = await verifica(dip, caricamento);
    if (gia) return { ...gia, ...(await registra(dip, caricamento, gia)) };
    const prima = await dip.files.info(percorso);
    const contenuto = await metti(dip, caricamento);
    try {
      return { ...contenuto, ...(await registra(dip, caricamento, contenuto)) };
    } catch (error) {
      // when the log cannot be reached nobody knows whether it was recorded: the next try will tell
      if (error instanceof DomainError) await riporta(dip, percorso, prima, proprieta.tipo);
      throw error;
    }
  });
}

/** Every record is there and may be changed; what this same command stored already, when it is repeated. */
async function verifica(dip: Serve, { proprieta, mittente, versioneLetta }: Caricamento): Promise<Contenuto | null> {
  let gia: Contenuto | null = null;
  for (const su of suRecord(proprieta, mittente, versioneLetta)) {
    const stream = streamDelFile(su);
    const eventi = await dip.store.read(stream);
    const mio = eventi.find((e) => e.metadata.commandId === commandIdDerivato(mittente.commandId, stream) && e.type === EVENTI_DOCUMENTO.caricato);
    if (mio) gia = contenutoDi(mio.data);
    else recordPer(su, 'edit', rileggi(eventi));
  }
  return gia;
}

async function metti({ files }: Serve, { percorso, contenuto, proprieta }: Caricamento): Promise<Contenuto> {
  const info = await files.scrivi(percorso, contenuto(), proprieta.tipo);
  return { percorso: info.percorso, file_versione: info.versione, byte: info.byte };
}

async function registra(dip: Serve, { proprieta, mittente, versioneLetta }: Caricamento, { percorso, file_versione, byte }: Contenuto) {
  let esito: Pick<Caricato, 'versione' | 'posizione'> = { versione: null, posizione: null };
  for (const su of suRecord(proprieta, mittente, versioneLetta)) {
    const stream = streamDelFile(su);
    const eseguito = await esegui(dip, {
      stream,
      mittente: { ...mittente, commandId: commandIdDerivato(mittente.commandId, stream) },
      decidi: (stato) => decidiCaricato(su, { percorso, file_versione, byte }, stato),
    });
    const versione = eseguito.stato.get(chiaveRecord(su.def.path, su.id))?.versione ?? null;
    esito = { versione, posizione: eseguito.posizione ?? esito.posizione };
  }
  return esito;
}

/** The content before this one comes back, as a new version of its own: numbers are never given twice. */
async function riporta({ files }: Serve, percorso: string, prima: FileInfo | null, tipo: 'pdf' | 'jpeg'): Promise<void> {
  if (!prima) return files.elimina(percorso);
  const contenuto = await files.leggi(percorso, prima.versione);
  await files.scrivi(percorso, contenuto.apri(), tipo);
}

function contenutoDi(data: JsonObject): Contenuto {
  return { percorso: String(data['percorso']), file_versione: Number(data['file_versione']), byte: Number(data['byte']) };
}

/** What the deciders are asked about, record by record. */
export function suRecord({ def, record }: Proprieta, { identita, origine }: Mittente, versioneLetta?: number | null): SuFile[] {
  return record.map(({ id, campo, padre }) => ({
    def, id, padre, campo, identita, libero: origine === 'sistema' || origine === 'demo',
    // several records share the file: the version read can only be one's
    versioneLetta: record.length === 1 ? (versioneLetta ?? null) : null,
  }));
}
