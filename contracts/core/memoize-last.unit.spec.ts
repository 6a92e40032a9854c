import { describe, expect, it } from 'vitest';
import { memoizeLast } from './memoize-last.ts';

describe('le ultime risposte', () => {
  it('si calcolano una volta, e nessuno le può cambiare', () => {
    let asked = 0;
    const of = memoizeLast((text) => ({ in: { text, n: (asked += 1) } }));
    expect([of('a'), of('b'), of('a')]).toEqual([{ in: { text: 'a', n: 1 } }, { in: { text: 'b', n: 2 } }, { in: { text: 'a', n: 1 } }]);
    expect(() => {
      of('a').in.n = 7;
    }).toThrow(TypeError);
  });

  it('sono cento: la più vecchia si dimentica', () => {
    let asked = 0;
    const of = memoizeLast(() => ({ n: (asked += 1) }));
    for (let i = 0; i <= 100; i += 1) of(String(i));
    expect([of('100').n, of('0').n]).toEqual([101, 102]);
  });
});
