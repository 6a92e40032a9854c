import { describe, expect, it } from 'vitest';
import type { Call } from '#web/lib/device.ts';
import { keep } from './keep.ts';
import { change, discard, sendNext } from './queue.ts';
import { memory } from './shelf.testing.ts';

const reading = (ore_km: number): string => JSON.stringify({ manutenzione: { matricola: 'A0001', tipologia: 'Lettura', ore_km } });
const call: Call = { method: 'POST', url: '/api/manutenzioni', body: JSON.parse(reading(10)), key: 'k' };
let number = 0;
const newId = () => `n${(number += 1)}`;

describe('ciò che è partito e non ha avuto risposta', () => {
  it('corretto non nasce due volte: la correzione segue il record che il portale può già avere', async () => {
    const shelf = memory();
    await keep(shelf, call, () => [], true);
    await change(shelf, 'k', { body: reading(20), follow: reading(20) }, newId);
    expect((await shelf.all()).map(({ id, method, body, after }) => [id, method, body, after])).toEqual([
      ['k', 'POST', reading(10), null],
      [expect.stringMatching(/^n/), 'PUT', reading(20), 'k'],
    ]);
    const keys: string[] = [];
    await sendNext(shelf, async (item) => {
      keys.push(item.id);
      return { is: 'written', key: '7', version: 1 };
    });
    expect(keys).toEqual(['k']);
    expect(await shelf.all()).toMatchObject([{ method: 'PUT', key: '7', version: 1, after: null }]);
  });

  it('corretto dal modulo, come ogni record, si trattiene: la correzione va dopo, e non cambia ciò che è partito', async () => {
    const shelf = memory();
    await keep(shelf, call, () => [], true);
    const [made] = await shelf.all();
    const corrected = { id: Number(made!.key), matricola: 'A0001', tipologia: 'Lettura', ore_km: 20 };
    const answer = await keep(shelf, { method: 'PUT', url: call.url, body: { manutenzione: corrected }, key: 'c', version: 1 }, () => []);
    expect(answer).toMatchObject({ message: { affectedRows: 1, trattenuto: true } });
    expect((await shelf.all()).map(({ id, method, after, version, body }) => [id, method, after, version, JSON.parse(body)])).toEqual([
      ['k', 'POST', null, null, JSON.parse(reading(10))],
      ['c', 'PUT', 'k', null, { manutenzione: corrected }],
    ]);
  });

  it('cancellato dove si vede è cancellato anche nel portale', async () => {
    const shelf = memory();
    await keep(shelf, call, () => [], true);
    const [made] = await shelf.all();
    await keep(shelf, { method: 'DELETE', url: call.url, body: { id: Number(made!.key) }, key: 'd' }, () => []);
    expect((await shelf.all()).map(({ id, method }) => [id, method])).toEqual([
      ['k', 'POST'],
      ['d', 'DELETE'],
    ]);
  });

  it('premuto di nuovo è lo stesso invio', async () => {
    const shelf = memory();
    const first = await keep(shelf, call, () => [], true);
    expect(await keep(shelf, call, () => [], true)).toEqual(first);
    expect(await shelf.all()).toHaveLength(1);
  });
});

it('ciò che non è partito si corregge al suo posto e si butta via', async () => {
  const shelf = memory();
  await keep(shelf, call, () => []);
  await change(shelf, 'k', { body: reading(20), follow: null }, newId);
  const [item] = await shelf.all();
  expect(item).toMatchObject({ method: 'POST', body: reading(20), tried: false });
  await discard(shelf, item!.id);
  expect(await shelf.all()).toEqual([]);
});
