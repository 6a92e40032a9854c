import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { commandIdOf, correlationIdOf, origineOf, readVersion } from './request.ts';

const con = (headers: Record<string, string>, other: object = {}) =>
  ({ headers, method: 'POST', path: '/api/accise', ...other }) as unknown as Request;
const code = (action: () => unknown) => {
  try {
    return action();
  } catch (error) {
    return error instanceof DomainError ? error.code : error;
  }
};

describe('Le intestazioni di una richiesta', () => {
  it.each([
    ['"3"', 3],
    ['W/"12"', 12],
    ['7', 7],
    [' "3" ', 3],
    ['*', null],
    ['"0"', 0],
  ])('If-Match %s vale %s', (header, version) => {
    expect(readVersion(con({ 'if-match': header }))).toBe(version);
  });

  it("senza If-Match non c'è una versione letta", () => {
    expect(readVersion(con({}))).toBeNull();
  });

  it.each(['', 'tre', '"', '"3', '3"', '"3", "4"', '-1', '1.5', '"99999999999999999"', 'W/3'])('If-Match %j è rifiutato', (header) => {
    expect(code(() => readVersion(con({ 'if-match': header })))).toBe('IF_MATCH_NON_VALIDO');
  });

  it('la stessa chiave della stessa persona sulla stessa chiamata è lo stesso comando', () => {
    const id = (memberID: string | undefined, key = 'k', other = {}) => commandIdOf(con({ 'idempotency-key': key }, other), memberID);
    expect(id('anna')).toBe(id('anna'));
    const different = [
      id('anna'),
      id('bruno'),
      id(undefined),
      id('anna', 'k2'),
      id('anna', 'k', { method: 'PUT' }),
      id('anna', 'k', { path: '/api/x' }),
    ];
    expect(new Set(different).size).toBe(different.length);
  });

  it('senza chiave ogni richiesta è un comando nuovo', () => {
    expect(commandIdOf(con({}), 'anna')).not.toBe(commandIdOf(con({}), 'anna'));
  });

  it.each(['', ' ', 'x'.repeat(256), 'a\tb', 'è', ' a'])('Idempotency-Key %j è rifiutata', (key) => {
    expect(code(() => commandIdOf(con({ 'idempotency-key': key }), 'anna'))).toBe('RICHIESTA_NON_VALIDA');
  });

  it('le schermate del portale dicono di esserlo; tutto il resto viene dalle chiamate', () => {
    expect(origineOf(con({ 'sec-fetch-site': 'same-origin' }))).toBe('web');
    for (const other of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }])
      expect(origineOf(con(other as Record<string, string>))).toBe('api');
  });

  it("vale anche quello che un proxy chiama X-Request-Id, se è sano e non c'è l'altro", () => {
    expect(correlationIdOf(con({ 'x-request-id': 'r-1' }))).toBe('r-1');
    expect(correlationIdOf(con({ 'x-correlation-id': 'c-1', 'x-request-id': 'r-1' }))).toBe('c-1');
    for (const strange of ['con spazio', 'a\nb', '', 'x'.repeat(101), 'è', '{"a":1}']) {
      expect(correlationIdOf(con({ 'x-request-id': strange }))).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("l'id di correlazione di chi chiama resta, se è un nome sano", () => {
    expect(correlationIdOf(con({ 'x-correlation-id': 'abc-1.2:3_4' }))).toBe('abc-1.2:3_4');
    for (const strange of ['a b', 'a\nb', 'x'.repeat(101), '']) {
      expect(correlationIdOf(con({ 'x-correlation-id': strange }))).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
