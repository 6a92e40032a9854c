import { describe, expect, it } from 'vitest';
import { retentionOf, yearsAfter, yearsKept } from './retention.ts';

const kind = (nome: string, sanitario: boolean, years: number | null = null) => ({ codice: nome, nome, sanitario, conserva_anni: years });
const CI = kind('Carta di Identita', false);
const IDONEITA = kind('Idoneità', true);
const asked = { data_fine: '2020-05-10', kinds: [CI, IDONEITA], today: '2026-01-01' };

describe('per quanto si conserva un lavoratore', () => {
  it('dieci anni i documenti sanitari, cinque gli altri, se il tipo non dice altro', () => {
    expect([
      yearsKept(CI),
      yearsKept(IDONEITA),
      yearsKept({ ...CI, conserva_anni: 7 }),
      yearsKept({ ...IDONEITA, conserva_anni: 0 }),
    ]).toEqual([5, 10, 7, 0]);
  });

  it('senza data di fine, o con una a venire, è in forza; l’ultimo giorno di lavoro non lo è più', () => {
    expect(retentionOf({ ...asked, data_fine: null })).toEqual({ fino: null, motivo: expect.stringContaining('non ha una data di fine') });
    expect(retentionOf({ ...asked, data_fine: '2026-01-02' })).toEqual({ fino: null, motivo: expect.stringContaining('2026-01-02') });
    expect(retentionOf({ ...asked, data_fine: '2026-01-01', kinds: [] })).toEqual({ fino: null, motivo: null });
  });

  it('conta il tipo che si conserva più a lungo, e ne dice il nome e il giorno', () => {
    expect(retentionOf(asked)).toEqual({
      fino: '2030-05-10',
      motivo: '«Idoneità» si conserva 10 anni dalla fine del rapporto (2020-05-10): fino al 2030-05-10.',
    });
    expect(retentionOf({ ...asked, kinds: [kind('Unilav', false, 1)], today: '2021-01-01' }).motivo).toBe(
      '«Unilav» si conserva un anno dalla fine del rapporto (2020-05-10): fino al 2021-05-10.',
    );
  });

  it('l’ultimo giorno si conserva ancora, il giorno dopo no', () => {
    expect(retentionOf({ ...asked, kinds: [CI], today: '2025-05-10' }).motivo).not.toBeNull();
    expect(retentionOf({ ...asked, kinds: [CI], today: '2025-05-11' })).toEqual({ fino: '2025-05-10', motivo: null });
  });

  it('senza documenti non si conserva niente, e zero anni è niente', () => {
    expect(retentionOf({ ...asked, kinds: [] })).toEqual({ fino: null, motivo: null });
    expect(retentionOf({ ...asked, kinds: [kind('Altro', false, 0)], today: '2020-05-10' }).motivo).toBeNull();
  });

  it('il 29 febbraio diventa il primo marzo dove non c’è', () => {
    expect([yearsAfter('2024-02-29', 5), yearsAfter('2024-02-29', 4), yearsAfter('2020-12-31', 10)]).toEqual([
      '2029-03-01',
      '2028-02-29',
      '2030-12-31',
    ]);
  });
});
