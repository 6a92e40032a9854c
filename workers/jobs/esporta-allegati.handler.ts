import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { DomainError } from '#contracts/core/errors.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import type { FileLetto, FileStore } from '#contracts/ports/file-store.ts';
import type { ContestoJob, GestoreJob } from '#contracts/ports/job-queue.ts';
import { LEGGIMI, nomiUnici, type VoceZip } from '../formats/zip-names.ts';
import { comeRisultato } from '../formats/result-file.ts';

interface Serve {
  files: FileStore;
  cartellaRisultati: string;
}

/** Compressed already: deflating them again costs time and saves nothing. */
const GIA_COMPRESSI: readonly string[] = ['application/pdf', 'image/jpeg', 'application/zip'];

/** One file after the other from the archive through the zip to disk: memory does not grow with them. */
export function gestoreEsportaAllegati({ files, cartellaRisultati }: Serve): GestoreJob {
  return async (contesto) => {
    const { nome, file } = esportaAllegati.dati.parse(contesto.dati);
    const finale = join(cartellaRisultati, `${contesto.id}.zip`);
    const mancanti = await comeRisultato(finale, (temp) => scriviZip(temp, nomiUnici(file), files, contesto));
    return { file: finale, nomeFile: `${nome}.zip`, messaggio: riassunto(file.length - mancanti.length, mancanti.length) };
  };
}

async function scriviZip(temp: string, voci: readonly VoceZip[], files: FileStore, contesto: ContestoJob): Promise<VoceZip[]> {
  const zip = new ZipFile();
  const uscita = createWriteStream(temp, { flags: 'wx' });
  const scritto = pipeline(zip.outputStream, uscita);
  const rotto = new Promise<never>((_, rifiuta) => zip.on('error', rifiuta));
  // whatever fails first ends the wait for all the rest
  const guasto = Promise.race([rotto, scritto.then(() => new Promise<never>(() => {}))]);
  guasto.catch(() => {});
  try {
    const mancanti = await aggiungiTutti(zip, voci, files, contesto, guasto);
    const avviso = leggimi(voci.length, mancanti);
    if (avviso) zip.addBuffer(Buffer.from(avviso), LEGGIMI);
    zip.end();
    await Promise.race([scritto, rotto]);
    return mancanti;
  } catch (error) {
    uscita.destroy();
    await scritto.catch(() => {});
    throw error;
  }
}

async function aggiungiTutti(zip: ZipFile, voci: readonly VoceZip[], files: FileStore, { signal, progresso }: ContestoJob, guasto: Promise<never>): Promise<VoceZip[]> {
  const mancanti: VoceZip[] = [];
  for (const [i, voce] of voci.entries()) {
    signal.throwIfAborted();
    await progresso((i / voci.length) * 100, `${i} di ${voci.length} file`);
    const letto = await leggiSePresente(files, voce.percorso);
    if (letto) await aggiungi(zip, letto, voce.nome, guasto);
    else mancanti.push(voce);
  }
  return mancanti;
}

async function leggiSePresente(files: FileStore, percorso: string): Promise<FileLetto | null> {
  try {
    return await files.leggi(percorso);
  } catch (error) {
    if (error instanceof DomainError && ['FILE_ASSENTE', 'PERCORSO_NON_VALIDO'].includes(error.code)) return null;
    throw error;
  }
}

/** Resolves when the file's last byte has been taken and it is closed again. */
async function aggiungi(zip: ZipFile, letto: FileLetto, nome: string, guasto: Promise<never>): Promise<void> {
  let flusso: Readable | undefined;
  const preso = new Promise<void>((risolvi, rifiuta) => {
    const opzioni = { mtime: new Date(letto.modificato), compress: !GIA_COMPRESSI.includes(letto.contentType), size: letto.byte };
    zip.addReadStreamLazy(nome, opzioni, (cb) => {
      flusso = letto.apri().once('close', risolvi).once('error', rifiuta);
      cb(null, flusso);
    });
  });
  try {
    await Promise.race([preso, guasto]);
  } finally {
    flusso?.destroy();
  }
}

function leggimi(totale: number, mancanti: readonly VoceZip[]): string | null {
  if (totale === 0) return 'Nessun documento da esportare.\r\n';
  if (mancanti.length === 0) return null;
  return ['Questi file non sono nell\'archivio e mancano da questo zip:', '', ...mancanti.map((m) => m.percorso), ''].join('\r\n');
}

function riassunto(presenti: number, mancanti: number): string {
  return mancanti === 0 ? `${presenti} file` : `${presenti} file, ${mancanti} ${mancanti === 1 ? 'mancante' : 'mancanti'}`;
}
