import { describe, expect, it } from 'vitest';
import { refusal } from './file-kind.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

describe('file rifiutati prima di partire', () => {
  it('accetta quello che il portale accetta', () => {
    expect(refusal(file('A0112_CE.PDF', 'application/pdf'), 'pdf', 25)).toBeNull();
    expect(refusal(file('rilievo.jpeg', 'image/jpeg'), 'foto', 25)).toBeNull();
    expect(refusal(file('rilievo.jpg', ''), 'foto', 25)).toBeNull();
  });
  it('dice che cosa non va', () => {
    expect(refusal(file('rilievo.png', 'image/png'), 'foto', 25)).toBe('«rilievo.png» non è una foto JPEG');
    expect(refusal(file('finto.pdf', 'text/html'), 'pdf', 25)).toBe('«finto.pdf» non è un documento PDF');
    expect(refusal(file('vuoto.pdf', 'application/pdf', 0), 'pdf', 25)).toBe('«vuoto.pdf» è vuoto');
    expect(refusal(file('grande.pdf', 'application/pdf', 30_000_000), 'pdf', 25)).toBe('«grande.pdf» è di 30 MB: si accettano file fino a 25 MB');
  });
});
