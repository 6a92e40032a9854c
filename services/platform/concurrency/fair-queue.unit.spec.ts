import { describe, expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function recorded(queue: ReturnType<typeof fairQueue>) {
  const begun: string[] = [];
  const leave = new Map<string, () => void>();
  return {
    begun,
    ask: (person: string, name: string, signal?: AbortSignal) =>
      queue.enter(person, signal).then((release) => {
        begun.push(name);
        leave.set(name, release);
      }),
    end: async (name: string) => {
      leave.get(name)!();
      await settled();
    },
  };
}

describe('Una fila equa tra le persone', () => {
  it('non dà a una persona più posti dei suoi, e non fa aspettare gli altri per questo', async () => {
    const { begun, ask, end } = recorded(fairQueue({ concurrency: 3, perPerson: 2 }));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('anna', name);
    void ask('bruno', 'b1');
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(begun.at(-1)).toBe('a3');
  });

  it('dà il posto a chi ne ha meno, poi a chi non ne ha da più tempo', async () => {
    const { begun, ask, end } = recorded(fairQueue({ concurrency: 2, perPerson: 2 }));
    void ask('anna', 'a1');
    void ask('anna', 'a2');
    void ask('anna', 'a3');
    void ask('carla', 'c1');
    void ask('bruno', 'b1');
    await settled();
    await end('a1');
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'c1', 'b1']);
    await end('c1');
    expect(begun.at(-1)).toBe('a3');
  });

  it('chi non aspetta più esce dalla fila, e un posto reso due volte è uno', async () => {
    const queue = fairQueue({ concurrency: 1, perPerson: 1 });
    const release = await queue.enter('anna');
    const stop = new AbortController();
    const tired = queue.enter('bruno', stop.signal);
    stop.abort(new Error('stanco'));
    await expect(tired).rejects.toThrow('stanco');
    expect(queue.waiting('bruno')).toBe(0);
    release();
    release();
    const { begun, ask } = recorded(queue);
    void ask('carla', 'c1');
    void ask('dino', 'd1');
    await settled();
    expect(begun).toEqual(['c1']);
  });
});
