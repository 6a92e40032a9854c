import { afterEach, describe, expect, it, vi } from 'vitest';
import { FAST, GENTLE, paceBeside, resting } from './pace.ts';

describe('il passo di un’importazione', () => {
  it('è leggero mentre qualcun altro lavora e finché non lo si sa, veloce quando non c’è nessuno', async () => {
    let [time, there] = [0, false];
    let asked = 0;
    const pace = paceBeside(
      async () => {
        asked += 1;
        if (time >= 90_000) throw new Error('away');
        return there;
      },
      () => time,
    );
    expect(pace()).toBe(GENTLE);
    await Promise.resolve();
    expect(pace()).toBe(FAST);
    there = true;
    time = 2_999;
    expect(pace()).toBe(FAST);
    expect(asked).toBe(1);
    time = 3_000;
    pace();
    await Promise.resolve();
    expect(pace()).toBe(GENTLE);
    there = false;
    time = 6_000;
    pace();
    await Promise.resolve();
    expect(pace()).toBe(FAST);
    time = 90_000;
    pace();
    await Promise.resolve();
    await Promise.resolve();
    expect(pace()).toBe(GENTLE);
  });
});

describe('il riposo tra un lavoro e l’altro', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Runs work of the given milliseconds; returns the milliseconds of the pause after it, 0 without a pause. */
  async function rested(run: ReturnType<typeof resting>, ms: number): Promise<number> {
    const began = process.hrtime.bigint();
    const clock = vi
      .spyOn(performance, 'now')
      .mockReturnValueOnce(1000)
      .mockReturnValueOnce(1000 + ms);
    const work = run(async () => 'fatto');
    const atOnce = await Promise.race([work.then(() => true), new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
    expect(await work).toBe('fatto');
    clock.mockRestore();
    return atOnce ? 0 : Number(process.hrtime.bigint() - began) / 1e6;
  }

  it('dura quanto il passo dice del lavoro fatto; ciò che è troppo breve si somma, e si paga una volta', async () => {
    const run = resting(() => ({ together: 1, rest: 1.5 }));
    // a timer may fire a millisecond early
    expect(await rested(run, 40)).toBeGreaterThan(58);
    expect(await rested(run, 6)).toBe(0);
    expect(await rested(run, 6)).toBeGreaterThan(16);
    expect(await rested(run, 6)).toBe(0);
    expect(
      await rested(
        resting(() => FAST),
        400,
      ),
    ).toBe(0);
  });
});
