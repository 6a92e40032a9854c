import { describe, expect, it } from 'vitest';
import { contains, parts } from './text-match.ts';

describe('testo trovato', () => {
  it('segna ogni punto in cui sta, senza badare a maiuscole e accenti', () => {
    expect(parts('Casagrande C6, casa', 'CASA')).toEqual([
      { text: 'Casa', match: true },
      { text: 'grande C6, ', match: false },
      { text: 'casa', match: true },
    ]);
    expect(parts('Proprietà', 'ta')).toEqual([
      { text: 'Proprie', match: false },
      { text: 'tà', match: true },
    ]);
  });
  it('senza ricerca lascia il testo intero', () => expect(parts('A0112', ' ')).toEqual([{ text: 'A0112', match: false }]));
  it('i pezzi ricompongono sempre il testo', () => {
    for (const query of ['a', 'é', 'ß', 'ﬁ', '.', 'aa'])
      expect(
        parts('aàÁß ﬁ é aaa', query)
          .map((p) => p.text)
          .join(''),
      ).toBe('aàÁß ﬁ é aaa');
  });
  it('cerca ogni parola per conto suo', () => {
    expect(contains('A0112 Casagrande C7', 'c7 casa')).toBe(true);
    expect(contains('A0112 Casagrande C7', 'c8 casa')).toBe(false);
  });
});
