import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, NewEvent } from '#contracts/core/events.ts';
import { VersionConflict, type AppendResult, type ExpectedVersion } from '#contracts/ports/event-store.ts';
import { fact, freshStream, type Bench } from './testing.ts';

type Step =
  | { tipo: 'scrivi'; stream: number; dati: JsonObject[]; attesa: 'none' | 'any' | 'giusta' | 'indietro' | 'avanti' }
  | { tipo: 'ripeti'; quale: number; attesa: ExpectedVersion }
  | { tipo: 'leggi'; stream: number };

// PostgreSQL stores neither NUL nor half a surrogate pair, and JavaScript treats the key `__proto__` specially
const storable = (value: unknown): boolean => {
  const text = JSON.stringify(value);
  return !/\\u0000|\\ud[89a-f]|__proto__/i.test(text);
};
const data = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  .filter(storable)
  // the round trip through JSON replaces -0 by 0, as every store does
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);
const stream = fc.integer({ min: 0, max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      tipo: fc.constant('scrivi' as const),
      stream,
      dati: fc.array(data, { minLength: 1, maxLength: 3 }),
      attesa: fc.constantFrom('none' as const, 'any' as const, 'giusta' as const, 'indietro' as const, 'avanti' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      tipo: fc.constant('ripeti' as const),
      quale: fc.nat(20),
      attesa: fc.oneof(fc.constantFrom('none' as const, 'any' as const), fc.nat(6)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ tipo: fc.constant('leggi' as const), stream }) },
);

function expectedVersion(wait: (Step & { tipo: 'scrivi' })['attesa'], actual: number): ExpectedVersion {
  if (wait === 'none' || wait === 'any') return wait;
  return wait === 'giusta' ? actual : wait === 'avanti' ? actual + 1 : Math.max(0, actual - 1);
}

/** Runs the steps on two handles of the store and on plain arrays, and compares every result. */
async function compare({ store, second }: Bench, steps: readonly Step[]): Promise<void> {
  const names = [freshStream(), freshStream(), freshStream()];
  const model: NewEvent[][] = [[], [], []];
  const done: { stream: number; events: NewEvent[]; result: AppendResult }[] = [];
  for (const [i, step] of steps.entries()) {
    const handle = i % 2 ? second : store;
    if (step.tipo === 'leggi') {
      expect((await handle.read(names[step.stream]!)).map(({ type, data, metadata }) => ({ type, data, metadata }))).toEqual(
        model[step.stream],
      );
    } else if (step.tipo === 'ripeti') {
      const earlier = done[step.quale % Math.max(1, done.length)];
      if (earlier) expect(await handle.append(names[earlier.stream]!, earlier.events, step.attesa)).toEqual(earlier.result);
    } else {
      const modelStream = model[step.stream]!;
      const expected = expectedVersion(step.attesa, modelStream.length);
      const accepted = expected === 'any' || (expected === 'none' ? 0 : expected) === modelStream.length;
      const events = step.dati.map((data) => fact(data));
      const answer = handle.append(names[step.stream]!, events, expected);
      if (!accepted) {
        await expect(answer).rejects.toBeInstanceOf(VersionConflict);
        await expect(answer).rejects.toMatchObject({ actual: modelStream.length });
        continue;
      }
      modelStream.push(...events);
      const result = await answer;
      expect(result.version).toBe(modelStream.length);
      expect(result.position > (done.at(-1)?.result.position ?? '')).toBe(true);
      done.push({ stream: step.stream, events, result });
    }
  }
  for (const [i, name] of names.entries()) {
    expect((await store.read(name)).map(({ type, data, metadata }) => ({ type, data, metadata }))).toEqual(model[i]);
  }
}

export function modelTests(b: () => Bench): void {
  test('qualunque serie di scritture, ripetizioni e letture dà ciò che darebbe un elenco', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => compare(b(), steps)),
      { numRuns: 40 },
    );
  });
}
