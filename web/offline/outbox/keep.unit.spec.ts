import { describe, expect, it } from 'vitest';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Call } from '#web/lib/device.ts';
import { MODULES } from '../modules.testing.ts';
import type { Row, RowOf } from '#web/registers/row.ts';
import type { RowsOf } from '../module.ts';
import { keep as keepWith } from './keep.ts';
import { change, discard, sendNext, type Shelf } from './queue.ts';
import { memory } from './shelf.testing.ts';

const reading = (ore_km: number): string => JSON.stringify({ manutenzione: { matricola: 'A0001', tipologia: 'Lettura', ore_km } });
const call: Call = { method: 'POST', url: '/api/manutenzioni', body: JSON.parse(reading(10)), key: 'k' };
const keep = (shelf: Shelf, asked: Call, rows: RowsOf, left = false) =>
  keepWith({ shelf, modules: MODULES, rows, mayHaveArrived: left }, asked);
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

describe('la modifica di un record del portale', () => {
  const edit = (ore_km: number, key: string): Call => ({
    method: 'PUT',
    url: '/api/manutenzioni',
    body: { manutenzione: { id: 7, ore_km } },
    key,
    version: 3,
  });
  const reading: Row = { id: 7, matricola: 'A0009', tipologia: 'Lettura', ore_km: 1, utente: 'anna', versione: 3 };
  const rows: RowsOf = <D extends AnyRegister>({ path }: D) => (path === 'manutenzioni' ? [reading as RowOf<D>] : []);

  it('porta la versione letta e il nome del record; quella dopo la segue, senza versione', async () => {
    const shelf = memory();
    await keep(shelf, edit(10, 'a'), rows);
    expect(await keep(shelf, edit(20, 'b'), rows)).toEqual({ message: { affectedRows: 1, versione: 3, trattenuto: true } });
    expect((await shelf.all()).map(({ id, key, title, after, version, makes }) => [id, key, title, after, version, makes])).toEqual([
      ['a', '7', 'Lettura ore A0009', null, 3, false],
      ['b', '7', 'Lettura ore A0009', 'a', null, false],
    ]);
  });

  it('quella dopo ha il nome di quella prima, anche se il dispositivo non conosce più il record', async () => {
    const shelf = memory();
    await keep(shelf, edit(10, 'a'), rows);
    await keep(shelf, edit(20, 'b'), () => []);
    expect((await shelf.all()).map(({ title }) => title)).toEqual(['Lettura ore A0009', 'Lettura ore A0009']);
  });

  it('non segue quella di un altro record, e di un record che il dispositivo non conosce porta il nome che può', async () => {
    const shelf = memory();
    await keep(shelf, edit(10, 'a'), rows);
    await keep(shelf, { ...edit(20, 'b'), body: { manutenzione: { id: 8, ore_km: 20, matricola: 'A0010' } } }, () => []);
    expect((await shelf.all()).map(({ id, key, title, after }) => [id, key, title, after])).toEqual([
      ['a', '7', 'Lettura ore A0009', null],
      ['b', '8', 'Manutenzione A0010', null],
    ]);
  });

  it('eliminarlo non si può senza rete', async () => {
    const shelf = memory();
    expect(await keep(shelf, { method: 'DELETE', url: '/api/manutenzioni', body: { id: 7 }, key: 'd' }, rows)).toBeNull();
    expect(await shelf.all()).toEqual([]);
  });
});

describe('i file', () => {
  const photo = (fields: Readonly<Record<string, string>>, url = '/api/guasti/foto', key = 'f'): Call => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new File([new Uint8Array([1, 2])], 'tubo.jpg', { type: 'image/jpeg' }));
    return { method: 'POST', url, body: form, key };
  };
  const fault: Call = {
    method: 'POST',
    url: '/api/guasti',
    body: { guasto: { matricola: 'A0001', descrizione: 'perde olio' } },
    key: 'g',
  };

  it('la foto di un guasto che aspetta parte dopo di lui, e premuta di nuovo è la stessa', async () => {
    const shelf = memory();
    await keep(shelf, fault, () => []);
    const [made] = await shelf.all();
    const answer = await keep(shelf, photo({ id: made!.key! }), () => []);
    expect(answer).toEqual({ message: { percorso: 'tubo.jpg', versione: null, trattenuto: true } });
    expect(await keep(shelf, photo({ id: made!.key! }), () => [])).toEqual(answer);
    expect((await shelf.all()).slice(1)).toMatchObject([
      {
        id: 'f',
        title: `Foto: ${made!.title}`,
        key: made!.key,
        register: null,
        makes: false,
        body: JSON.stringify({ id: made!.key }),
        files: [{ name: 'tubo.jpg', type: 'image/jpeg', size: 2 }],
      },
    ]);
  });

  it('il documento di una manutenzione che aspetta si riconosce da macchina e giorno', async () => {
    const shelf = memory();
    await keep(
      shelf,
      { ...call, body: { manutenzione: { matricola: 'A0001', data: '2026-11-20', tipologia: 'Ordinaria' } }, key: 'm' },
      () => [],
    );
    const upload = (matricola: string, data: string, key: string) =>
      keep(shelf, photo({ docMacch: 'false', matricola, data, nomeManutenzione: 'Scheda.pdf' }, '/api/ftp/caricaDoc', key), () => []);
    await upload('A0001', '2026-11-20', 'f1');
    await upload('A0001', '2026-11-21', 'f2');
    await upload('A0002', '2026-11-20', 'f3');
    const [made, ...files] = await shelf.all();
    expect(files.map(({ title, key }) => [title, key])).toEqual([
      ['Documento Scheda.pdf di A0001', made!.key],
      ['Documento Scheda.pdf di A0001', null],
      ['Documento Scheda.pdf di A0002', null],
    ]);
  });

  it('di altro il dispositivo non tiene', async () => {
    const shelf = memory();
    expect(await keep(shelf, photo({ docMacch: 'true' }, '/api/ftp/caricaDoc'), () => [])).toBeNull();
    expect(await keep(shelf, photo({ id: '1' }, '/api/noleggi/foto'), () => [])).toBeNull();
    expect(await shelf.all()).toEqual([]);
  });
});
