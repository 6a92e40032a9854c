import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { commandIdDi, correlationIdDi, versioneLetta } from './request.ts';

const con = (headers: Record<string, string>, altro: object = {}) => ({ headers, method: 'POST', path: '/api/accise', ...altro }) as unknown as Request;
const codice = (azione: () => unknown) => {
  try {
    return azione();
  } catch (error) {
    return error instanceof DomainError ? error.code : error;
  }
};

describe('Le intestazioni di una richiesta', () => {
  it.each([['"3"', 3], ['W/"12"', 12], ['7', 7], [' "3" ', 3], ['*', null], ['"0"', 0]])('If-Match %s vale %s', (header, versione) => {
    expect(versioneLetta(con({ 'if-match': header }))).toBe(versione);
  });

  it('senza If-Match non c\'è una versione letta', () => {
    expect(versioneLetta(con({}))).toBeNull();
  });

  it.each(['', 'tre', '"', '"3', '3"', '"3", "4"', '-1', '1.5', '"99999999999999999"', 'W/3'])('If-Match %j è rifiutato', (header) => {
    expect(codice(() => versioneLetta(con({ 'if-match': header })))).toBe('IF_MATCH_NON_VALIDO');
  });

  it('la stessa chiave della stessa persona sulla stessa chiamata è lo stesso comando', () => {
    const id = (memberID: string | undefined, chiave = 'k', altro = {}) => commandIdDi(con({ 'idempotency-key': chiave }, altro), memberID);
    expect(id('anna')).toBe(id('anna'));
    const diversi = [id('anna'), id('bruno'), id(undefined), id('anna', 'k2'), id('anna', 'k', { method: 'PUT' }), id('anna', 'k', { path: '/api/x' })];
    expect(new Set(diversi).size).toBe(diversi.length);
  });

  it('senza chiave ogni richiesta è un comando nuovo', () => {
    expect(commandIdDi(con({}), 'anna')).not.toBe(commandIdDi(con({}), 'anna'));
  });

  it.each(['', ' ', 'x'.repeat(256), 'a\tb', 'è', ' a'])('Idempotency-Key %j è rifiutata', (chiave) => {
    expect(codice(() => commandIdDi(con({ 'idempotency-key': chiave }), 'anna'))).toBe('RICHIESTA_NON_VALIDA');
  });

  it('l\'id di correlazione di chi chiama resta, se è un nome sano', () => {
    expect(correlationIdDi(con({ 'x-correlation-id': 'abc-1.2:3_4' }))).toBe('abc-1.2:3_4');
    for (const strano of ['a b', 'a\nb', 'x'.repeat(101), '']) {
      expect(correlationIdDi(con({ 'x-correlation-id': strano }))).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
