import { describe, expect, it } from 'vitest';
import { inWords, isCaught, table, type Fate } from './report.ts';

const mutant = (original: string, replacement: string) => ({
  id: 1,
  file: 'contracts/core/dates.ts',
  line: 7,
  original,
  replacement,
  nth: 0,
});

describe('Il rapporto sui mutanti', () => {
  it('dice che cosa è cambiato e dove, su una riga', () => {
    expect(inWords(mutant('a <\n  b', 'a <= b'))).toBe('contracts/core/dates.ts:7  a < b  →  a <= b');
    expect(inWords(mutant('f();', ''))).toBe('contracts/core/dates.ts:7  f();  →  (nothing)');
    const said = inWords(mutant(`${'x'.repeat(300)} and ${'y'.repeat(300)}`, `${'x'.repeat(300)} or ${'y'.repeat(300)}`));
    expect(said).toMatch(/x and y.* {2}→ {2}.*x or y/);
    expect(said.length).toBeLessThan(300);
  });

  it('conta per area e in tutto; uno senza prove o sopravvissuto non è preso', () => {
    const judged = (['caught', 'timeout', 'survived', 'unreached'] as Fate[]).map((fate) => ({ mutant: mutant('a', 'b'), fate }));
    expect(judged.map(isCaught)).toEqual([true, true, false, false]);
    expect(
      table(judged)
        .split('\n')
        .map((row) => row.split(/ {2,}/).filter(Boolean)),
    ).toEqual([
      ['area', 'mutants', 'caught', 'timeout survived unreached', 'caught'],
      ['contracts', '4', '1', '1', '1', '1', '50.0 %'],
      ['all', '4', '1', '1', '1', '1', '50.0 %'],
    ]);
  });
});
