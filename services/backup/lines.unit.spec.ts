import { describe, expect, it } from 'vitest';
import { groupBySize, linesOf, textsOf } from './lines.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

describe('the lines of a part', () => {
  it('come back as they went, whatever the pieces', async () => {
    const texts = ['a', '', 'è "due"', 'x'.repeat(100_000), 'z'];
    const bytes = Buffer.concat(await all(linesOf(texts)));
    for (const size of [1, 7, 65_536, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      expect(await all(textsOf(each(pieces)))).toEqual(texts);
      if (size === 1) expect(pieces.length).toBe(bytes.length);
    }
  });

  it('go many in one piece, a piece of 64 kB at least', async () => {
    expect((await all(linesOf(Array.from({ length: 1000 }, () => 'riga')))).map(({ length }) => length)).toEqual([5000]);
    const pieces = (await all(linesOf(Array.from({ length: 40_000 }, () => 'riga')))).map(({ length }) => length);
    expect(pieces.slice(0, -1).every((length) => length >= 65_536 && length < 65_546)).toBe(true);
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(200_000);
    expect(await all(linesOf([]))).toEqual([]);
  });

  it('without an end at the last line have that line too', async () => {
    expect(await all(textsOf(each([Buffer.from('a\nb')])))).toEqual(['a', 'b']);
    expect(await all(textsOf(each([Buffer.from('a\n'), Buffer.from('')])))).toEqual(['a']);
  });
});

it('groups have the asked size, the last one what is left', async () => {
  expect(await all(groupBySize(each([1, 2, 3, 4, 5]), 2))).toEqual([[1, 2], [3, 4], [5]]);
  expect(await all(groupBySize(each([1, 2]), 2))).toEqual([[1, 2]]);
  expect(await all(groupBySize(each([]), 2))).toEqual([]);
});
