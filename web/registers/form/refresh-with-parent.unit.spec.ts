// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { catalogue } from '#web/catalogue.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { registerKeys } from '../keys.ts';
import * as parent from './refresh-with-parent.ts';

const refreshWithParent = parent.refreshWithParent.bind(null, catalogue);

const KEYS = [registerKeys.one('cantieri_wbs', '1'), registerKeys.one('cantieri', '0412'), registerKeys.one('meccanici', '3')];
function start() {
  const client = createQueryClient();
  const fresh = () => {
    for (const key of KEYS) client.setQueryData(key, {});
  };
  fresh();
  return { client, fresh, stale: () => KEYS.map((key) => client.getQueryState(key)?.isInvalidated) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('si rileggono il registro e quello in cui vive, subito e una volta ancora dopo il tempo chiesto', () => {
  const { client, fresh, stale } = start();
  refreshWithParent(client, cantieriWbs, 1000);
  expect(stale()).toEqual([true, true, false]);
  fresh();
  vi.advanceTimersByTime(999);
  expect(stale()).toEqual([false, false, false]);
  vi.advanceTimersByTime(1);
  expect(stale()).toEqual([true, true, false]);
  client.clear();
});

it('senza un tempo una volta sola; chi non vive in un altro rilegge sé stesso', () => {
  const { client, fresh, stale } = start();
  refreshWithParent(client, meccanici);
  expect(stale()).toEqual([false, false, true]);
  fresh();
  vi.advanceTimersByTime(60_000);
  expect(stale()).toEqual([false, false, false]);
  client.clear();
});
