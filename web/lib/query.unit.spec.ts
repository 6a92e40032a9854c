// @vitest-environment happy-dom
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from './api-error.ts';
import { network } from './api-client.ts';
import { createQueryClient } from './query.ts';

const clients: QueryClient[] = [];
const client = (): QueryClient => {
  const made = createQueryClient();
  clients.push(made);
  return made;
};
afterEach(() => {
  for (const made of clients.splice(0)) made.clear();
  network.reached();
});

describe('una lettura non riuscita', () => {
  it.each([
    ['ciò che il portale rifiuta resta rifiutato: 400', new ApiError(400, {}), 1],
    ['anche 404', new ApiError(404, {}), 1],
    ['e 499', new ApiError(499, {}), 1],
    ['ciò a cui non ha saputo rispondere si richiede altre due volte: 500', new ApiError(500, {}), 3],
    ['e 503', new ApiError(503, {}), 3],
    ['come la rete che manca', new NetworkError(), 3],
    ['e un errore qualsiasi', new Error('boom'), 3],
    ['che non è una risposta del portale, qualunque numero porti', Object.assign(new Error('boom'), { status: 404 }), 3],
  ])('%s', async (_, error, times) => {
    const queryFn = vi.fn(() => Promise.reject(error));
    await expect(client().fetchQuery({ queryKey: ['x'], queryFn, retryDelay: 0 })).rejects.toBe(error);
    expect(queryFn).toHaveBeenCalledTimes(times);
  });
});

describe('senza rete', () => {
  it('ciò che si legge aspetta, non fallisce, e va da sé quando torna', async () => {
    const all = client();
    all.mount();
    let reachable = false;
    const queryFn = vi.fn(async () => {
      if (reachable) return 'letto';
      network.lost();
      throw new NetworkError();
    });
    const stop = new QueryObserver(all, { queryKey: ['x'], queryFn, retryDelay: 0 }).subscribe(() => {});
    await vi.waitFor(() => expect(all.getQueryState(['x'])).toMatchObject({ status: 'pending', fetchStatus: 'paused' }), 15_000);
    expect(queryFn).toHaveBeenCalledOnce();
    // a read requested while offline is not sent
    const later = vi.fn(async () => 'letto dopo');
    const stopLater = new QueryObserver(all, { queryKey: ['y'], queryFn: later }).subscribe(() => {});
    expect(later).not.toHaveBeenCalled();
    reachable = true;
    network.reached();
    await vi.waitFor(() => expect([all.getQueryData(['x']), all.getQueryData(['y'])]).toEqual(['letto', 'letto dopo']), 15_000);
    stop();
    stopLater();
    all.unmount();
  });
});

describe('la rete che torna', () => {
  it('fa rileggere ciò che non si era letto, e lascia stare il resto', async () => {
    const all = client();
    let fails = true;
    const failed = vi.fn(() => (fails ? Promise.reject(new ApiError(400, {})) : Promise.resolve('letto')));
    const read = vi.fn(() => Promise.resolve('già letto'));
    const stop = [failed, read].map((queryFn, i) => new QueryObserver(all, { queryKey: [i], queryFn }).subscribe(() => {}));
    await vi.waitFor(() => expect([all.getQueryState([0])?.status, all.getQueryState([1])?.status]).toEqual(['error', 'success']), 15_000);
    // a response without an earlier loss changes nothing
    network.reached();
    fails = false;
    network.lost();
    expect(all.getQueryState([0])?.status).toBe('error');
    network.reached();
    await vi.waitFor(() => expect(all.getQueryData([0])).toBe('letto'), 15_000);
    expect(read).toHaveBeenCalledOnce();
    stop.forEach((unsubscribe) => unsubscribe());
  });

  it('vale ogni volta che torna', async () => {
    const all = client();
    const invalidated = vi.spyOn(all, 'invalidateQueries');
    for (const times of [1, 2]) {
      network.lost();
      expect(invalidated).toHaveBeenCalledTimes(times - 1);
      network.reached();
      expect(invalidated).toHaveBeenCalledTimes(times);
    }
    network.lost();
    const waiting = network.waitForIt();
    network.reached();
    await waiting;
    // who waited has gone on: the network is no more back than it was
    expect(invalidated).toHaveBeenCalledTimes(3);
  });
});
