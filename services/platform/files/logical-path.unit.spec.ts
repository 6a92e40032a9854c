import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { cartellaDi, estensione, nomeFile, percorsoLogico } from './logical-path.ts';

const rifiutato = (testo: unknown) => {
  try {
    percorsoLogico(testo);
  } catch (error) {
    return error instanceof DomainError && error.code === 'PERCORSO_NON_VALIDO';
  }
  return false;
};

const testo = fc.array(fc.oneof(fc.integer({ min: 0, max: 0x2ff }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 6 }).map((codici) => String.fromCharCode(...codici));

describe('percorso logico', () => {
  it.each([
    ['vuoto', ''], ['assoluto', '/etc/passwd'], ['che risale', '../fuori.pdf'], ['che risale in mezzo', 'A/../../fuori.pdf'],
    ['che resta dentro ma risale', 'A/../B.pdf'], ['con il punto', './A.pdf'], ['con barra rovescia', 'A\\..\\B.pdf'],
    ['con NUL', 'A/B.pdf\u0000.jpg'], ['con a capo', 'A/B\n.pdf'], ['con C1', 'A/\u0085B.pdf'], ['nascosto', '.versioni/A/1'],
    ['in una cartella nascosta', 'A/.temp/B.pdf'], ['con l’unità di Windows', 'C:/A.pdf'], ['con l’unità senza barra', 'c:A.pdf'],
    ['che finisce con la barra', 'A/'], ['di sole barre', '//'], ['di soli spazi', 'A/  /B.pdf'], ['con nome troppo lungo', `A/${'x'.repeat(256)}`],
    ['con nome troppo lungo in byte', `A/${'è'.repeat(128)}`], ['troppo lungo', 'abcdefgh/'.repeat(120) + 'x'],
    ['con mezzo carattere', 'A/\uD800.pdf'], ['che inverte la lettura', 'A/\u202Efdp.exe'], ['non testo', 7], ['assente', undefined], ['lista', ['A']],
  ])('rifiuta un percorso %s', (_caso, testo) => {
    expect(rifiutato(testo)).toBe(true);
  });

  it.each([
    ['A0112/A0112_CE.pdf', 'A0112/A0112_CE.pdf'],
    ['A//B.pdf', 'A/B.pdf'],
    ['Perche\u0301/citta\u0300 d\'arte (1).pdf', "Perché/città d'arte (1).pdf"],
    ['%2e%2e/A.pdf', '%2e%2e/A.pdf'],
    ['A..B/C...pdf', 'A..B/C...pdf'],
  ])('accetta %s', (testo, atteso) => {
    expect(percorsoLogico(testo)).toBe(atteso);
  });

  it('qualunque testo è rifiutato oppure resta sotto la cartella, ed è già nella sua forma unica', () => {
    const pezzo = fc.oneof(fc.constantFrom('..', '.', '', '/', '\\', '\u0000', 'A', ' ', '.x', 'C:', '~', '%2e'), testo);
    fc.assert(
      fc.property(fc.array(pezzo, { maxLength: 6 }), fc.constantFrom('/', '', '\\'), (pezzi, giunto) => {
        const testo = pezzi.join(giunto);
        if (rifiutato(testo)) return;
        const percorso = percorsoLogico(testo);
        expect(percorsoLogico(percorso)).toBe(percorso);
        for (const nome of percorso.split('/')) {
          expect(nome).not.toBe('');
          expect(nome.startsWith('.')).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('distingue nome, cartella ed estensione', () => {
    expect(cartellaDi('A/B/C.PDF')).toBe('A/B');
    expect(cartellaDi('C.pdf')).toBe('');
    expect(estensione('A.b/C.PDF')).toBe('.pdf');
    expect(estensione('A.b/C')).toBe('');
    expect(() => nomeFile('A/B.pdf')).toThrow(DomainError);
  });
});
