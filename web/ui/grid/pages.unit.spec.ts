import { describe, expect, it } from 'vitest';
import { pageCount, pageNumbers } from './pages.ts';

describe('numeri di pagina', () => {
  it('pochi: tutti', () => expect(pageNumbers(1, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]));
  it("all'inizio", () => expect(pageNumbers(1, 11)).toEqual([1, 2, 3, 4, 5, null, 11]));
  it('in mezzo', () => expect(pageNumbers(6, 11)).toEqual([1, null, 5, 6, 7, null, 11]));
  it('alla fine', () => expect(pageNumbers(11, 11)).toEqual([1, null, 7, 8, 9, 10, 11]));
  it("la pagina attuale c'è sempre, senza doppioni e in ordine", () => {
    for (let pages = 1; pages <= 40; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const numbers = pageNumbers(page, pages).filter((n) => n !== null);
        expect(numbers).toContain(page);
        expect([...new Set(numbers)].toSorted((a, b) => a - b)).toEqual(numbers);
      }
    }
  });
  it('un elenco vuoto ha una pagina', () => {
    expect(pageCount(0, 20)).toBe(1);
    expect(pageCount(20, 20)).toBe(1);
    expect(pageCount(21, 20)).toBe(2);
  });
});
