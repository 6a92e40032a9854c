import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import Papa from 'papaparse';
import { BOM, opzioniCsv, type ColonnaFoglio } from '#contracts/export/cells.ts';
import { scrivi } from './write-stream.ts';

type Righe = readonly (readonly (string | null)[])[];

/** Writes a csv file while its rows come. */
export async function scriviCsv(file: string, colonne: readonly ColonnaFoglio[], signal: AbortSignal, riempi: (aggiungi: (righe: Righe) => Promise<void>) => Promise<void>): Promise<void> {
  const uscita = createWriteStream(file, { flags: 'wx' });
  const guasto = new AbortController();
  const scritto = finished(uscita);
  scritto.catch((error: unknown) => guasto.abort(error));
  const fermo = AbortSignal.any([signal, guasto.signal]);
  const opzioni = opzioniCsv(colonne);
  const testo = (righe: Righe) => Papa.unparse(righe as unknown[][], opzioni);
  try {
    await scrivi(uscita, BOM + testo([colonne.map(({ etichetta }) => etichetta)]), fermo);
    await riempi(async (righe) => {
      if (righe.length > 0) await scrivi(uscita, opzioni.newline + testo(righe), fermo);
    });
    uscita.end();
    await scritto;
  } catch (error) {
    uscita.destroy();
    await scritto.catch(() => {});
    throw error;
  }
}
