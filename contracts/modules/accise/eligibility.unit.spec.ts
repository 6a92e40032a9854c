import { describe, expect, it } from 'vitest';
import { eligibilityOf } from './eligibility.ts';
import { isOver, lastDay, shiftQuarter, quarterForPeople, quarterOf } from './quarter.ts';

const of = (machine: { targa?: string | null; tipologia?: string | null; accisa_ammessa?: number | null }, year = 2026) =>
  eligibilityOf({ targa: null, tipologia: null, accisa_ammessa: null, ...machine }, { anno: year, trimestre: 1 });

describe('l’ammissione di una macchina al rimborso', () => {
  it.each([
    ['senza targa è proposta', { tipologia: 'Dumper' }, 2026, 1, 'senza targa'],
    ['una targa di soli spazi non è una targa', { targa: ' ', tipologia: 'Dumper' }, 2026, 1, 'senza targa'],
    ['su ruote con la targa è esclusa dal 2026', { targa: 'AB 123 CD', tipologia: 'Dumper' }, 2026, 0, 'AB 123 CD («Dumper»)'],
    ['con la targa e senza tipologia è esclusa', { targa: 'AB 123 CD' }, 2026, 0, 'senza tipologia'],
    ['fino al 2025 la targa non esclude', { targa: 'AB 123 CD', tipologia: 'Dumper' }, 2025, 1, 'solo dal 2026'],
    ['su cingoli la targa non esclude', { targa: 'AB 123 CD', tipologia: 'Gru CINGOLATA' }, 2026, 1, 'non è su ruote'],
    ['vale ciò che la scheda dichiara: sì', { targa: 'AB 123 CD', accisa_ammessa: 1 }, 2026, 1, 'dichiarato'],
    ['vale ciò che la scheda dichiara: no', { accisa_ammessa: 0 }, 2026, 0, 'dichiarato'],
  ] as const)('%s', (_title, machine, year, admitted, words) => {
    expect(of(machine, year)).toEqual({ ammessa: admitted, motivo: expect.stringContaining(words) });
  });
});

describe('il trimestre', () => {
  it('di un giorno, con l’ultimo giorno e quelli accanto', () => {
    expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOf).map(quarterForPeople)).toEqual([
      '1º trimestre 2026',
      '1º trimestre 2026',
      '2º trimestre 2026',
      '4º trimestre 2026',
    ]);
    expect([1, 2, 3, 4].map((trimestre) => lastDay({ anno: 2026, trimestre }))).toEqual([
      '2026-03-31',
      '2026-06-30',
      '2026-09-30',
      '2026-12-31',
    ]);
    expect(shiftQuarter({ anno: 2026, trimestre: 1 }, -1)).toEqual({ anno: 2025, trimestre: 4 });
    expect(shiftQuarter({ anno: 2025, trimestre: 4 }, 1)).toEqual({ anno: 2026, trimestre: 1 });
  });

  it('è finito dal giorno dopo il suo ultimo', () => {
    const quarter = { anno: 2026, trimestre: 2 };
    expect([isOver(quarter, '2026-06-30'), isOver(quarter, '2026-07-01')]).toEqual([false, true]);
  });
});
