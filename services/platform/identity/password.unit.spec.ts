import { argon2, argon2Sync, createHash, scryptSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { check, hashPassword, isOutdated } from './password.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, argon2: vi.fn(crypto.argon2) };
});

const digest = (text: string): string => createHash('md5').update(text).digest('hex');

describe('le password', () => {
  it('riconosce il digest giusto e rifiuta gli altri', async () => {
    const hash = await hashPassword(digest('segreta'));
    expect(await check(digest('segreta'), hash)).toBe(true);
    expect(await check(digest('sbagliata'), hash)).toBe(false);
    expect(await check('', hash)).toBe(false);
    expect(await check(hash, hash)).toBe(false);
  });

  it('usa un sale per utente: due volte la stessa password, due hash diversi', async () => {
    const [one, two] = await Promise.all([hashPassword(digest('segreta')), hashPassword(digest('segreta'))]);
    expect(one).not.toBe(two);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  it('l’hash non contiene il digest', async () => {
    const hash = await hashPassword(digest('segreta'));
    expect(hash).not.toContain(digest('segreta'));
    expect(hash).not.toContain(Buffer.from(digest('segreta'), 'hex').toString('base64').slice(0, 20));
  });

  it('verifica un hash con i parametri con cui è nato, e lo dice superato', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const hash = argon2Sync('argon2id', { message: digest('segreta'), nonce: salt, parallelism: 2, tagLength: 16, memory: 64, passes: 1 });
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const other = `$argon2id$v=19$m=64,t=1,p=2$${text(salt)}$${text(hash)}`;
    expect(await check(digest('segreta'), other)).toBe(true);
    expect(await check(digest('altra'), other)).toBe(false);
    expect(isOutdated(other)).toBe(true);
    expect(isOutdated(await hashPassword(digest('segreta')))).toBe(false);
  });

  it('verifica gli hash scrypt di prima, e li dice superati', async () => {
    const old = scryptHash(digest('segreta'), 10, 4);
    expect(await check(digest('segreta'), old)).toBe(true);
    expect(await check(digest('altra'), old)).toBe(false);
    expect(isOutdated(old)).toBe(true);
  });

  it('un utente sconosciuto costa quanto uno conosciuto: la stessa derivazione', async () => {
    const hash = await hashPassword(digest('segreta'));
    const derivations = vi.mocked(argon2);
    derivations.mockClear();
    expect(await check(digest('segreta'), null)).toBe(false);
    expect(await check(digest('altra'), hash)).toBe(false);
    expect(derivations).toHaveBeenCalledTimes(2);
    const [without, con] = derivations.mock.calls.map(([algorithm, { nonce, tagLength, memory, passes, parallelism }]) => [
      algorithm,
      Buffer.from(nonce as Buffer).length,
      tagLength,
      memory,
      passes,
      parallelism,
    ]);
    expect(without).toEqual(con);
  });

  it('un hash illeggibile non apre a nessuno', async () => {
    for (const broken of [
      '',
      'x',
      digest('segreta'),
      '$scrypt$ln=15,r=8,p=1$$',
      '$2b$10$abc',
      '$argon2id$v=19$m=9999999,t=2,p=1$c2FsZWRlbGxlcHJvdmU$aGFzaGhhc2hoYXNoaGFzaA',
      '$argon2id$v=19$m=64,t=0,p=1$c2FsZWRlbGxlcHJvdmU$aGFzaGhhc2hoYXNoaGFzaA',
    ]) {
      expect(await check(digest('segreta'), broken), broken).toBe(false);
    }
  });

  it('la coda ha una fine: chi è di troppo legge di riprovare, gli altri sono serviti', async () => {
    const derivations = vi.mocked(argon2);
    const real = derivations.getMockImplementation();
    derivations.mockImplementation((_algorithm, { tagLength }, done) => {
      setTimeout(() => done(null, Buffer.alloc(tagLength)), 1);
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 90 }, () => check('x', null)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as DomainError);
    expect(outcomes.length - refused.length).toBe(66);
    for (const error of refused) expect([error.status, error.dettagli.retryAfter]).toEqual([503, 2]);
    expect(await check('x', null)).toBe(false);
    if (real) derivations.mockImplementation(real);
  });
});

function scryptHash(value: string, ln: number, r: number): string {
  const salt = Buffer.from('0123456789abcdef');
  const hash = scryptSync(value, salt, 32, { N: 2 ** ln, r, p: 1 });
  return `$scrypt$ln=${ln},r=${r},p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}
