import { describe, expect, it } from 'vitest';
import { dueInWords } from './macchinari.ts';

describe('ciò che è dovuto su un macchinario, in una riga', () => {
  it('una manutenzione si dice intera, più d’una in quante sono e da quanto la più vecchia', () => {
    expect(dueInWords([])).toBe('');
    expect(dueInWords(['Filtro olio: oltre di 12 h'])).toBe('Filtro olio: oltre di 12 h');
    expect(dueInWords(['Filtro olio: oltre di 81 h', 'Cinghie: oltre di 1.204,5 h', 'Antigelo: scaduta il 2026-11-03'])).toBe(
      '3 manutenzioni dovute, da 1.204,5 h',
    );
    expect(dueInWords(['Antigelo: scaduta il 2026-11-03', 'Batterie: scaduta il 2026-10-30'])).toBe(
      '2 manutenzioni dovute, dal 2026-10-30',
    );
    expect(dueInWords(['Antigelo: ore raggiunte', 'Batterie: ore raggiunte'])).toBe('2 manutenzioni dovute');
  });

  it('un fermo viene prima, e non è una manutenzione', () => {
    expect(dueInWords(['Ferma per guasto: dal 2026-09-10', 'Filtro olio: oltre di 12 h'])).toBe(
      'Ferma per guasto: dal 2026-09-10, Filtro olio: oltre di 12 h',
    );
    expect(dueInWords(['Ferma per guasto: dal 2026-09-10', 'A: oltre di 9 h', 'B: oltre di 80 h'])).toBe(
      'Ferma per guasto: dal 2026-09-10, 2 manutenzioni dovute, da 80 h',
    );
  });
});
