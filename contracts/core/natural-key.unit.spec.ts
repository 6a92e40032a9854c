import { describe, expect, it } from 'vitest';
import { foldedKey, keyFault, normaliseKey } from './natural-key.ts';

describe('una chiave data da una persona', () => {
  it.each(['A0112', 'Perforatrice n. 3', 'capo', "D'Angelo", '0412', 'Officina (nord)', 'ΑΒΓ', 'Ёж', 'è'])('%s va bene', (key) =>
    expect(keyFault(key)).toBeNull(),
  );

  it.each([
    ['A\u200B1', /non si vedono/],
    ['A\u202E1', /non si vedono/],
    ['\uFEFFA1', /non si vedono/],
    ['A\u00001', /non si vedono/],
    ['A\n1', /non si vedono/],
    ['A/1', /Non può contenere/],
    ['A\\1', /Non può contenere/],
    ['A:1', /Non può contenere/],
    ['A|1', /Non può contenere/],
    ['A?', /Non può contenere/],
    ['.A1', /punto/],
    ['A1.', /punto/],
    ['..', /punto/],
    ['cаpo', /alfabeti diversi/],
    ['Αdmin', /alfabeti diversi/],
  ])('%j è rifiutata', (key, why) => expect(keyFault(key)).toMatch(why));

  it('ha una sola codifica degli accenti, e gli spazi attorno non contano', () => {
    expect(normaliseKey('  Cafe\u0301 ')).toBe('Caf\u00E9');
  });

  it('due chiavi che differiscono nelle maiuscole o nella codifica sono la stessa', () => {
    expect(foldedKey('CAFE\u0301')).toBe(foldedKey('caf\u00E9'));
    expect(foldedKey('A1')).not.toBe(foldedKey('A-1'));
  });
});
