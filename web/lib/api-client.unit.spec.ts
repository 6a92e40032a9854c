// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { api, network, fileUrl, downloadUrl } from './api-client.ts';

afterEach(() => {
  network.reached();
  vi.useRealTimers();
  leaveNothing();
});

it('il nome di un file si apre o si scarica, qualunque segno abbia', () => {
  expect(fileUrl('a b&c.pdf')).toBe('/file?file=a%20b%26c.pdf');
  expect(downloadUrl('x')).toBe('/file?file=x&scarica=1');
});

it('le chiamate portano il gettone di chi è entrato, nessuno se non c’è', async () => {
  const bearer: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    bearer.push(new Headers(init.headers).get('Authorization'));
    return new Response('{}');
  });
  await api.get('/api/x');
  signIn();
  await api.get('/api/x');
  expect(bearer).toEqual([null, 'Bearer gettone']);
});

it('per sapere se la rete è tornata chiede la salute del portale, non una copia tenuta dal browser', async () => {
  vi.useFakeTimers();
  const calls = fakePortal(() => ({ body: {} }));
  const asked = vi.spyOn(globalThis, 'fetch');
  network.lost();
  await vi.advanceTimersByTimeAsync(3000);
  expect(calls).toMatchObject([{ method: 'GET', path: '/api/salute' }]);
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store' });
  expect(network.state().online).toBe(true);
});
