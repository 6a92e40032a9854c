import { describe, expect, it } from 'vitest';
import { bandsIn, monthLabel } from './month-chart.ts';

describe('le cifre al mese', () => {
  it('un periodo è una banda sui suoi giorni, tagliata ai mesi', () => {
    const stop = { dal: '2026-09-16', al: '2026-11-03' };
    expect(bandsIn('2026-09', [stop])).toEqual([[0.5, 1]]);
    expect(bandsIn('2026-10', [stop])).toEqual([[0, 1]]);
    expect(bandsIn('2026-11', [stop, { dal: '2026-11-30', al: '2026-11-30' }])).toEqual([
      [0, 0.1],
      [29 / 30, 1],
    ]);
    expect(bandsIn('2026-12', [stop])).toEqual([]);
  });

  it('il mese dice il suo anno dove comincia', () => {
    expect([monthLabel('2025-12', true), monthLabel('2026-01', false), monthLabel('2026-02', false)]).toEqual(['dic 25', 'gen 26', 'feb']);
  });
});
