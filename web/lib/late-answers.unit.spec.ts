// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApi } from './create-api.ts';
import { READ_AGAIN_MS, afterLateAnswers, reportLateAnswer } from './late-answers.ts';
import { createNetwork } from './network.ts';
import { createQueryClient } from './query.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('dopo una risposta in ritardo si rilegge tre volte, da capo se ne viene un’altra', () => {
  const read = vi.fn();
  const stop = afterLateAnswers(read);
  reportLateAnswer();
  vi.advanceTimersByTime(READ_AGAIN_MS[0] - 1);
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(read).toHaveBeenCalledTimes(1);
  reportLateAnswer();
  vi.advanceTimersByTime(READ_AGAIN_MS[2]);
  expect(read).toHaveBeenCalledTimes(4);
  reportLateAnswer();
  stop();
  vi.advanceTimersByTime(READ_AGAIN_MS[2]);
  expect(read).toHaveBeenCalledTimes(4);
});

it('solo la risposta che si dice in ritardo fa rileggere', async () => {
  const late = vi.fn();
  const headers: Record<string, string>[] = [{}, { 'X-Proiezione': 'in-ritardo' }];
  const api = createApi({
    token: () => 'T1',
    signInAgain: () => Promise.resolve(false),
    network: createNetwork(() => Promise.reject(new Error('still down')), 1_000_000),
    fetch: async () => new Response('{}', { status: 201, headers: headers.shift() ?? {} }),
    onLateAnswer: late,
  });
  await api.post('/api/accise', {});
  expect(late).not.toHaveBeenCalled();
  await api.post('/api/accise', {});
  expect(late).toHaveBeenCalledOnce();
});

it('e una schermata che mostrava ancora il vecchio mostra il nuovo', async () => {
  const client = createQueryClient();
  let table = 'vecchio';
  const stop = new QueryObserver(client, { queryKey: ['elenco'], queryFn: async () => table }).subscribe(() => {});
  await vi.waitFor(() => expect(client.getQueryData(['elenco'])).toBe('vecchio'));
  reportLateAnswer();
  table = 'nuovo';
  await vi.advanceTimersByTimeAsync(READ_AGAIN_MS[0]);
  expect(client.getQueryData(['elenco'])).toBe('nuovo');
  stop();
  client.clear();
});
