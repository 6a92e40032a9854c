import express, { type Request, type Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { hasBody } from './early-answer.ts';
import { checkTexts } from './sanitize.ts';

/** Limits of a JSON body. */
export interface BodyLimits {
  bytes: number;
  /** Maximum number of keys of objects and items of arrays, counted together. */
  values: number;
}

export const BODY_LIMITS = {
  /** Limits for clients without a known session, and for the sign-in. */
  anonymous: { bytes: 4096, values: 50 },
  person: { bytes: 1_048_576, values: 20_000 },
} as const satisfies Record<string, BodyLimits>;
const MAX_DEPTH = 32;

const JSON_BODIES = ['application/json', 'application/*+json'];
const UTF8 = /;\s*charset\s*=\s*"?(?:utf-8|utf8|us-ascii)"?\s*(?:;|$)/i;

/** Tells whether the request has a body and declares it as JSON. */
export const hasJsonBody = (req: Request): boolean => hasBody(req) && req.is(JSON_BODIES) !== false;

/**
 * Creates a reader that parses a JSON body into `req.body`. Size and shape are checked before parsing, since an attacker could make parsing
 * expensive. Throws TROPPO_GRANDE, TIPO_NON_ACCETTATO, JSON_NON_VALIDO, RICHIESTA_NON_VALIDA.
 */
export function jsonBody(limits: BodyLimits): (req: Request, res: Response) => Promise<void> {
  const readBytes = express.raw({ limit: limits.bytes, type: JSON_BODIES });
  return async (req, res) => {
    if (!hasBody(req)) {
      req.body = {};
      return;
    }
    requireJson(req);
    await new Promise<void>((resolve, reject) => {
      readBytes(req, res, (error?: unknown) => (error ? reject(tooLargeOr(error, limits.bytes)) : resolve()));
    });
    const bytes = req.body as Buffer;
    req.body = Buffer.isBuffer(bytes) && bytes.length > 0 ? parseJson(bytes, limits.values) : {};
    checkTexts(req.body);
  };
}

function requireJson(req: Request): void {
  if (!req.is(JSON_BODIES))
    throw new DomainError('TIPO_NON_ACCETTATO', { message: 'Il corpo della richiesta deve essere JSON (Content-Type: application/json).' });
  const type = req.headers['content-type'] ?? '';
  if (/;\s*charset\s*=/i.test(type) && !UTF8.test(type))
    throw new DomainError('TIPO_NON_ACCETTATO', {
      message: 'La codifica del corpo della richiesta non è accettata: serve JSON in UTF-8.',
    });
}

function tooLargeOr(error: unknown, bytes: number): unknown {
  if ((error as { status?: number }).status !== 413) return error;
  const most = bytes >= 1_048_576 ? `${bytes / 1_048_576} MB` : `${bytes / 1024} kB`;
  return new DomainError('TROPPO_GRANDE', { message: `La richiesta è troppo grande: al massimo ${most}.` });
}

function parseJson(bytes: Buffer, values: number): unknown {
  judgeShape(bytes, values);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new DomainError('JSON_NON_VALIDO');
  }
  if (typeof body !== 'object' || body === null) throw new DomainError('JSON_NON_VALIDO');
  return body;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Counts keys, items and depth of a JSON text in one pass over its bytes. Leaves malformed JSON to the parser. Throws RICHIESTA_NON_VALIDA
 * above a limit.
 */
export function judgeShape(bytes: Uint8Array, mostValues: number): void {
  let [values, depth, afterOpening] = [0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (BLANKS.has(byte)) continue;
    // the first value of a list or object has no comma before it
    if (afterOpening && byte !== CLOSE_LIST && byte !== CLOSE_OBJECT) values += 1;
    afterOpening = byte === OPEN_LIST || byte === OPEN_OBJECT;
    if (afterOpening) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === COMMA) values += 1;
    else if (byte === QUOTE) at = endOfText(bytes, at + 1);
    if (depth > MAX_DEPTH) throw badRequest('Il corpo della richiesta è troppo annidato.');
    if (values > mostValues) throw badRequest(`Il corpo della richiesta ha troppi valori: al massimo ${mostValues}.`);
  }
}

/** Returns the index of the quote that ends a string. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

const badRequest = (message: string): DomainError => new DomainError('RICHIESTA_NON_VALIDA', { message });
