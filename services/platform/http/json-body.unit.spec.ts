import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeShape } from './json-body.ts';

const judged = (text: string, most = 1000): string => {
  try {
    judgeShape(Buffer.from(text), most);
    return 'accettato';
  } catch (error) {
    return (error as Error).message;
  }
};
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Counts the keys of objects and the items of lists in a parsed value. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  return inside.length + inside.reduce<number>((sum, one) => sum + valuesOf(one), 0);
}

describe('La forma di un corpo JSON, prima che sia letto', () => {
  it('può avere trentadue livelli, e non uno di più', () => {
    expect(judged(nested(32))).toBe('accettato');
    expect(judged(nested(33))).toContain('troppo annidato');
    expect(judged(`{"a":${nested(31)}}`)).toBe('accettato');
    expect(judged(`{"a":${nested(32)}}`)).toContain('troppo annidato');
    expect(judged('[[],[],[[]]]')).toBe('accettato');
    expect(judged('['.repeat(1_000_000))).toContain('troppo annidato');
  });

  it('conta insieme campi e voci, quanti sono davvero, in ogni valore', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 2 : 0);
        const count = valuesOf(value);
        expect(judged(text, count)).toBe('accettato');
        if (count > 0) expect(judged(text, count - 1)).toContain(`al massimo ${count - 1}`);
      }),
    );
  });

  it('non conta ciò che sta nei testi', () => {
    expect(judged('{"a":"[[[,,,{{{ \\\\ \\" ,"}', 1)).toBe('accettato');
    expect(judged('["\\\\",1]', 2)).toBe('accettato');
    expect(judged('["\\\\",1]', 1)).toContain('troppi valori');
  });

  it('un testo rotto lo lascia a chi legge', () => {
    for (const text of ['', '"', '{"a', ']]]]', '{"a\\', ',,,']) expect(judged(text)).toBe('accettato');
  });
});
