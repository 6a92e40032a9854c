import { describe, expect, it } from 'vitest';
import { descrivi, transitorio } from './failures.ts';

const errore = (code: string, altro: object = {}) => Object.assign(new Error('duplicate key: Key (email)=(mario@example.it)'), { code, ...altro });

describe('gli errori di una proiezione', () => {
  it('del database che manca o è occupato si riprova', () => {
    for (const code of ['57P01', '08006', '40P01', '40001', '53300', '55P03', '58030', 'ECONNREFUSED', 'ECONNRESET']) expect(transitorio(errore(code)), code).toBe(true);
    expect(transitorio(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(transitorio(new Error('Client has encountered a connection error and is not queryable'))).toBe(true);
  });

  it('del fatto no: fermano la proiezione', () => {
    for (const code of ['22P02', '23505', '42P01', '42703', '54000', 'ERR_INVALID_ARG_TYPE']) expect(transitorio(errore(code)), code).toBe(false);
    expect(transitorio(new TypeError('undefined is not a function'))).toBe(false);
    expect(transitorio('testo')).toBe(false);
  });

  it('si descrivono senza i valori che il database mette nel messaggio', () => {
    expect(descrivi(errore('23505', { table: 'users', constraint: 'users_email' }))).toBe('errore 23505 in users.users_email');
    expect(descrivi(errore('22P02'))).toBe('errore 22P02');
    expect(descrivi(new TypeError('x is undefined'))).toBe('TypeError: x is undefined');
    expect(descrivi(3)).toBe('errore sconosciuto');
  });
});
