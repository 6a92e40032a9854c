import { describe, expect, it } from 'vitest';
import { describeError, isTransientFailure } from './failures.ts';

const error = (code: string, other: object = {}) =>
  Object.assign(new Error('duplicate key: Key (email)=(mario@example.it)'), { code, ...other });

describe('gli errori di una proiezione', () => {
  it('del database che manca o è occupato si riprova', () => {
    for (const code of [
      '57P01',
      '08006',
      '40P01',
      '40001',
      '53300',
      '55P03',
      '58030',
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'ENOTFOUND',
      'EAI_AGAIN',
      'EHOSTUNREACH',
      'ENETUNREACH',
    ])
      expect(isTransientFailure(error(code)), code).toBe(true);
    expect(isTransientFailure(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isTransientFailure(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isTransientFailure(new Error('Query read timeout'))).toBe(true);
    expect(isTransientFailure(new Error('Client has encountered a connection error and is not queryable'))).toBe(true);
  });

  it('del fatto no: fermano la proiezione', () => {
    for (const code of ['22P02', '23505', '42P01', '42703', '54000', 'ERR_INVALID_ARG_TYPE', '08', '0800', '080061', '57P01x', 'x57P01'])
      expect(isTransientFailure(error(code)), code).toBe(false);
    expect(isTransientFailure(new TypeError('undefined is not a function'))).toBe(false);
    for (const thrown of ['testo', null, undefined, { code: '57P01' }]) expect(isTransientFailure(thrown)).toBe(false);
  });

  it('si descrivono senza i valori che il database mette nel messaggio', () => {
    expect(describeError(error('23505', { table: 'users', constraint: 'users_email' }))).toBe('errore 23505 in users.users_email');
    expect(describeError(error('22P02'))).toBe('errore 22P02');
    expect(describeError(new TypeError('x is undefined'))).toBe('TypeError: x is undefined');
    expect(describeError(3)).toBe('errore sconosciuto');
  });
});
