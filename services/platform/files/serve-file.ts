import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { intervalloRichiesto, type Intervallo } from './byte-range.ts';

/** What is needed to stream a file, wherever it comes from. */
export interface DaServire {
  nome: string;
  byte: number;
  contentType: string;
  modificato: string;
  /** Changes whenever the content does. */
  etichetta: string;
  allegato: boolean;
  apri(intervallo?: Intervallo): Readable;
}

/**
 * Streams a file with range requests. The policy of its own: nothing in it may run or load, our own
 * pages may frame it, and the browser's PDF viewer (which is an embedded object) may work; `sandbox`
 * would switch that viewer off.
 */
export async function servi(req: Request, res: Response, file: DaServire): Promise<void> {
  intesta(res, file);
  if (nonModificato(req, file)) return void res.status(304).end();
  const intervallo = condizioneDiRange(req, file) ? intervalloRichiesto(req.headers.range, file.byte) : null;
  if (intervallo === 'fuori') {
    res.status(416).set('Content-Range', `bytes */${file.byte}`).set('Content-Length', '0').end();
    return;
  }
  const byte = intervallo ? intervallo.fine - intervallo.inizio + 1 : file.byte;
  if (intervallo) res.status(206).set('Content-Range', `bytes ${intervallo.inizio}-${intervallo.fine}/${file.byte}`);
  res.set('Content-Length', String(byte));
  if (req.method === 'HEAD') return void res.end();
  await pipeline(intervallo ? file.apri(intervallo) : file.apri(), res).catch((error: NodeJS.ErrnoException) => {
    // the reader went away: nobody is left to be told
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function intesta(res: Response, file: DaServire): void {
  res.set({
    'Content-Type': file.contentType,
    'Content-Disposition': disposizione(file.allegato ? 'attachment' : 'inline', file.nome),
    'Content-Security-Policy': "default-src 'none'; img-src 'self' data:; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, max-age=300, no-transform',
    'Accept-Ranges': 'bytes',
    ETag: file.etichetta,
    'Last-Modified': new Date(file.modificato).toUTCString(),
  });
}

/** An `ETag` of what makes one content another. */
export function etichettaFile(...parti: (string | number)[]): string {
  return `"${createHash('sha256').update(JSON.stringify(parti)).digest('base64url').slice(0, 27)}"`;
}

/** RFC 6266: the plain name for old readers, the true one for all others. */
export function disposizione(modo: 'inline' | 'attachment', nome: string): string {
  const semplice = nome.normalize('NFKD').replace(/[^\x20-\x7e]/g, '').replace(/["\\%;]/g, '_').trim() || 'file';
  const vero = encodeURIComponent(nome).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${modo}; filename="${semplice}"; filename*=UTF-8''${vero}`;
}

function nonModificato(req: Request, file: DaServire): boolean {
  const presentati = req.headers['if-none-match'];
  return presentati !== undefined && presentati.split(',').some((e) => e.trim() === '*' || e.trim().replace(/^W\//, '') === file.etichetta);
}

/** `If-Range`: the part only if the content is still the one the reader has begun. */
function condizioneDiRange(req: Request, file: DaServire): boolean {
  const condizione = req.headers['if-range'];
  return condizione === undefined || condizione === file.etichetta || condizione === new Date(file.modificato).toUTCString();
}
