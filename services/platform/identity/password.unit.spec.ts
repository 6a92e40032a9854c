import { createHash, scrypt, scryptSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { hashPassword, check } from './password.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
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
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  });

  it('l’hash non contiene il digest', async () => {
    const hash = await hashPassword(digest('segreta'));
    expect(hash).not.toContain(digest('segreta'));
    expect(hash).not.toContain(Buffer.from(digest('segreta'), 'hex').toString('base64url'));
  });

  it('verifica un hash con i parametri con cui è nato', async () => {
    const old = withParameters(digest('segreta'), 10, 4);
    expect(await check(digest('segreta'), old)).toBe(true);
    expect(await check(digest('altra'), old)).toBe(false);
  });

  it('un utente sconosciuto costa quanto uno conosciuto: la stessa derivazione', async () => {
    const hash = await hashPassword(digest('segreta'));
    const derivations = vi.mocked(scrypt);
    derivations.mockClear();
    expect(await check(digest('segreta'), null)).toBe(false);
    expect(await check(digest('altra'), hash)).toBe(false);
    expect(derivations).toHaveBeenCalledTimes(2);
    const [without, con] = derivations.mock.calls.map(([, sale, lunghezza, options]) => [Buffer.from(sale as Buffer).length, lunghezza, options]);
    expect(without).toEqual(con);
  });

  it('un hash illeggibile non apre a nessuno', async () => {
    for (const broken of ['', 'x', digest('segreta'), '$scrypt$ln=15,r=8,p=1$$', '$2b$10$abc']) {
      expect(await check(digest('segreta'), broken)).toBe(false);
    }
  });
});

function withParameters(value: string, ln: number, r: number): string {
  const sale = Buffer.from('0123456789abcdef');
  const hash = scryptSync(value, sale, 32, { N: 2 ** ln, r, p: 1 });
  return `$scrypt$ln=${ln},r=${r},p=1$${sale.toString('base64url')}$${hash.toString('base64url')}`;
}
