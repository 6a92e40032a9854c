import { expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { store } from '#web/lib/store.ts';
import type { WriteResult } from '../register.api.ts';
import type { RecordWrite } from './record-write.ts';
import type { SendResult } from './save-machine.ts';
import { createSaver } from './saver.ts';

const ONE: RecordWrite = {
  register: 'meccanici',
  key: null,
  changes: { descrizione: 'Neri' },
  version: null,
  idempotencyKey: 'k1',
  draft: 'meccanici/nuovo?',
};
const TWO: RecordWrite = { ...ONE, changes: { descrizione: 'Verdi' }, idempotencyKey: 'k2' };

/** A server that writes once for each key, over a network that `loses` what it is told to: before it gets there or on the way back. */
function world(loses: ('before' | 'after' | null)[] = []) {
  const stored = new Map<string, WriteResult>();
  const sent: string[] = [];
  const done: string[] = [];
  const network = { back: Promise.withResolvers<boolean>() };
  const send = async (write: RecordWrite): Promise<SendResult> => {
    sent.push(write.idempotencyKey);
    const lost = loses.shift() ?? null;
    if (lost === 'before') return { is: 'lost' };
    const written = stored.get(write.idempotencyKey) ?? { key: String(stored.size + 1), version: 1 };
    stored.set(write.idempotencyKey, written);
    return lost === 'after' ? { is: 'lost' } : { is: 'written', result: written };
  };
  const effects = {
    send: vi.fn(send),
    waitForNetwork: () => network.back.promise,
    keepDraft: () => done.push('keep'),
    dropDraft: (draft: string) => done.push(`drop ${draft}`),
    onWritten: (write: RecordWrite, { key }: WriteResult) => done.push(`written ${key}`),
    onSaved: (last: RecordWrite, written: readonly WriteResult[]) => done.push(`saved ${written.length}`),
    onRefused: ({ status }: { status: number }) => done.push(`refused ${status}`),
  };
  return { saver: createSaver(() => effects), effects, stored, sent, done, network };
}
const waiting = (saver: ReturnType<typeof createSaver>) => vi.waitFor(() => expect(store.get(saver.state).at).toBe('waiting'));

it('resolves to what was written, one after the other', async () => {
  const { saver, done } = world();
  await expect(saver.save(() => [ONE, TWO])).resolves.toEqual([
    { key: '1', version: 1 },
    { key: '2', version: 1 },
  ]);
  expect(done).toEqual(['keep', 'written 1', 'keep', 'written 2', 'drop meccanici/nuovo?', 'saved 2']);
});

it('pressed twice it sends once, while what is sent is still being made too', async () => {
  const { saver, sent } = world();
  const first = saver.save(async () => [ONE]);
  const make = vi.fn(() => [TWO]);
  await expect(saver.save(make)).resolves.toBeNull();
  await expect(first).resolves.toHaveLength(1);
  expect([make.mock.calls.length, sent]).toEqual([0, ['k1']]);
});

it('waits for a lost network and goes by itself, with the same key', async () => {
  const { saver, sent, network, stored } = world(['before']);
  const end = saver.save(() => [ONE]);
  await waiting(saver);
  network.back.resolve(true);
  await expect(end).resolves.toEqual([{ key: '1', version: 1 }]);
  expect([sent, stored.size]).toEqual([['k1', 'k1'], 1]);
});

it('an answer lost after the server wrote is asked for again: nothing is written twice', async () => {
  const { saver, sent, network, stored } = world(['after']);
  const end = saver.save(() => [ONE]);
  await waiting(saver);
  network.back.resolve(true);
  await expect(end).resolves.toEqual([{ key: '1', version: 1 }]);
  expect([sent, stored.size]).toEqual([['k1', 'k1'], 1]);
});

it('whoever gives up is told, and can press again with the same key', async () => {
  const { saver, sent, network, done } = world(['after']);
  const end = saver.save(() => [ONE]);
  await waiting(saver);
  network.back.resolve(false);
  await expect(end).resolves.toBeNull();
  expect([store.get(saver.state).at, done]).toEqual(['refused', ['keep', 'refused 0']]);
  await expect(saver.save(() => [ONE])).resolves.toEqual([{ key: '1', version: 1 }]);
  expect(sent).toEqual(['k1', 'k1']);
});

it('a session that ended and that nobody took up again is a refusal: the draft stays', async () => {
  const { saver, effects, done } = world();
  effects.send.mockResolvedValueOnce({ is: 'refused', refusal: { status: 401, message: 'La sessione è scaduta', fields: [] } });
  await expect(saver.save(() => [ONE])).resolves.toBeNull();
  expect(done).toEqual(['keep', 'refused 401']);
});

it('what cannot be made is told and sends nothing; a form that says why itself says it alone', async () => {
  const { saver, sent, done } = world();
  await expect(saver.save(() => Promise.reject(new ApiError(503, {})))).resolves.toBeNull();
  await expect(saver.save(() => Promise.reject(new TypeError('faulty form')))).resolves.toBeNull();
  await expect(saver.save(() => null)).resolves.toBeNull();
  expect([sent, done, store.get(saver.state)]).toEqual([[], ['refused 503', 'refused 500'], { at: 'idle' }]);
});

it('left while it saves, it goes on to its end', async () => {
  const { saver, network, done } = world(['before']);
  const leave = saver.markPresent();
  const end = saver.save(() => [ONE]);
  await waiting(saver);
  leave();
  network.back.resolve(true);
  await expect(end).resolves.toHaveLength(1);
  expect(done).toEqual(['keep', 'written 1', 'drop meccanici/nuovo?', 'saved 1']);
});

it('left while it saves, a conflict is told: nobody can be asked', async () => {
  const { saver, effects, network, done } = world(['before']);
  const leave = saver.markPresent();
  const end = saver.save(() => [ONE]);
  await waiting(saver);
  leave();
  const conflict = { values: {}, version: 7, utente: 'bruno', quando: null };
  effects.send.mockResolvedValueOnce({ is: 'conflict', key: '3', conflict, message: 'Modificato' });
  network.back.resolve(true);
  await expect(end).resolves.toBeNull();
  expect([store.get(saver.state).at, done]).toEqual(['refused', ['keep', 'refused 409']]);
});

it('a question is answered by a save of its own; a press beside it does nothing', async () => {
  const { saver, effects, sent } = world();
  const conflict = { values: {}, version: 7, utente: 'bruno', quando: null };
  effects.send.mockResolvedValueOnce({ is: 'conflict', key: '3', conflict, message: '' });
  await expect(saver.save(() => [ONE])).resolves.toBeNull();
  await expect(saver.save(() => [TWO])).resolves.toBeNull();
  expect(sent).toEqual([]);
  await expect(saver.resolve(() => [TWO])).resolves.toHaveLength(1);
  await expect(saver.resolve(() => [TWO])).resolves.toBeNull();
  expect(sent).toEqual(['k2']);
});

it('tells who listens of each change, until they do not', async () => {
  const { saver } = world();
  const seen: string[] = [];
  const stop = store.sub(saver.state, () => seen.push(store.get(saver.state).at));
  await saver.save(() => [ONE]);
  stop();
  await saver.save(() => [TWO]);
  expect(seen).toEqual(['preparing', 'saving', 'saved']);
});
