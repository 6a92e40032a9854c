import { describe, expect, it } from 'vitest';
import { changeListState, nextSort, readListState, writeListState, type ListDefaults } from './list-state.ts';

const defaults: ListDefaults = { ordina: '-data', righe: 10, sortable: ['data', 'matricola'], filtri: ['scaduti'] };

describe("l'indirizzo di un elenco", () => {
  it("è vuoto quando tutto è come all'inizio", () => {
    expect(writeListState(readListState('', defaults), defaults)).toBe('');
  });

  it('torna uguale dopo una lettura', () => {
    const state = {
      cerca: 'soilmec & figli',
      ordina: 'matricola',
      pagina: 3,
      righe: 50,
      filtri: { scaduti: '1' },
      conditions: '{"costo":{"da":1}}',
      grouping: 'data:mese',
    };
    expect(readListState(writeListState(state, defaults), defaults)).toEqual(state);
  });

  it.each([
    ['?ordina=password', 'ordina', '-data'],
    ['?ordina=-matricola', 'ordina', '-matricola'],
    ['?pagina=0', 'pagina', 1],
    ['?pagina=-2', 'pagina', 1],
    ['?pagina=abc', 'pagina', 1],
    ['?pagina=12', 'pagina', 12],
    ['?righe=7', 'righe', 10],
    ['?righe=100', 'righe', 100],
  ])('legge %s senza fidarsi', (search, fieldName, expected) => {
    expect(readListState(search, defaults)[fieldName as 'pagina']).toBe(expected);
  });

  it('ignora i filtri che la schermata non ha', () => {
    expect(readListState('?scaduti=1&altro=2', defaults).filtri).toEqual({ scaduti: '1' });
  });

  it('accorcia una ricerca troppo lunga', () => {
    expect(readListState(`?cerca=${'x'.repeat(500)}`, defaults).cerca).toHaveLength(200);
  });
});

describe('cambiare un elenco', () => {
  const state = { cerca: '', ordina: '-data', pagina: 4, righe: 10, filtri: {}, conditions: '', grouping: '' };

  it('una nuova ricerca torna alla prima pagina', () => {
    expect(changeListState(state, { cerca: 'a' }).pagina).toBe(1);
    expect(changeListState(state, { filtri: { scaduti: '1' } }).pagina).toBe(1);
  });

  it('cambiare pagina tiene il resto', () => {
    expect(changeListState({ ...state, cerca: 'a' }, { pagina: 5 })).toEqual({ ...state, cerca: 'a', pagina: 5 });
  });

  it("l'ordine gira: crescente, decrescente, quello dell'elenco", () => {
    expect(nextSort('-data', 'matricola', '-data')).toBe('matricola');
    expect(nextSort('matricola', 'matricola', '-data')).toBe('-matricola');
    expect(nextSort('-matricola', 'matricola', '-data')).toBe('-data');
  });

  it("sulla colonna dell'ordine iniziale gira tra i due versi", () => {
    expect(nextSort('-data', 'data', '-data')).toBe('data');
    expect(nextSort('data', 'data', '-data')).toBe('-data');
  });
});
