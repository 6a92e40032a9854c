import { describe, expect, it } from 'vitest';
import { FAST, GENTLE, paceBeside } from './pace.ts';

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
