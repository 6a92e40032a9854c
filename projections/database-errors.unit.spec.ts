import { describe, expect, it } from 'vitest';
import { isDatabaseUnreachable, isTransientDatabaseError } from './database-errors.ts';

const error = (parts: object, message = 'x') => Object.assign(new Error(message), parts);

describe('Errors of the database', () => {
  it.each([
    ['a refused connection', error({ code: 'ECONNREFUSED' })],
    ['refused on every address', new AggregateError([error({ code: 'ECONNREFUSED' })])],
    ['a name that is not found yet', error({ code: 'EAI_AGAIN' })],
    ['the socket file of a database that restarts', error({ code: 'ENOENT', syscall: 'connect' })],
    ['a shutdown', error({ code: '57P01' })],
    ['a start', error({ code: '57P03' })],
    ['no connection left', error({ code: '53300' })],
    ['a broken connection', error({}, 'Connection terminated unexpectedly')],
  ])('%s: it is away', (_name, thrown) => {
    expect([isDatabaseUnreachable(thrown), isTransientDatabaseError(thrown)]).toEqual([true, true]);
  });

  it.each([
    ['a deadlock', '40P01'],
    ['a full disk', '53100'],
    ['a lock held', '55P03'],
    ['an error of its disk', '58030'],
  ])('%s passes, though it is there', (_name, code) => {
    expect([isDatabaseUnreachable(error({ code })), isTransientDatabaseError(error({ code }))]).toEqual([false, true]);
  });

  it.each([
    ['a file that is missing', error({ code: 'ENOENT', syscall: 'open' })],
    ['a value it cannot hold', error({ code: '22P02' })],
    ['a key taken', error({ code: '23505' })],
    ['our own mistake', new TypeError('x is undefined')],
    ['nothing', undefined],
    ['text', 'boh'],
  ])('%s is neither', (_name, thrown) => {
    expect([isDatabaseUnreachable(thrown), isTransientDatabaseError(thrown)]).toEqual([false, false]);
  });
});
