import { describe, expect, it } from 'vitest';
import { calledTogether, documentRefusal, refusal } from './file-kind.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

describe('file rifiutati prima di partire', () => {
  it('accetta quello che il portale accetta', () => {
    expect(refusal(file('A0112_CE.PDF', 'application/pdf'), 'documento', 25)).toBeNull();
    expect(refusal(file('libretto.JPG', 'image/jpeg'), 'documento', 25)).toBeNull();
    expect(refusal(file('rilievo.jpeg', 'image/jpeg'), 'foto', 25)).toBeNull();
    expect(refusal(file('rilievo.jpg', ''), 'foto', 25)).toBeNull();
  });
  it('dice che cosa non va', () => {
    expect(refusal(file('rilievo.png', 'image/png'), 'foto', 25)).toBe('«rilievo.png» non è una foto JPEG');
    expect(refusal(file('finto.pdf', 'text/html'), 'documento', 25)).toBe('«finto.pdf» non è un PDF né una foto JPEG');
    expect(refusal(file('vuoto.pdf', 'application/pdf', 0), 'documento', 25)).toBe('«vuoto.pdf» è vuoto');
    expect(refusal(file('grande.pdf', 'application/pdf', 30_000_000), 'documento', 25)).toBe(
      '«grande.pdf» è di 30 MB: si accettano file fino a 25 MB',
    );
  });
});

describe('un documento di più file', () => {
  const photos = (howMany: number, size = 1000) =>
    Array.from({ length: howMany }, (_, i) => file(`pagina${i + 1}.jpg`, 'image/jpeg', size));
  it('sono le foto delle sue pagine', () => {
    expect(documentRefusal(photos(30), 25)).toBeNull();
    expect([calledTogether(photos(1)), calledTogether(photos(3))]).toEqual(['pagina1.jpg', '3 foto']);
  });
  it('non un PDF insieme ad altro, né altro che foto, né troppe, né troppo grandi insieme', () => {
    const pdf = file('a.pdf', 'application/pdf');
    for (const files of [
      [pdf, pdf],
      [pdf, ...photos(1)],
    ])
      expect(documentRefusal(files, 25)).toBe('Un documento è un PDF solo, oppure una o più foto JPEG: non le due cose insieme');
    expect(documentRefusal([...photos(1), file('b.png', 'image/png')], 25)).toBe('«b.png» non è un PDF né una foto JPEG');
    expect(documentRefusal(photos(31), 25)).toBe('Si accettano al massimo 30 foto per volta');
    expect(documentRefusal(photos(3, 10_000_000), 25)).toBe('Le 3 foto insieme sono di 30 MB: si accettano fino a 25 MB');
  });
});
