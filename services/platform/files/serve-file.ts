import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requestedRange, type Range } from './byte-range.ts';

/** File to stream, from the archive or from a job's results. */
export interface FileToServe {
  name: string;
  bytes: number;
  contentType: string;
  modified: string;
  /** Entity tag, which changes whenever the content does. */
  etag: string;
  attachment: boolean;
  /** Caching in the browser: a copy for some minutes; a copy that is revalidated each time (default); none. */
  caching?: 'briefly' | 'asking' | 'never';
  open(range?: Range): Readable;
}

const CACHE_CONTROL = { briefly: 'max-age=300', asking: 'no-cache', never: 'no-store' } as const;

/**
 * Streams a file, with support for range requests. Its content security policy forbids scripts and external resources, and lets the
 * portal's pages frame the file. The policy has no `sandbox`, which would disable the browser's PDF viewer.
 */
export async function serve(req: Request, res: Response, file: FileToServe): Promise<void> {
  setHeaders(res, file);
  if (notModified(req, file)) return void res.status(304).end();
  const range = rangeCondition(req, file) ? requestedRange(req.headers.range, file.bytes) : null;
  if (range === 'fuori') {
    res.status(416).set('Content-Range', `bytes */${file.bytes}`).set('Content-Length', '0').end();
    return;
  }
  const byte = range ? range.end - range.start + 1 : file.bytes;
  if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  res.set('Content-Length', String(byte));
  if (req.method === 'HEAD') return void res.end();
  await pipeline(range ? file.open(range) : file.open(), res).catch((error: NodeJS.ErrnoException) => {
    // the client closed the connection, so no response can be sent
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function setHeaders(res: Response, file: FileToServe): void {
  res.set({
    'Content-Type': file.contentType,
    'Content-Disposition': disposition(file.attachment ? 'attachment' : 'inline', file.name),
    'Content-Security-Policy':
      "default-src 'none'; img-src 'self' data:; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': `private, ${CACHE_CONTROL[file.caching ?? 'asking']}, no-transform`,
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
    'Last-Modified': new Date(file.modified).toUTCString(),
  });
}

/** Creates an `ETag` from values that change with the content. */
export function fileEtag(...parts: (string | number)[]): string {
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`;
}

/** Returns a Content-Disposition header after RFC 6266, with an ASCII name for old clients and the real name for others. */
export function disposition(mode: 'inline' | 'attachment', name: string): string {
  const plain =
    name
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%;]/g, '_')
      .trim() || 'file';
  const real = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${mode}; filename="${plain}"; filename*=UTF-8''${real}`;
}

function notModified(req: Request, file: FileToServe): boolean {
  const presented = req.headers['if-none-match'];
  return presented !== undefined && presented.split(',').some((e) => e.trim() === '*' || e.trim().replace(/^W\//, '') === file.etag);
}

/** Tells whether the `If-Range` header allows a partial response: only if the content has not changed since the client's first request. */
function rangeCondition(req: Request, file: FileToServe): boolean {
  const condition = req.headers['if-range'];
  return condition === undefined || condition === file.etag || condition === new Date(file.modified).toUTCString();
}
