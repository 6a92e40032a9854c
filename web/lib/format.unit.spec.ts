import { describe, expect, it } from 'vitest';
import {
  countOf,
  formatByte,
  formatDayHeading,
  formatEuro,
  formatInstant,
  formatNumber,
  formatRelativo,
  formatScadenza,
  initial,
  spokenScadenza,
} from './format.ts';

describe('numeri', () => {
  it('hanno i separatori italiani', () => {
    expect(formatNumber(6538)).toBe('6.538');
    expect(formatNumber(1234567.5)).toBe('1.234.567,5');
    expect(formatNumber(12, 1, 1)).toBe('12,0');
    expect(formatNumber(null)).toBe('');
  });
  it('gli euro hanno due decimali e uno spazio che non va a capo', () => {
    expect(formatEuro(2107)).toBe('€\u00A02.107,00');
    expect(formatEuro(-0.5)).toBe('−€\u00A00,50');
  });
  it('i byte si leggono', () => {
    expect(
      [0, 999, 1000, 640_000, 999_499, 999_500, 1_200_000, 22_900_000, 999_499_999, 999_500_000, 3_400_000_000].map(formatByte),
    ).toEqual(['0 byte', '999 byte', '1 kB', '640 kB', '999 kB', '1 MB', '1,2 MB', '22,9 MB', '999,5 MB', '1 GB', '3,4 GB']);
  });
});

describe('istanti', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  it.each([
    ['2026-11-20T08:42:00Z', 'oggi, 09:42'],
    ['2026-11-19T16:05:00Z', 'ieri, 17:05'],
    ['2026-11-17T10:18:00Z', 'martedì, 11:18'],
    ['2026-11-08T07:30:00Z', '12 giorni fa, 08:30'],
    ['2026-08-01T10:00:00Z', '2026-08-01, 12:00'],
  ])('%s è %s', (iso, text) => expect(formatRelativo(iso, now)).toBe(text));
  it.each([
    ['2026-11-20T08:42:00Z', 'Oggi, venerdì 2026-11-20'],
    ['2026-11-18T23:30:00Z', 'Ieri, giovedì 2026-11-19'],
    ['2026-11-17T10:18:00Z', 'Martedì 2026-11-17'],
  ])('%s sta sotto %s', (iso, text) => expect(formatDayHeading(iso, now)).toBe(text));
  it('il giorno è quello di Roma, non quello del fuso del computer', () => {
    expect(formatRelativo('2026-11-19T23:30:00Z', now)).toBe('oggi, 00:30');
    expect(formatInstant('2026-07-01T22:30:00Z')).toBe('2026-07-02 alle 00:30');
  });
});

describe('parole', () => {
  it('una scadenza dice quanto manca', () => {
    const today = '2026-11-20';
    expect(['2026-12-08', '2026-11-21', '2026-11-20', '2026-11-19', '2026-11-14'].map((d) => formatScadenza(d, today))).toEqual([
      'tra 18 giorni',
      'tra 1 giorno',
      'scade oggi',
      'scaduta da 1 giorno',
      'scaduta da 6 giorni',
    ]);
  });
  it('contano al singolare e al plurale', () => {
    expect(countOf(1, 'macchinario', 'macchinari')).toBe('1 macchinario');
    expect(countOf(41280, 'riga', 'righe')).toBe('41.280 righe');
  });
  it('le iniziali vengono da nome e cognome o dal nome utente', () => {
    expect(['Laura Ferretti', 'l.ferretti', 'admin', ''].map(initial)).toEqual(['LF', 'LF', 'A', '']);
  });
});

describe('una scadenza letta ad alta voce', () => {
  it.each([
    ['2026-11-14', 'scaduta il 2026-11-14, da 7 giorni'],
    ['2026-11-20', 'scaduta il 2026-11-20, da 1 giorno'],
    ['2026-11-21', 'scade oggi, 2026-11-21'],
    ['2026-11-22', 'scade il 2026-11-22, fra 1 giorno'],
    ['2026-12-21', 'scade il 2026-12-21, fra 30 giorni'],
  ])('%s: %s', (date, words) => expect(spokenScadenza(date, '2026-11-21')).toBe(words));
});
