// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { estimateInWords } from './estimate-words.ts';
import { marginShare } from './missing-figures.ts';

const site = (importo: number | null, consumato: number, estimate?: { al_mese: number; mese?: string }) => ({
  budget: { quantita: null, importo, consumato },
  curva: { mesi: [], ...(estimate ? { stima: estimate } : {}) },
});

describe('la curva di un cantiere', () => {
  it('di ciò che resta del budget dice il mese in cui finisce come una stima, o che non si sa', () => {
    expect(estimateInWords(site(50_000, 38_000, { al_mese: 4000, mese: '2027-01' })).replaceAll('\u00A0', ' ')).toBe(
      'Restano € 12.000,00 di € 50.000,00. Stima: al passo degli ultimi tre mesi (€ 4.000,00 al mese) finisce nel 2027-01.',
    );
    expect(estimateInWords(site(100, 10, { al_mese: 0 }))).toMatch(/quando finisce non si sa/);
    expect(estimateInWords(site(100, 10, { al_mese: 0.01 }))).toMatch(/più di dieci anni/);
    expect(estimateInWords(site(100, 130)).replaceAll('\u00A0', ' ')).toBe('Il budget di € 100,00 è finito, superato di € 30,00.');
    expect(estimateInWords(site(100, 100))).not.toContain('superato');
  });

  it('un margine a cui manca la manodopera non ha percentuale', () => {
    const figures = { produzione: 200, costi: 10, noleggi: 0, margine: 50, solo_tue: [] };
    expect(marginShare({ ...figures, mancano: { manodopera: [], noleggi: [] } })).toBe('25 %');
    expect(marginShare({ ...figures, mancano: { manodopera: ['2026-10'] } })).toBeNull();
    expect(marginShare({ ...figures, mancano: { mesi_parziali: ['2026-11'] } })).toBeNull();
    expect(marginShare({ ...figures, produzione: 0, mancano: {} })).toBeNull();
  });
});
