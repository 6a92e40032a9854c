import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEGGIMI, nomiUnici } from './zip-names.ts';

const nomi = (...dati: string[]) => nomiUnici(dati.map((nome) => ({ percorso: 'p', nome }))).map((v) => v.nome);

const testo = fc.array(fc.oneof(fc.integer({ min: 0, max: 0x2ff }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 6 }).map((codici) => String.fromCharCode(...codici));

describe('nomi dentro lo zip', () => {
  it('uguali, anche solo per le maiuscole, ricevono un numero', () => {
    expect(nomi('A/a.pdf', 'A/a.pdf', 'a/A.PDF', 'A/a (2).pdf')).toEqual(['A/a.pdf', 'A/a (2).pdf', 'a/A (3).PDF', 'A/a (2) (2).pdf']);
  });

  it('che salgono, assoluti, con segni che Windows rifiuta o vuoti diventano innocui', () => {
    expect(nomi('../../x.pdf', '/etc/passwd', 'C:\\x.pdf', 'a/./b<>.pdf', '', '..')).toEqual(['x.pdf', 'etc/passwd', 'C_/x.pdf', 'a/b__.pdf', 'file', 'file (2)']);
  });

  it('LEGGIMI.txt resta libero', () => {
    expect(nomi('leggimi.TXT', LEGGIMI)).toEqual(['leggimi (2).TXT', 'LEGGIMI (3).txt']);
  });

  it('qualunque elenco dà nomi tutti diversi, relativi e senza risalite', () => {
    fc.assert(fc.property(fc.array(fc.oneof(testo, fc.constantFrom('a/b.pdf', 'A/B.pdf', '../a', '.', '/')), { maxLength: 8 }), (dati) => {
      const usciti = nomi(...dati);
      expect(new Set(usciti.map((n) => n.toLowerCase())).size).toBe(dati.length);
      const cattivi = usciti.filter((nome) => /^\/|^[a-z]:\/|\\/i.test(nome) || nome.split('/').some((parte) => parte === '' || /^\.+$/.test(parte)));
      expect(cattivi).toEqual([]);
    }));
  });
});
