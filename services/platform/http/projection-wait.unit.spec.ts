import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { positionWait } from './projection-wait.ts';

const p = (n: number): string => String(n).padStart(5, '0');

/** Creates checkpoints that the spec moves; each read waits until the spec releases it. */
function checkpoints() {
  const state = { posizione: null as string | null, letture: 0, inCorso: 0, massimo: 0 };
  const open: (() => void)[] = [];
  return {
    state,
    async read(): Promise<string | null> {
      state.letture += 1;
      state.inCorso += 1;
      state.massimo = Math.max(state.massimo, state.inCorso);
      const seen = state.posizione;
      await new Promise<void>((resolve) => open.push(resolve));
      state.inCorso -= 1;
      return seen;
    },
    async letGo(): Promise<void> {
      while (open.length > 0) {
        open.shift()?.();
        for (let i = 0; i < 5; i += 1) await Promise.resolve();
      }
    },
  };
}

describe('aspettare le tabelle di lettura', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('chi è avvisato nello stesso processo non chiede al database; se l’avviso tace, torna a chiedere', async () => {
    const { state, read, letGo } = checkpoints();
    const wait = positionWait(read);
    wait.passed(p(1));
    const waiting = wait.until(p(7));
    wait.heard();
    wait.passed(p(7));
    expect(await waiting).toBe(true);
    expect(state.letture).toBe(0);
    // another process runs the projections now: the timer notices, and notifications count again
    state.posizione = p(8);
    const later = wait.until(p(8), 10_000);
    await vi.advanceTimersByTimeAsync(300);
    await letGo();
    expect(await later).toBe(true);
    state.posizione = p(9);
    const last = wait.until(p(9), 10_000);
    await letGo();
    expect(await last).toBe(true);
    expect(state.letture).toBeGreaterThanOrEqual(2);
  });

  it('cinquanta che aspettano fanno una lettura alla volta, e quando arriva sono contenti tutti', async () => {
    const { state, read, letGo } = checkpoints();
    const wait = positionWait(read);
    const all = Promise.all(Array.from({ length: 50 }, () => wait.until(p(7))));
    await letGo();
    state.posizione = p(7);
    wait.wake();
    await letGo();
    expect(await all).toEqual(Array.from({ length: 50 }, () => true));
    expect(state.massimo).toBe(1);
    expect(state.letture).toBeLessThanOrEqual(3);
  });

  it('una posizione già passata non costa nulla', async () => {
    const { state, read, letGo } = checkpoints();
    const wait = positionWait(read);
    state.posizione = p(9);
    const before = wait.until(p(9));
    await letGo();
    expect(await before).toBe(true);
    const readDb = state.letture;
    expect(await wait.until(p(3))).toBe(true);
    expect(state.letture).toBe(readDb);
  });

  it('dopo un database ripartito non conta ciò che si sapeva passato: lo si chiede di nuovo', async () => {
    const { state, read, letGo } = checkpoints();
    const wait = positionWait(read);
    wait.passed(p(7));
    wait.forget();
    state.posizione = p(5);
    const waiting = wait.until(p(7), 1000);
    await letGo();
    state.posizione = p(7);
    wait.heard();
    await letGo();
    expect(await waiting).toBe(true);
    expect(state.letture).toBe(2);
  });

  it('chi arriva durante una lettura già partita ne ha una dopo', async () => {
    const { state, read, letGo } = checkpoints();
    const wait = positionWait(read);
    const before = wait.until(p(1));
    state.posizione = p(2);
    const second = wait.until(p(2));
    await letGo();
    expect(await Promise.all([before, second])).toEqual([true, true]);
    expect(state.letture).toBe(2);
  });

  it('oltre il tempo concesso risponde che è in ritardo, e smette di leggere', async () => {
    const { state, read, letGo } = checkpoints();
    const wait = positionWait(read);
    const answer = wait.until(p(1));
    for (let passed = 0; passed < 2_000; passed += 250) {
      await letGo();
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(await answer).toBe(false);
    await letGo();
    const readDb = state.letture;
    expect(readDb).toBeGreaterThan(1);
    await vi.advanceTimersByTimeAsync(5_000);
    wait.wake();
    expect(state.letture).toBe(readDb);
  });

  it('se la notifica si perde, se ne accorge da sola', async () => {
    const { state, read, letGo } = checkpoints();
    const wait = positionWait(read);
    const answer = wait.until(p(4));
    await letGo();
    state.posizione = p(4);
    await vi.advanceTimersByTimeAsync(250);
    await letGo();
    expect(await answer).toBe(true);
  });

  it('il database che non risponde è un ritardo, non un errore', async () => {
    const wait = positionWait(async () => {
      throw new Error('connection refused');
    });
    const answer = wait.until(p(1), 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await answer).toBe(false);
  });
});
