import busboy from 'busboy';
import type { Request } from 'express';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '#contracts/core/errors.ts';
import { troppoGrande } from './content-check.ts';
import { spazza } from './sweep.ts';

/** An upload as it came: its text fields, and its one file put aside on disk. */
export interface Ricevuto {
  campi: Readonly<Record<string, string>>;
  /** Absolute path of the temporary file. */
  file: string;
  /** The name the sender gave it; never a path to be trusted. */
  nomeOriginale: string;
  byte: number;
}

const LIMITI = { fields: 30, fieldNameSize: 100, fieldSize: 4096, files: 1, parts: 40, headerPairs: 50 };

/**
 * Receives `multipart/form-data`, streamed to a temporary file because the fields that say where
 * it belongs may come after it; passes it on, and takes the temporary file away whatever happens.
 */
export async function conRicevuto<T>(req: Request, cartella: string, maxByte: number, usa: (ricevuto: Ricevuto) => Promise<T>): Promise<T> {
  await spazza(cartella);
  const file = join(cartella, randomUUID());
  try {
    return await usa(await ricevi(req, file, maxByte));
  } finally {
    await rm(file, { force: true });
  }
}

async function ricevi(req: Request, file: string, maxByte: number): Promise<Ricevuto> {
  const campi: Record<string, string> = Object.create(null) as Record<string, string>;
  let arrivato: Promise<{ nome: string; byte: number }> | null = null;
  let errore: DomainError | null = null;
  const parser = lettore(req, maxByte);
  parser.on('field', (nome, valore, info) => {
    if (info.valueTruncated || info.nameTruncated) errore ??= malformato(`Il campo ${nome.slice(0, 50)} è troppo lungo.`);
    campi[nome] = valore;
  });
  parser.on('file', (_campo, flusso, info) => {
    arrivato = salva(flusso, file, maxByte).then((byte) => ({ nome: info.filename ?? '', byte }));
    // judged below; until then a failure here must not be an unhandled one
    arrivato.catch(() => {});
  });
  for (const limite of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(limite, () => (errore ??= malformato('Si accetta un solo file per volta.')));
  }
  await pipeline(req, parser).catch(async (causa: Error) => {
    // whoever takes the temporary file away must find it: it may just be being opened
    await Promise.allSettled([arrivato]);
    throw malformato('Il caricamento non è arrivato intero.', causa);
  });
  if (errore) throw errore as DomainError;
  const salvato = await (arrivato as Promise<{ nome: string; byte: number }> | null);
  if (!salvato) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'file', messaggio: 'Manca il file' }] });
  return { campi: { ...campi }, file, nomeOriginale: salvato.nome, byte: salvato.byte };
}

function lettore(req: Request, maxByte: number): busboy.Busboy {
  if (!/^multipart\/form-data\b/i.test(req.headers['content-type'] ?? '')) throw malformato('Serve un caricamento multipart/form-data.');
  try {
    return busboy({ headers: req.headers, defParamCharset: 'utf8', limits: { ...LIMITI, fileSize: maxByte + 1 } });
  } catch (causa) {
    throw malformato('Il caricamento multipart non è scritto correttamente.', causa);
  }
}

/** Past the limit nothing more is written, but the rest is read: an answer in the middle of a request is lost. */
async function salva(flusso: Readable & { truncated?: boolean }, file: string, maxByte: number): Promise<number> {
  const uscita = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(flusso, uscita);
  } finally {
    if (!uscita.closed) await once(uscita, 'close');
  }
  if (flusso.truncated || uscita.bytesWritten > maxByte) throw troppoGrande(maxByte);
  return uscita.bytesWritten;
}

function malformato(messaggio: string, cause?: unknown): DomainError {
  return Object.assign(new DomainError('RICHIESTA_NON_VALIDA', { messaggio }), { cause });
}
