import { describe, expect, it } from 'vitest';
import { nextDue } from './next-due.ts';

const TODAY = '2026-11-12';
const texts = (hours: number | null, scadenza: string | null) =>
  nextDue({ ore_mancanti: hours, scadenza }, TODAY).map(({ text, due }) => `${due ? '!' : ''}${text}`);

describe('Che cosa tocca a un componente del piano', () => {
  it.each([
    [120, 'fra 120 h'],
    [1250.5, 'fra 1.250,5 h'],
    [0, '!ore raggiunte'],
    [-40, '!scaduta da 40 h'],
  ])('a %d ore: %s', (missing, text) => expect(texts(missing, null)).toEqual([text]));

  it.each([
    ['2027-02-12', 'fra 3 mesi, 2027-02-12'],
    ['2027-02-11', 'fra 2 mesi, 2027-02-11'],
    ['2026-12-12', 'fra 1 mese, 2026-12-12'],
    ['2026-12-11', 'fra 29 giorni, 2026-12-11'],
    ['2026-11-13', 'fra 1 giorno, 2026-11-13'],
    [TODAY, '!scade oggi, 2026-11-12'],
    ['2026-11-03', '!scaduta da 9 giorni, 2026-11-03'],
    ['2025-11-12', '!scaduta da 12 mesi, 2025-11-12'],
  ])('il %s: %s', (date, text) => expect(texts(null, date)).toEqual([text]));

  it('dice le une e gli altri, prima quello che è scaduto', () => {
    expect(texts(120, '2027-02-12')).toEqual(['fra 120 h', 'fra 3 mesi, 2027-02-12']);
    expect(texts(120, '2026-11-03')).toEqual(['!scaduta da 9 giorni, 2026-11-03', 'fra 120 h']);
    expect(texts(null, null)).toEqual([]);
  });
});
