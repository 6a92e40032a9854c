// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { network } from './api-client.ts';
import { loadLater } from './load-later.ts';

afterEach(() => {
  network.reached();
  vi.unstubAllGlobals();
});

const GONE = new TypeError('Failed to fetch dynamically imported module');

it('senza rete aspetta, e quando torna il pezzo arriva da solo', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(GONE).mockResolvedValue('schermata');
  const loading = loadLater(load)();
  await vi.waitFor(() => expect(network.state().online).toBe(false), 15_000);
  expect(load).toHaveBeenCalledOnce();
  network.reached();
  await expect(loading).resolves.toBe('schermata');
});

it('un portale che risponde e non ha più il pezzo è di un’altra versione: si dice', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  const load = vi.fn(() => Promise.reject(GONE));
  await expect(loadLater(load)()).rejects.toBe(GONE);
  expect(load).toHaveBeenCalledOnce();
});
