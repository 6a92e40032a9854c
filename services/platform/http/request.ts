import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '#contracts/core/errors.ts';

const NAMESPACE = '5d7f3f86-5f06-4f0d-8a0c-0d2b9a9e8c11';
const MAX_CHIAVE = 255;

/** `"3"`, `W/"3"` or `3`; `null` without the header or for `*`. */
export function versioneLetta(req: Request): number | null {
  const header = req.headers['if-match']?.trim();
  if (header === undefined || header === '*') return null;
  const trovato = /^(?:(?:W\/)?"(\d{1,15})"|(\d{1,15}))$/.exec(header);
  if (!trovato) throw new DomainError('IF_MATCH_NON_VALIDO');
  return Number(trovato[1] ?? trovato[2]);
}

/** Of the same person, method, path and `Idempotency-Key`: the same command; otherwise one of its own. */
export function commandIdDi(req: Request, memberID: string | undefined): string {
  const chiave = req.headers['idempotency-key'];
  if (chiave === undefined) return randomUUID();
  if (Array.isArray(chiave) || !/^[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?$/.test(chiave) || chiave.length > MAX_CHIAVE) {
    throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: `L'intestazione Idempotency-Key non è valida: al massimo ${MAX_CHIAVE} caratteri stampabili.` });
  }
  return uuidV5(JSON.stringify([memberID ?? '', req.method, req.path, chiave]), NAMESPACE);
}

/** The caller's own id when it is a sane token, so that logs of both sides can be joined. */
export function correlationIdDi(req: Request): string {
  const proposto = req.headers['x-correlation-id'];
  return typeof proposto === 'string' && /^[\w.:-]{1,100}$/.test(proposto) ? proposto : randomUUID();
}

/** The client's own screens say who they are; anything else came through the API. */
export function origineDi(req: Request): 'web' | 'api' {
  return req.headers['sec-fetch-site'] === 'same-origin' ? 'web' : 'api';
}
