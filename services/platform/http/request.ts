import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '#contracts/core/errors.ts';

const NAMESPACE = '5d7f3f86-5f06-4f0d-8a0c-0d2b9a9e8c11';
const MAX_KEY = 255;

/** Parses `If-Match` (`"3"`, `W/"3"` or `3`). Returns `null` without the header or for `*`. Throws IF_MATCH_NON_VALIDO. */
export function readVersion(req: Request): number | null {
  const header = req.headers['if-match']?.trim();
  if (header === undefined || header === '*') return null;
  const found = /^(?:(?:W\/)?"(\d{1,15})"|(\d{1,15}))$/.exec(header);
  if (!found) throw new DomainError('IF_MATCH_NON_VALIDO');
  return Number(found[1] ?? found[2]);
}

/**
 * Derives the command id from person, method, path and `Idempotency-Key`; without the key it is random. Throws RICHIESTA_NON_VALIDA for a
 * malformed key.
 */
export function commandIdOf(req: Request, memberID: string | undefined): string {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return randomUUID();
  if (Array.isArray(key) || !/^[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?$/.test(key) || key.length > MAX_KEY) {
    throw new DomainError('RICHIESTA_NON_VALIDA', {
      message: `L'intestazione Idempotency-Key non è valida: al massimo ${MAX_KEY} caratteri stampabili.`,
    });
  }
  return uuidV5(JSON.stringify([memberID ?? '', req.method, req.path, key]), NAMESPACE);
}

const SANE_ID = /^[\w.:-]{1,100}$/;
const isSane = (proposed: unknown): proposed is string => typeof proposed === 'string' && SANE_ID.test(proposed);

/**
 * Returns the client's own correlation id if it is well-formed, so that logs of both sides can be joined; otherwise a new one. Also accepts
 * `X-Request-Id`, which proxies send.
 */
export function correlationIdOf(req: Request): string {
  return [req.headers['x-correlation-id'], req.headers['x-request-id']].find(isSane) ?? randomUUID();
}

/** Returns `web` for a request that a browser sends from the portal's own pages, `api` for any other. */
export function origineOf(req: Request): 'web' | 'api' {
  return req.headers['sec-fetch-site'] === 'same-origin' ? 'web' : 'api';
}
