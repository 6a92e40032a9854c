import { runInThisContext } from 'node:vm';
import { transpileModule } from 'typescript';
import { afterEach, describe, expect, it } from 'vitest';
import { areaFiles } from './areas.ts';
import { instrument, type Mutant } from './instrument.ts';
import { sample } from './plan.ts';

type Switch = (id: number) => boolean;
const outer = globalThis as { $mutant?: Switch };
const before = outer.$mutant;
afterEach(() => (before ? (outer.$mutant = before) : delete outer.$mutant));

/** Returns a function's result with one mutant switched on, or with none. */
function said(code: string, active: number | null, ...args: unknown[]): unknown {
  outer.$mutant = (id) => id === active;
  const { outputText } = transpileModule(code, { compilerOptions: { target: 99 } });
  return (runInThisContext(`(() => { ${outputText}; return prova; })()`) as (...args: unknown[]) => unknown)(...args);
}

/** Returns each mutant of a function with the function's result under that mutant. */
function fates(source: string, ...args: unknown[]): [string, unknown][] {
  const { code, mutants } = instrument('prova.ts', `const prova = ${source}`, 0);
  return mutants.map((m: Mutant) => [`${m.original} → ${m.replacement}`, said(code, m.id, ...args)]);
}

describe('I mutanti di una funzione', () => {
  it('spenti non cambiano niente, acceso uno cambia quella cosa sola', () => {
    const source = 'const prova = (n: number, m: number): boolean => n < 3 && m > 0';
    const { code, mutants } = instrument('prova.ts', source, 10);
    expect(said(code, null, 2, 1)).toBe(true);
    expect(mutants.map(({ id }) => id)).toEqual(mutants.map((_, i) => 10 + i));
    expect(fates(source.slice(14), 3, 1)).toEqual([
      ['n < 3 && m > 0 → (n < 3) || (m > 0)', true],
      ['n < 3 → (n) <= (3)', true],
      ['n < 3 → (n) >= (3)', true],
      ['3 → 3 * 100', true],
      ['m > 0 → (m) >= (0)', false],
      ['m > 0 → (m) <= (0)', false],
      ['0 → 1', false],
    ]);
  });

  it('tolgono un’istruzione, negano una condizione, scambiano tutti e qualcuno, tolgono un punto interrogativo', () => {
    expect(fates('(a) => { const b = [...a]; b.push(1); return b; }', [])).toContainEqual(['b.push(1); → ', []]);
    expect(fates('(a) => { if (a) return 1; return 2; }', true)).toEqual(
      expect.arrayContaining([
        ['a → true', 1],
        ['a → false', 2],
      ]),
    );
    expect(fates('(a) => a.every((x) => x > 1)', [1, 2])).toContainEqual(['a.every((x) => x > 1) → a.some((x) => x > 1)', true]);
    expect(fates('(a) => a.b?.c()', { b: { c: () => 7 } })).toEqual([['a.b?.c() → a.b.c()', 7]]);
    expect(fates('(a, b) => a ?? b', null, 5)).toEqual([
      ['a ?? b → a', null],
      ['a ?? b → b', 5],
    ]);
    expect(fates('(a) => { if (a) { a = 1; } else { a = 2; } return a; }', 5)).toContainEqual(['a = 1; → ', 5]);
  });

  it('svuotano le parole che servono al programma, non le frasi per le persone né i messaggi dei log', () => {
    const originals = (source: string) => instrument('prova.ts', source, 0).mutants.map(({ original }) => original);
    expect(originals("f('view', 'Il file non esiste.', 'Macchinari')")).not.toContain("'Il file non esiste.'");
    expect(originals("x = f('view', 'Il file non esiste.', 'Macchinari')")).toContain("'view'");
    expect(originals("log.info({ a }, 'fatto')")).not.toContain("log.info({ a }, 'fatto')");
    expect(originals("import { a } from './b.ts'; type T = 'uno' | 'due'; interface I { n: 1 }")).toEqual([]);
  });

  it('toccano anche quello che si chiede al database', () => {
    const { mutants } = instrument('prova.ts', 'x = sql`select 1 from t where a <= ${b} and not eliminato`', 0);
    expect(mutants.map(({ replacement }) => replacement)).toEqual(
      expect.arrayContaining([
        'sql`select 1 from t where a <= ${b} or not eliminato`',
        'sql`select 1 from t where a < ${b} and not eliminato`',
      ]),
    );
  });

  it('di ogni file delle aree danno una fonte che si legge', async () => {
    const { readFile } = await import('node:fs/promises');
    const files = areaFiles();
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      const { code } = instrument(file, await readFile(file, 'utf8'), 0);
      const { diagnostics } = transpileModule(code, {
        reportDiagnostics: true,
        fileName: file,
        compilerOptions: { target: 99, module: 99 },
      });
      expect(diagnostics, file).toEqual([]);
    }
  }, 240_000);
});

describe('Una scelta a caso', () => {
  it('con lo stesso seme è la stessa, senza doppioni, e non più di quanti sono', () => {
    const all = Array.from({ length: 50 }, (_, i) => i);
    const some = sample(all, 20, 7);
    expect(sample(all, 20, 7)).toEqual(some);
    expect(sample(all, 20, 8)).not.toEqual(some);
    expect(new Set(some).size).toBe(20);
    expect(sample(all, 99, 1).toSorted((a, b) => a - b)).toEqual(all);
  });
});
