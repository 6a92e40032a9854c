import { describe, expect, it } from 'vitest';
import { browserToken, keepBrowserToken } from './known-browser.ts';

function memory(start: string | null = null) {
  let text = start;
  return {
    getItem: () => text,
    setItem: (_key: string, value: string) => {
      text = value;
    },
  };
}

describe('il browser conosciuto', () => {
  it('tiene un testo per persona, l’ultimo', () => {
    const store = memory();
    expect(browserToken(store, 'anna')).toBeUndefined();
    keepBrowserToken(store, 'anna', 'a1');
    keepBrowserToken(store, 'bruno', 'b1');
    keepBrowserToken(store, 'anna', 'a2');
    expect([browserToken(store, 'anna'), browserToken(store, 'bruno'), browserToken(store, 'carla')]).toEqual(['a2', 'b1', undefined]);
  });

  it('ne ricorda dieci, i più recenti, e non inciampa in quel che trova', () => {
    const store = memory();
    for (let n = 1; n <= 12; n += 1) keepBrowserToken(store, `p${n}`, `t${n}`);
    expect([browserToken(store, 'p2'), browserToken(store, 'p3'), browserToken(store, 'p12')]).toEqual([undefined, 't3', 't12']);
    for (const broken of ['{', '5', '[1,["a"],["a",2]]']) expect(browserToken(memory(broken), 'a')).toBeUndefined();
    expect(() =>
      keepBrowserToken(
        {
          getItem: () => null,
          setItem: () => {
            throw new Error('full');
          },
        },
        'anna',
        'x',
      ),
    ).not.toThrow();
  });
});
