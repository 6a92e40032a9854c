import { createHash, scrypt, scryptSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { cifra, verifica } from './password.ts';

vi.mock('node:crypto', async (originale) => {
  const crypto = await originale<typeof import('node:crypto')>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});

const digest = (testo: string): string => createHash('md5').update(testo).digest('hex');

describe('le password', () => {
  it('riconosce il digest giusto e rifiuta gli altri', async () => {
    const hash = await cifra(digest('segreta'));
    expect(await verifica(digest('segreta'), hash)).toBe(true);
    expect(await verifica(digest('sbagliata'), hash)).toBe(false);
    expect(await verifica('', hash)).toBe(false);
    expect(await verifica(hash, hash)).toBe(false);
  });

  it('usa un sale per utente: due volte la stessa password, due hash diversi', async () => {
    const [uno, due] = await Promise.all([cifra(digest('segreta')), cifra(digest('segreta'))]);
    expect(uno).not.toBe(due);
    expect(uno).toMatch(/^\$scrypt\$ln=15,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  });

  it('l’hash non contiene il digest', async () => {
    const hash = await cifra(digest('segreta'));
    expect(hash).not.toContain(digest('segreta'));
    expect(hash).not.toContain(Buffer.from(digest('segreta'), 'hex').toString('base64url'));
  });

  it('verifica un hash con i parametri con cui è nato', async () => {
    const vecchio = conParametri(digest('segreta'), 10, 4);
    expect(await verifica(digest('segreta'), vecchio)).toBe(true);
    expect(await verifica(digest('altra'), vecchio)).toBe(false);
  });

  it('un utente sconosciuto costa quanto uno conosciuto: la stessa derivazione', async () => {
    const hash = await cifra(digest('segreta'));
    const derivazioni = vi.mocked(scrypt);
    derivazioni.mockClear();
    expect(await verifica(digest('segreta'), null)).toBe(false);
    expect(await verifica(digest('altra'), hash)).toBe(false);
    expect(derivazioni).toHaveBeenCalledTimes(2);
    const [senza, con] = derivazioni.mock.calls.map(([, sale, lunghezza, opzioni]) => [Buffer.from(sale as Buffer).length, lunghezza, opzioni]);
    expect(senza).toEqual(con);
  });

  it('un hash illeggibile non apre a nessuno', async () => {
    for (const rotto of ['', 'x', digest('segreta'), '$scrypt$ln=15,r=8,p=1$$', '$2b$10$abc']) {
      expect(await verifica(digest('segreta'), rotto)).toBe(false);
    }
  });
});

function conParametri(valore: string, ln: number, r: number): string {
  const sale = Buffer.from('0123456789abcdef');
  const hash = scryptSync(valore, sale, 32, { N: 2 ** ln, r, p: 1 });
  return `$scrypt$ln=${ln},r=${r},p=1$${sale.toString('base64url')}$${hash.toString('base64url')}`;
}
