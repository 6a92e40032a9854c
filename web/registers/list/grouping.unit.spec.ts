import { describe, expect, it } from 'vitest';
import { costi } from '#contracts/registers/costi.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { filterOfGroup, groupInWords, groupingsOf, parseGrouping, sumInWords } from './grouping.ts';

const COLUMNS = costi.list.columns;

describe('il raggruppamento di un elenco', () => {
  it('si offre per scelte e testi, per una data anche per mese e anno; non per numeri e chiave', () => {
    const texts = groupingsOf(costi, COLUMNS).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['utente', 'data:giorno', 'data:mese', 'data:anno', 'cantiere', 'tipologia_costo']));
    for (const not of ['id', 'importo', 'totale', 'quantita', 'data']) expect(texts).not.toContain(not);
  });

  it('dell’indirizzo vale solo ciò che l’elenco offre', () => {
    expect(parseGrouping(costi, COLUMNS, 'data:mese')).toEqual({ field: 'data', period: 'mese' });
    expect(parseGrouping(costi, COLUMNS, 'cantiere')).toEqual({ field: 'cantiere', period: null });
    for (const text of ['', 'data', 'data:secolo', 'cantiere:mese', 'importo', 'sconosciuto'])
      expect(parseGrouping(costi, COLUMNS, text)).toBeNull();
  });

  it.each([
    [{ field: 'cantiere', period: null }, '0420', { cantiere: ['0420'] }],
    [{ field: 'cantiere', period: null }, null, { cantiere: { vuoto: true } }],
    [{ field: 'data', period: 'giorno' }, '2026-02-28', { data: { da: '2026-02-28', a: '2026-02-28' } }],
    [{ field: 'data', period: 'mese' }, '2028-02', { data: { da: '2028-02-01', a: '2028-02-29' } }],
    [{ field: 'data', period: 'mese' }, '2026-12', { data: { da: '2026-12-01', a: '2026-12-31' } }],
    [{ field: 'data', period: 'anno' }, '2026', { data: { da: '2026-01-01', a: '2026-12-31' } }],
  ] as const)('le righe di un gruppo: %j %s', (grouping, value, filters) => {
    expect(filterOfGroup(grouping, value)).toEqual(filters);
  });

  it('dice gruppi e somme come gli elenchi', () => {
    expect(groupInWords(costi, { field: 'data', period: 'mese' }, '2026-11')).toBe('novembre 2026');
    expect(groupInWords(costi, { field: 'data', period: 'anno' }, '2026')).toBe('2026');
    expect(groupInWords(costi, { field: 'data', period: 'mese' }, null)).toBe('(vuoto)');
    expect(groupInWords(produzione, { field: 'fermo', period: null }, 1)).toBe('Sì');
    expect(sumInWords(costi, { campo: 'totale', unita: '€', somma: 1234.5 })).toBe('Totale €\u00A01.234,50');
    expect(sumInWords(produzione, { campo: 'quantita', unita: 'ml', somma: 3.5 })).toBe('Quantità 3,5 ml');
    expect(sumInWords(produzione, { campo: 'quantita', unita: null, somma: 2 })).toBe('Quantità 2');
  });
});
