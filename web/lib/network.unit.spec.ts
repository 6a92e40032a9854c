import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNetwork } from './network.ts';
import { store } from './store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('caduta, chiede ogni tre secondi finché il portale non risponde; poi non chiede più', async () => {
  const answers = [false, false, true];
  const probe = vi.fn(() => (answers.shift() ? Promise.resolve() : Promise.reject(new Error('no network'))));
  const network = createNetwork(probe);
  network.lost();
  network.lost();
  await vi.advanceTimersByTimeAsync(2999);
  expect(probe).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(probe).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(6000);
  expect(probe).toHaveBeenCalledTimes(3);
  expect(network.state().online).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).toHaveBeenCalledTimes(3);
  network.lost();
  expect(vi.getTimerCount()).toBe(1);
});

it('una risposta qualsiasi vale come rete tornata, e chi aspettava di provare smette', async () => {
  const network = createNetwork(() => Promise.reject(new Error('no network')));
  network.lost();
  network.reached();
  expect([network.state().online, vi.getTimerCount()]).toEqual([true, 0]);
});

it('una risposta partita prima della caduta non nasconde che la rete manca: si chiede ancora finché il browser non ne ha una', async () => {
  let hasNetwork = false;
  const probe = vi.fn(() => (hasNetwork ? Promise.resolve() : Promise.reject(new Error('no network'))));
  const network = createNetwork(probe, 3000, () => hasNetwork);
  network.lost();
  network.reached();
  expect(network.state().online).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect(network.state().online).toBe(false);
  hasNetwork = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(network.state().online).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).toHaveBeenCalledTimes(2);
});

it('senza rete nel browser, un portale che risponde resta raggiungibile', async () => {
  const probe = vi.fn(() => Promise.resolve());
  const network = createNetwork(probe, 3000, () => false);
  network.lost();
  await vi.advanceTimersByTimeAsync(9000);
  expect([network.state().online, probe.mock.calls.length]).toEqual([true, 3]);
});

it('dice a chi ascolta ciò che cambia, e a chi ha smesso più niente', () => {
  const network = createNetwork(() => Promise.reject(new Error('no network')));
  const heard: boolean[] = [];
  const stop = store.sub(network.atom, () => heard.push(network.state().online));
  network.reached();
  network.lost();
  network.lost();
  network.reached();
  stop();
  network.lost();
  expect(heard).toEqual([false, true]);
});

it('chi annulla smette di aspettare da solo; gli altri aspettano ancora', async () => {
  const network = createNetwork(() => Promise.reject(new Error('no network')));
  await expect(network.waitForIt()).resolves.toBe(true);
  network.lost();
  const stop = new AbortController();
  const [mine, others] = [network.waitForIt(stop.signal), network.waitForIt()];
  expect(network.state().waitingCount).toBe(2);
  stop.abort();
  await expect(mine).resolves.toBe(false);
  expect(network.state()).toEqual({ online: false, waitingCount: 1 });
  await expect(network.waitForIt(stop.signal)).resolves.toBe(false);
  network.reached();
  await expect(others).resolves.toBe(true);
  expect(network.state()).toEqual({ online: true, waitingCount: 0 });
});

it('finita l’attesa, annullare non conta più nessuno', async () => {
  const network = createNetwork(() => Promise.reject(new Error('no network')));
  const stop = new AbortController();
  network.lost();
  const waiting = network.waitForIt(stop.signal);
  network.reached();
  await expect(waiting).resolves.toBe(true);
  const heard = vi.fn();
  store.sub(network.atom, heard);
  stop.abort();
  expect(heard).not.toHaveBeenCalled();
});

it('si può chiedere subito; e chi aspetta che torni non conta fra le modifiche in attesa', async () => {
  let answers = false;
  const network = createNetwork(() => (answers ? Promise.resolve() : Promise.reject(new Error('no network'))));
  await expect(network.back()).resolves.toBeUndefined();
  await expect(network.check()).resolves.toBe(false);
  expect(network.state()).toEqual({ online: false, waitingCount: 0 });
  const back = vi.fn();
  void network.back().then(back);
  expect(network.state().waitingCount).toBe(0);
  answers = true;
  await expect(network.check()).resolves.toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(back).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
