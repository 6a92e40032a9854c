// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { accise } from '#contracts/registers/accise.ts';
import { daysOf, filterKind, parseColumnFilters, withColumnFilters, type ColumnFilter } from './column-filter.ts';
import { registerFilters } from './filter-source.ts';
import { filterInWords } from './filter-words.ts';

const TODAY = '2026-11-23';
const kinds = (name: string) => filterKind(macchinari, name);
const read = (filters: unknown) => parseColumnFilters(JSON.stringify(filters), kinds);

describe('i filtri delle colonne nell’indirizzo', () => {
  it('valgono secondo il campo', () => {
    const filters = {
      matricola: { contiene: 'A0' },
      costo: { da: 100, a: 200.5 },
      scadenza_assicurazione: { periodo: 'prossimi30' },
      scadenza_circolazione: { da: '2020-01-01' },
      stato_attuale: ['Operativo', null],
      utente: ['admin'],
      documenti_ass: { vuoto: true },
    };
    expect(read(filters)).toEqual({ filters, omissions: [] });
  });

  it.each([
    [{ sconosciuto: { contiene: 'a' } }],
    [{ matricola: { da: 'A' } }],
    [{ matricola: { contiene: '  ' } }],
    [{ matricola: { contiene: 'a'.repeat(201) } }],
    [{ matricola: ['A'] }],
    [{ costo: { da: '1' } }],
    [{ costo: {} }],
    [{ costo: { da: 1, contiene: 'x' } }],
    [{ costo: { periodo: 'oggi' } }],
    [{ scadenza_assicurazione: { da: '2026-02-31' } }],
    [{ scadenza_assicurazione: { periodo: 'secolo' } }],
    [{ stato_attuale: [] }],
    [{ stato_attuale: [{}] }],
    [{ stato_attuale: { contiene: 'Op' } }],
    [{ costo: { vuoto: 1 } }],
    [{ costo: null }],
  ])('ciò che non vale si lascia, e si dice: %j', (filters) => {
    expect(read({ ...filters, descrizione: { contiene: 'sonda' } })).toEqual({
      filters: { descrizione: { contiene: 'sonda' } },
      omissions: Object.keys(filters),
    });
  });

  it('un testo che non è un oggetto, o troppo lungo, non filtra nulla e si dice', () => {
    for (const text of ['{', '[]', '3', `{"matricola":{"contiene":"${' '.repeat(4000)}"}}`])
      expect(parseColumnFilters(text, kinds)).toEqual({ filters: {}, omissions: ['filtri'] });
    expect(parseColumnFilters(null, kinds)).toEqual({ filters: {}, omissions: [] });
  });
});

describe('i giorni di un periodo', () => {
  it.each([
    ['oggi', '2026-11-23', '2026-11-23'],
    ['settimana', '2026-11-23', '2026-11-29'],
    ['mese', '2026-11-01', '2026-11-30'],
    ['trimestre', '2026-10-01', '2026-12-31'],
    ['anno', '2026-01-01', '2026-12-31'],
    ['prossimi30', '2026-11-23', '2026-12-23'],
  ] as const)('%s', (period, da, a) => {
    expect(daysOf(period, TODAY)).toEqual({ da, a });
  });

  it('di domenica la settimana è quella che finisce; a febbraio il mese è bisestile', () => {
    expect(daysOf('settimana', '2026-11-29')).toEqual({ da: '2026-11-23', a: '2026-11-29' });
    expect(daysOf('mese', '2028-02-10')).toEqual({ da: '2028-02-01', a: '2028-02-29' });
    expect(daysOf('trimestre', '2026-12-31')).toEqual({ da: '2026-10-01', a: '2026-12-31' });
  });
});

describe('ciò che si chiede al portale', () => {
  it('un periodo diventa i suoi giorni, il resto resta com’è', () => {
    expect(withColumnFilters({ scaduti: true }, { scadenza_circolazione: { periodo: 'mese' }, costo: { da: 1 } }, TODAY)).toEqual({
      scaduti: true,
      scadenza_circolazione: { da: '2026-11-01', a: '2026-11-30' },
      costo: { da: 1 },
    });
  });

  it('sullo stesso campo valgono insieme la condizione dell’elenco e quella della persona', () => {
    const own = { stato_attuale: { diverso: ['Venduto', 'Dismesso'] } };
    expect(withColumnFilters(own, { stato_attuale: ['Operativo', 'Venduto', null] }, TODAY)).toEqual({
      stato_attuale: ['Operativo', null],
    });
    expect(withColumnFilters(own, { stato_attuale: { vuoto: false } }, TODAY)).toEqual({
      stato_attuale: { diverso: ['Venduto', 'Dismesso'], vuoto: false },
    });
    expect(withColumnFilters({ stato_attuale: { diverso: 'Venduto' } }, { stato_attuale: ['Venduto'] }, TODAY)).toEqual({
      stato_attuale: [],
    });
  });
});

describe('un filtro in parole', () => {
  const words = (name: string, filter: ColumnFilter) => filterInWords(registerFilters(macchinari).column(name)!, filter, TODAY);
  it.each([
    ['matricola', { contiene: 'A0' }, 'Matricola contiene «A0»'],
    ['stato_attuale', ['Operativo'], 'Stato attuale: Operativo'],
    ['stato_attuale', ['A', 'B', 'C'], 'Stato attuale: A, B, C'],
    ['stato_attuale', ['A', null, 'C', 'D'], 'Stato attuale: A, (vuoto) e 2 altri'],
    ['descrizione', { vuoto: true }, 'Descrizione: vuoto'],
    ['descrizione', { vuoto: false }, 'Descrizione: non vuoto'],
  ] as const)('%s %j', (name, filter, expected) => {
    expect(words(name, filter).toLowerCase()).toBe(expected.toLowerCase());
  });

  it('date e numeri dicono da dove a dove', () => {
    const label = filterInWords(registerFilters(accise).column('data')!, { vuoto: true }, TODAY).replace(': vuoto', '');
    const date = (filter: ColumnFilter) => filterInWords(registerFilters(accise).column('data')!, filter, TODAY).replace(label, '').trim();
    expect(date({ periodo: 'prossimi30' })).toBe('tra oggi e 23 dic');
    expect(date({ periodo: 'oggi' })).toBe('è oggi');
    expect(date({ da: '2026-11-24' })).toBe('da domani');
    expect(date({ a: '2025-01-02' })).toBe('fino a 2 gen 2025');
    expect(date({ da: '2026-11-22', a: '2027-01-31' })).toBe('tra ieri e 31 gen 2027');
    const number = (filter: ColumnFilter) => filterInWords(registerFilters(accise).column('ore')!, filter, TODAY);
    expect(number({ da: 1000.5 })).toBe('Ore da 1.000,5');
    expect(number({ a: 3 })).toBe('Ore fino a 3');
    expect(number({ da: 1, a: 2 })).toBe('Ore da 1 a 2');
    expect(number({ da: 0, a: 0 })).toBe('Ore = 0');
  });
});
