import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { README, uniqueNames } from './zip-names.ts';

const names = (...data: string[]) => uniqueNames(data.map((name) => ({ percorso: 'p', nome: name }))).map((v) => v.nome);

const text = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x2ff }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 6 })
  .map((codes) => String.fromCharCode(...codes));

describe('nomi dentro lo zip', () => {
  it('uguali, anche solo per le maiuscole, ricevono un numero', () => {
    expect(names('A/a.pdf', 'A/a.pdf', 'a/A.PDF', 'A/a (2).pdf')).toEqual(['A/a.pdf', 'A/a (2).pdf', 'a/A (3).PDF', 'A/a (2) (2).pdf']);
  });

  it('che salgono, assoluti, con segni che Windows rifiuta o vuoti diventano innocui', () => {
    expect(names('../../x.pdf', '/etc/passwd', 'C:\\x.pdf', 'a/./b<>.pdf', '', '..')).toEqual([
      'x.pdf',
      'etc/passwd',
      'C_/x.pdf',
      'a/b__.pdf',
      'file',
      'file (2)',
    ]);
  });

  it('LEGGIMI.txt resta libero', () => {
    expect(names('leggimi.TXT', README)).toEqual(['leggimi (2).TXT', 'LEGGIMI (3).txt']);
  });

  it('qualunque elenco dà nomi tutti diversi, relativi e senza risalite', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.constantFrom('a/b.pdf', 'A/B.pdf', '../a', '.', '/')), { maxLength: 8 }), (data) => {
        const exited = names(...data);
        expect(new Set(exited.map((n) => n.toLowerCase())).size).toBe(data.length);
        const badOnes = exited.filter(
          (name) => /^\/|^[a-z]:\/|\\/i.test(name) || name.split('/').some((part) => part === '' || /^\.+$/.test(part)),
        );
        expect(badOnes).toEqual([]);
      }),
    );
  });
});
