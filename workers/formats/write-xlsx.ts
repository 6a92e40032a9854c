import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Cella, ColonnaFoglio } from '#contracts/export/cells.ts';
import { nomeFoglio } from '#contracts/export/file.ts';
import { scrivi } from './write-stream.ts';
import { partiDellaCartella, type FoglioScritto } from './xlsx-workbook.ts';
import { foglio, type ScrittoreFoglio } from './xlsx-sheet.ts';

export type Righe = readonly (readonly Cella[])[];

interface Opzioni {
  titolo: string;
  colonne: readonly ColonnaFoglio[];
  signal: AbortSignal;
  /** Of a sheet, beside the head; the rest goes to further sheets. */
  righePerFoglio?: number;
}

/** What a spreadsheet can hold. */
const MASSIMO = 1_048_575;

/**
 * Writes an xlsx file while its rows come: they go as XML through the zip to the disk, and memory
 * holds what `riempi` hands over at a time.
 */
export async function scriviXlsx(file: string, opzioni: Opzioni, riempi: (aggiungi: (righe: Righe) => Promise<void>) => Promise<void>): Promise<void> {
  const zip = new ZipFile();
  const uscita = createWriteStream(file, { flags: 'wx' });
  zip.on('error', (error: Error) => uscita.destroy(error));
  const guasto = new AbortController();
  const scritto = pipeline(zip.outputStream, uscita);
  scritto.catch((error: unknown) => guasto.abort(error));
  const fogli = scrittoreDiFogli(zip, { ...opzioni, signal: AbortSignal.any([opzioni.signal, guasto.signal]) });
  try {
    await fogli.apri();
    await riempi(fogli.aggiungi);
    for (const [nome, contenuto] of partiDellaCartella(await fogli.chiudi())) zip.addBuffer(Buffer.from(contenuto), nome);
    zip.end();
    await scritto;
  } catch (error) {
    uscita.destroy();
    fogli.abbandona();
    await scritto.catch(() => {});
    throw error;
  }
}

function scrittoreDiFogli(zip: ZipFile, { titolo, colonne, signal, righePerFoglio = MASSIMO }: Opzioni) {
  const scritti: FoglioScritto[] = [];
  let flusso: PassThrough | undefined;
  let corrente: ScrittoreFoglio = foglio(colonne);
  let posto = 0;
  const apri = async () => {
    const nuovo = new PassThrough();
    flusso = nuovo;
    corrente = foglio(colonne);
    posto = righePerFoglio;
    zip.addReadStreamLazy(`xl/worksheets/sheet${scritti.length + 1}.xml`, { mtime: new Date() }, (cb) => cb(null, nuovo));
    await scrivi(nuovo, corrente.inizio(), signal);
  };
  const chiudi = async () => {
    flusso?.end(corrente.fine());
    scritti.push({ nome: nomeFoglio(titolo, scritti.length + 1), area: corrente.area() });
    return scritti;
  };
  const aggiungi = async (righe: Righe): Promise<void> => {
    if (righe.length > 0 && posto === 0) {
      await chiudi();
      await apri();
    }
    const entrano = righe.slice(0, posto);
    posto -= entrano.length;
    if (flusso && entrano.length > 0) await scrivi(flusso, corrente.righe(entrano), signal);
    if (entrano.length < righe.length) await aggiungi(righe.slice(entrano.length));
  };
  return { apri, aggiungi, chiudi, abbandona: () => flusso?.destroy() };
}
