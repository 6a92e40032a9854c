import { describe, expect, it } from 'vitest';
import { parseData, weeks, moveMonth } from './date-text.ts';

describe('date scritte da una persona', () => {
  it.each([
    ['2026-11-14', '2026-11-14'],
    ['20261114', '2026-11-14'],
    ['14/11/2026', '2026-11-14'],
    ['4.1.2027', '2027-01-04'],
    ['14-11-26', '2026-11-14'],
    [' 2026/1/5 ', '2026-01-05'],
    ['29/02/2028', '2028-02-29'],
  ])('%s è il %s', (text, date) => expect(parseData(text)).toBe(date));

  it.each([
    '2026-02-30',
    '31/04/2026',
    '2026-13-01',
    'domani',
    '14/11',
    '2026',
    '1899-11-30',
    '211126',
    '2026111',
    '202611-1',
    '2101-01-01',
    '1/1/2111',
  ])('%s non è una data', (text) => {
    expect(parseData(text)).toBeUndefined();
  });

  it('il vuoto è nessuna data', () => expect(parseData('  ')).toBeNull());
});

describe('calendario', () => {
  it('comincia di lunedì e copre sei settimane', () => {
    const days = weeks('2026-11');
    expect(days).toHaveLength(42);
    expect(days[0]).toBe('2026-10-26');
    expect(days[6]).toBe('2026-11-01');
    expect(days[41]).toBe('2026-12-06');
  });

  it('non salta giorni al cambio d’ora', () => {
    const march = weeks('2026-03');
    expect(new Set(march).size).toBe(42);
    expect(march).toContain('2026-03-29');
  });

  it('passa da un anno all’altro', () => {
    expect(moveMonth('2026-12', 1)).toBe('2027-01');
    expect(moveMonth('2026-01', -1)).toBe('2025-12');
    expect(moveMonth('2026-11', -12)).toBe('2025-11');
  });
});
