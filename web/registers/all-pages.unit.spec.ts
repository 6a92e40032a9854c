import { describe, expect, it } from 'vitest';
import { allPages } from './all-pages.ts';

/** Fakes a list of `total` rows and records the requested pages. */
function list(total: number) {
  const asked: number[] = [];
  const fetchPage = async (page: number, rows: number) => {
    asked.push(page);
    const data = Array.from({ length: Math.max(0, Math.min(rows, total - (page - 1) * rows)) }, (_, i) => (page - 1) * rows + i);
    return { data, totale: total };
  };
  return { asked, fetchPage };
}

describe('leggere un elenco intero', () => {
  it.each([
    [0, [1]],
    [1, [1]],
    [499, [1]],
    [500, [1]],
    [501, [1, 2]],
    [1200, [1, 2, 3]],
  ])('%s righe: le pagine %s, una volta sola e in ordine', async (total, pages) => {
    const { asked, fetchPage } = list(total);
    expect(await allPages(fetchPage)).toEqual(Array.from({ length: total }, (_, i) => i));
    expect(asked).toEqual(pages);
  });

  it('dice a che punto è', async () => {
    const seen: [number, number][] = [];
    await allPages(list(1200).fetchPage, (done, total) => seen.push([done, total]));
    expect(seen).toEqual([
      [500, 1200],
      [1000, 1200],
      [1200, 1200],
    ]);
  });

  it("si ferma se l'elenco si accorcia mentre lo legge", async () => {
    const { asked, fetchPage } = list(600);
    await allPages(async (page, rows) => (page === 2 ? { data: [], totale: 600 } : fetchPage(page, rows)));
    expect(asked).toEqual([1]);
  });
});
