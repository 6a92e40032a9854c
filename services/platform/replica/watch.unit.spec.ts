import { describe, expect, it } from 'vitest';
import { watchReplica, type ReplicaState } from './watch.ts';

/** Creates two databases whose positions the spec moves, and a function that queries them every 250 ms of simulated time. */
function watched() {
  const at = { main: '005' as string | null, replica: '005' as string | null | Error, now: 0 };
  const told: [ReplicaState, boolean][] = [];
  const watch = watchReplica({
    main: async () => at.main,
    async replica() {
      if (at.replica instanceof Error) throw at.replica;
      return at.replica;
    },
    changed: (state, { away }) => void told.push([state, away]),
    now: () => at.now,
  });
  return {
    at,
    told,
    watch,
    async looks(times: number): Promise<ReplicaState> {
      for (let time = 0; time < times; time += 1) {
        at.now += 250;
        await watch.look();
      }
      return watch.state();
    },
  };
}

describe('quando si legge dalla replica', () => {
  it('solo dopo aver visto che è in pari', async () => {
    const { looks, at } = watched();
    expect(await looks(1)).toBe('unused');
    expect(await looks(1)).toBe('used');
    const late = watched();
    late.at.replica = '004';
    expect(await late.looks(8)).toBe('unused');
    late.at.replica = '005';
    expect(await late.looks(1)).toBe('used');
    // positions written since the last query do not count as a delay
    at.main = '006';
    expect(await looks(1)).toBe('used');
  });

  it('rimasta indietro mezzo secondo non si usa più, e tutti lo sanno dopo altri tre quarti', async () => {
    const { looks, at, told } = watched();
    await looks(2);
    at.main = '009';
    expect(await looks(2)).toBe('used');
    expect(await looks(1)).toBe('left');
    expect(await looks(2)).toBe('left');
    expect(await looks(1)).toBe('unused');
    at.replica = '009';
    expect(await looks(1)).toBe('used');
    expect(told).toEqual([
      ['used', false],
      ['left', false],
      ['unused', false],
      ['used', false],
    ]);
  });

  it('una replica che non risponde si lascia subito, e ciò che le era stato chiesto si chiede altrove', async () => {
    const { looks, at, told, watch } = watched();
    await looks(2);
    at.replica = new Error('connection terminated');
    expect(await looks(1)).toBe('left');
    expect(told.at(-1)).toEqual(['left', true]);
    at.replica = '005';
    await looks(1);
    watch.failed(new Error('connection terminated'));
    expect(watch.state()).toBe('left');
    // a second failed read changes nothing
    watch.failed(new Error('connection terminated'));
    expect(told.filter(([state]) => state === 'left')).toHaveLength(2);
  });

  it('il database principale che tace non la fa lasciare, e dopo la chiusura non si racconta più nulla', async () => {
    const { looks, at, told, watch } = watched();
    await looks(2);
    at.main = null;
    expect(await looks(4)).toBe('used');
    watch.close();
    at.replica = new Error('closed');
    await looks(2);
    expect(told).toHaveLength(1);
  });

  it('di una che non c’è dall’inizio si racconta una volta', async () => {
    const { looks, at, told } = watched();
    at.replica = new Error('connection refused');
    expect(await looks(5)).toBe('unused');
    expect(told).toEqual([['unused', true]]);
  });
});
