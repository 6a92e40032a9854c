import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { folderOf, extension, fileName, logicalPath } from './logical-path.ts';

const refused = (text: unknown) => {
  try {
    logicalPath(text);
  } catch (error) {
    return error instanceof DomainError && error.code === 'PERCORSO_NON_VALIDO';
  }
  return false;
};

const text = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x2ff }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 6 })
  .map((codes) => String.fromCharCode(...codes));

describe('percorso logico', () => {
  it.each([
    ['vuoto', ''],
    ['assoluto', '/etc/passwd'],
    ['che risale', '../fuori.pdf'],
    ['che risale in mezzo', 'A/../../fuori.pdf'],
    ['che resta dentro ma risale', 'A/../B.pdf'],
    ['con il punto', './A.pdf'],
    ['con barra rovescia', 'A\\..\\B.pdf'],
    ['con NUL', 'A/B.pdf\u0000.jpg'],
    ['con a capo', 'A/B\n.pdf'],
    ['con C1', 'A/\u0085B.pdf'],
    ['nascosto', '.versioni/A/1'],
    ['in una cartella nascosta', 'A/.temp/B.pdf'],
    ['con l’unità di Windows', 'C:/A.pdf'],
    ['con l’unità senza barra', 'c:A.pdf'],
    ['che finisce con la barra', 'A/'],
    ['di sole barre', '//'],
    ['di soli spazi', 'A/  /B.pdf'],
    ['con nome troppo lungo', `A/${'x'.repeat(256)}`],
    ['con nome troppo lungo in byte', `A/${'è'.repeat(128)}`],
    ['troppo lungo', 'abcdefgh/'.repeat(120) + 'x'],
    ['con mezzo carattere', 'A/\uD800.pdf'],
    ['che inverte la lettura', 'A/\u202Efdp.exe'],
    ['non testo', 7],
    ['assente', undefined],
    ['lista', ['A']],
  ])('rifiuta un percorso %s', (random, text) => {
    expect(refused(text)).toBe(true);
  });

  it.each([
    ['A0112/A0112_CE.pdf', 'A0112/A0112_CE.pdf'],
    ['A//B.pdf', 'A/B.pdf'],
    ["Perche\u0301/citta\u0300 d'arte (1).pdf", "Perché/città d'arte (1).pdf"],
    ['%2e%2e/A.pdf', '%2e%2e/A.pdf'],
    ['A..B/C...pdf', 'A..B/C...pdf'],
  ])('accetta %s', (text, expected) => {
    expect(logicalPath(text)).toBe(expected);
  });

  it('qualunque testo è rifiutato oppure resta sotto la cartella, ed è già nella sua forma unica', () => {
    const chunk = fc.oneof(fc.constantFrom('..', '.', '', '/', '\\', '\u0000', 'A', ' ', '.x', 'C:', '~', '%2e'), text);
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 6 }), fc.constantFrom('/', '', '\\'), (chunks, joined) => {
        const text = chunks.join(joined);
        if (refused(text)) return;
        const path = logicalPath(text);
        expect(logicalPath(path)).toBe(path);
        for (const name of path.split('/')) {
          expect(name).not.toBe('');
          expect(name.startsWith('.')).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('distingue nome, cartella ed estensione', () => {
    expect(folderOf('A/B/C.PDF')).toBe('A/B');
    expect(folderOf('C.pdf')).toBe('');
    expect(extension('A.b/C.PDF')).toBe('.pdf');
    expect(extension('A.b/C')).toBe('');
    expect(() => fileName('A/B.pdf')).toThrow(DomainError);
  });
});
