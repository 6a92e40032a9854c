import { describe, expect, it } from 'vitest';
import { averageDecimals, linesOf, rowHeights } from './card-rows.ts';

const day = (...quantities: [string, number][]) => ({
  date: '2026-11-02',
  lavorazioni: JSON.stringify(quantities.map(([lavorazione, quantita]) => ({ lavorazione, quantita }))),
});

describe('le schede della home', () => {
  it('una media ha un decimale più di ciò che è stato scritto, e mai più di tre', () => {
    const decimals = averageDecimals([day(['PALI', 12.5], ['SCAVO', 30]), day(['PALI', 7], ['TIRANTI', 1.125], ['JET', 0.1 + 0.2])]);
    expect(Object.fromEntries(decimals)).toEqual({ PALI: 2, SCAVO: 1, TIRANTI: 3, JET: 2 });
  });

  it('la riga è alta quanto le servono le lavorazioni: quattro, e la riga che dice le altre', () => {
    expect([0, 2, 4, 5, 40].map((items) => linesOf(items))).toEqual([0, 2, 4, 5, 5]);
    // until it is known, as if there were four
    expect(linesOf(undefined)).toBe(4);
    const filled = (lines: number) => {
      const { card, line } = rowHeights(lines);
      return (38 + line * lines) / card;
    };
    for (const lines of [2, 3, 4, 5]) {
      expect(filled(lines), `${lines}`).toBeGreaterThan(2 / 3);
      expect(filled(lines), `${lines}`).toBeLessThanOrEqual(1);
    }
  });
});
