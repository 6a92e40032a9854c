import { describe, expect, it } from 'vitest';
import { createMemory, type Memory } from './memory.ts';
import { batchTransaction } from './transaction.ts';

const NOBODY: ReadonlySet<string> = new Set();

/** Creates a simulated table that records the keys of each read. */
function table(rows: Record<string, number>) {
  const asked: string[][] = [];
  const read = async (keys: readonly string[]) => {
    asked.push([...keys]);
    return new Map(keys.flatMap((key) => (key in rows ? [[key, rows[key]!] as const] : [])));
  };
  return { asked, read };
}

const transaction = (memory?: Memory) => batchTransaction(() => Promise.reject(new Error('nothing is asked here')), memory);

/** Runs a batch that increments each of the given rows. */
async function batch(
  memory: Memory,
  { read }: ReturnType<typeof table>,
  keys: readonly string[],
  born = NOBODY,
): Promise<Record<string, number>> {
  const rows = await transaction(memory).recall('t', { keys, born }, read);
  for (const key of keys) rows.set(key, (rows.get(key) ?? 0) + 1);
  return Object.fromEntries(rows);
}

describe('ciò che un lotto lascia al prossimo', () => {
  it('non si rilegge, se è stato scritto; il resto sì', async () => {
    const [memory, rows] = [createMemory(), table({ a: 1, b: 10, c: 100 })];
    expect(await batch(memory, rows, ['a', 'b', 'a'])).toEqual({ a: 3, b: 11 });
    memory.keep();
    expect(await batch(memory, rows, ['c', 'a'])).toEqual({ a: 4, c: 101 });
    expect(rows.asked).toEqual([['a', 'b'], ['c']]);
  });

  it('di un lotto non scritto non resta nulla', async () => {
    const [memory, rows] = [createMemory(), table({ a: 1 })];
    await batch(memory, rows, ['a']);
    const next = createMemory();
    expect(await batch(next, rows, ['a'])).toEqual({ a: 2 });
    expect(rows.asked).toHaveLength(2);
  });

  it('ciò che nasce in un lotto non si cerca, ciò che manca si cerca ogni volta', async () => {
    const [memory, rows] = [createMemory(), table({})];
    expect(await batch(memory, rows, ['nato', 'ignoto'], new Set(['nato']))).toEqual({ nato: 1, ignoto: 1 });
    expect(rows.asked).toEqual([['ignoto']]);
    memory.keep();
    expect(await batch(memory, rows, ['nato'])).toEqual({ nato: 2 });
    expect(rows.asked).toHaveLength(1);
  });

  it('una tabella dimenticata si rilegge, le altre no; senza memoria si legge tutto, anche ciò che nasce', async () => {
    const [memory, rows] = [createMemory(), table({ a: 1 })];
    await batch(memory, rows, ['a']);
    memory.keep();
    memory.forget('t');
    expect(await batch(memory, rows, ['a'])).toEqual({ a: 2 });
    await transaction().recall('t', { keys: ['a', 'b'], born: new Set(['b']) }, rows.read);
    expect(rows.asked).toEqual([['a'], ['a'], ['a', 'b']]);
  });

  it('resta ciò che fu toccato per ultimo, e non cresce senza fine', async () => {
    const [memory, rows] = [createMemory(), table({ prima: 1 })];
    await batch(memory, rows, ['prima', 'seconda']);
    memory.keep();
    for (let n = 0; n < 999; n += 1) {
      await batch(memory, rows, [`${n}`], new Set([`${n}`]));
      memory.keep();
      if (n === 500) {
        await batch(memory, rows, ['prima']);
        memory.keep();
      }
    }
    rows.asked.length = 0;
    await batch(memory, rows, ['prima', 'seconda', '998']);
    expect(rows.asked).toEqual([['seconda']]);
  });
});
