// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { trailValues } from './storico.api.ts';
import { FORMER } from './trail-filters.ts';

describe('values of a column of the history', () => {
  const asked = (switches: Record<string, string>) => trailValues(switches)('area', { cerca: 'bia', filtri: {} }).queryKey.at(-1);

  it('are counted by request, but by entry within one request', () => {
    expect(asked({})).toMatchObject({ piega: '1', cerca: 'bia', per: 'area' });
    expect(asked({ gruppo: 'g1' })).toEqual({ gruppo: 'g1', cerca: 'bia', per: 'area' });
  });
});

describe('addresses from before every column had a filter', () => {
  it('named person, area, event, days and origin', () => {
    expect(FORMER.names).toEqual(['utente', 'area', 'evento', 'dal', 'al', 'sistema']);
    expect(FORMER.conditions({ utente: 'anna', dal: '2026-01-01', al: '2026-01-31' })).toEqual({
      utente: ['anna'],
      quando: { da: '2026-01-01', a: '2026-01-31' },
    });
  });
});
