import { describe, expect, it } from 'vitest';
import { dossierBody, dossierQuery } from './asked.ts';

const names = (count: number, from = 0): string[] => Array.from({ length: count }, (_, i) => `L${from + i}`);

describe('Ciò che si chiede di un dossier', () => {
  it('uno, più o nessun nome, ognuno una volta', () => {
    const read = (lavoratori: unknown) => dossierBody.parse({ commessa: 'C1', lavoratori }).lavoratori;
    expect([read(undefined), read(null), read(''), read('7'), read(7), read([' 7 ', '7', 8])]).toEqual([
      [],
      [],
      [],
      ['7'],
      ['7'],
      ['7', '8'],
    ]);
    expect(read(['e\u0300'])).toEqual(['è']);
  });

  it('un nome ha da uno a cinquanta segni che si vedono', () => {
    const takes = (name: unknown) => dossierBody.safeParse({ commessa: 'C1', macchinari: [name] }).success;
    expect(takes('x'.repeat(50))).toBe(true);
    for (const wrong of ['x'.repeat(51), ' ', 'a\u0000', 'a\u200Eb', null, {}]) expect(takes(wrong), String(wrong)).toBe(false);
  });

  it('di al massimo duecento per elenco; una risposta subito, di cinquanta in tutto', () => {
    const body = (count: number) => dossierBody.safeParse({ commessa: 'C1', lavoratori: names(count) }).success;
    expect([body(200), body(201)]).toEqual([true, false]);
    const query = (workers: number, machines: number) =>
      dossierQuery.safeParse({ commessa: 'C1', lavoratore: names(workers), macchina: names(machines, 500) });
    expect(query(25, 25).success).toBe(true);
    expect(query(26, 25).error!.issues.map(({ path, message }) => [path, message])).toEqual([
      [['lavoratore'], 'Al massimo 50 nomi per volta: per di più c’è il dossier in zip'],
    ]);
  });

  it('un giorno vuoto è oggi; a chi va può mancare, e non ha segni nascosti', () => {
    const read = (more: object) => dossierBody.parse({ commessa: 'C1', ...more });
    expect([read({ giorno: '' }).giorno, read({ giorno: null }).giorno, read({ giorno: '2026-01-15' }).giorno]).toEqual([
      undefined,
      undefined,
      '2026-01-15',
    ]);
    expect([read({}).destinatario, read({ destinatario: '  ' }).destinatario, read({ destinatario: ' ASL ' }).destinatario]).toEqual([
      null,
      null,
      'ASL',
    ]);
    expect([read({}).sanitari, read({ sanitari: 1 }).sanitari]).toEqual([0, 1]);
    for (const wrong of [
      { destinatario: 'x'.repeat(201) },
      { destinatario: 'a\u202Eb' },
      { sanitari: 2 },
      { commessa: 7 },
      { giorno: 'ieri' },
    ])
      expect(dossierBody.safeParse({ commessa: 'C1', ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });
});
