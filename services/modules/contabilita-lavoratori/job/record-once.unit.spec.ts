import { expect, it } from 'vitest';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { fact } from '#services/platform/event-store/testing.ts';
import { recordOnce } from './record-once.ts';

const JOB = { id: 'lavoro', utente: 'anna', groupID: 3 };
const FACT = { stream: 'prova-1', type: 'Fatto.v1', data: { n: 1 } };

it('un’operazione che riparte trova il fatto che ha già registrato', async () => {
  const store = memoryStore();
  await recordOnce(store, JOB, FACT);
  await recordOnce(store, JOB, FACT);
  const [event, ...more] = await store.read('prova-1');
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: 'Fatto.v1',
    data: { n: 1 },
    metadata: { utente: 'anna', groupID: 3, correlationId: 'lavoro', origine: 'job' },
  });
  expect(event!.metadata.commandId).toBe(event!.metadata.eventId);
  await recordOnce(store, { ...JOB, correlationId: 'richiesta' }, { ...FACT, stream: 'prova-2', type: 'Altro.v1' });
  expect((await store.read('prova-2'))[0]!.metadata.correlationId).toBe('richiesta');
});

it('dove lo stream ha già un fatto, non ne aggiunge; un guasto resta un guasto', async () => {
  const store = memoryStore();
  await store.append('prova-1', [fact()], 'none');
  await recordOnce(store, JOB, FACT);
  expect(await store.read('prova-1')).toHaveLength(1);
  const broken = { ...store, append: () => Promise.reject(new Error('guasto')) };
  await expect(recordOnce(broken, JOB, FACT)).rejects.toThrow('guasto');
});
