import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { holdStream, type News } from '#web/lib/live-stream.ts';
import { cuttingProxy } from '../../../test/cutting-proxy.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

let portale: TestPortal;
let anna: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  anna = await portale.person({ memberID: 'anna', permessi: { macchinari: EVERYTHING } });
});
afterAll(() => portale?.stop());

const create = async (matricola: string): Promise<void> => {
  const answer = await portale.call('POST', '/api/macchinari', { as: anna, body: { macchinario: { matricola } } });
  expect(answer.status, answer.text).toBe(201);
};

it('behind a proxy that cuts, the browser hears every change once', { timeout: 40_000 }, async () => {
  const proxy = await cuttingProxy(portale.base, 700);
  const stop = new AbortController();
  const heard: News[] = [];
  const held = holdStream(
    {
      fetch: (url, init) => fetch(proxy.base + String(url), init),
      token: anna.token,
      after: undefined,
      tell: (news) => heard.push(news),
      position: () => undefined,
      online: () => Promise.resolve(),
    },
    stop.signal,
  );
  try {
    await vi.waitFor(() => expect(heard.map(({ kind }) => kind)).toContain('open'), { timeout: 5000 });
    const keys = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'];
    for (const key of keys) {
      await create(key);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const told = () => heard.flatMap((news) => (news.kind === 'change' ? [news.change.id] : []));
    await vi.waitFor(() => expect(told()).toEqual(keys), { timeout: 20_000, interval: 50 });
    expect(heard.filter(({ kind }) => kind === 'cut').length).toBeGreaterThan(1);
    expect(heard.filter(({ kind }) => kind === 'restart')).toEqual([]);
  } finally {
    stop.abort();
    await held;
    await proxy.close();
  }
});

it('an ended session ends the browser’s attempts', async () => {
  const options = { token: 'x'.repeat(43), after: undefined, tell: () => {}, position: () => {}, online: () => Promise.resolve() };
  const ended = holdStream({ ...options, fetch: (url, init) => fetch(portale.base + String(url), init) }, new AbortController().signal);
  expect(await ended).toBe('ended');
});
