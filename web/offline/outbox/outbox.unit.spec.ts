import { describe, expect, it, vi } from 'vitest';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { Call, Reach } from '#web/lib/device.ts';
import type { Row } from '#web/registers/row.ts';
import { MODULES } from '../modules.testing.ts';
import type { Copies } from './copies.ts';
import { createOutbox } from './outbox.ts';
import type { Send, SentAnswer } from './queue.ts';
import { item, memory } from './shelf.testing.ts';

const AT = '2026-11-23T09:00:00.000Z';
const COPIED: Record<string, Row[]> = {
  manutenzioni: [
    { id: 7, data: '2026-11-20', matricola: 'A0001', tipologia: 'Lettura', ore_km: 10, utente: 'anna', versione: 2 },
    { id: 8, data: '2026-11-21', matricola: 'A0002', tipologia: 'Lettura', ore_km: 20, utente: 'anna', versione: 1 },
  ],
  macchinari: [{ matricola: 'A0001', marca: 'Soilmec', utente: 'anna', versione: 1 }],
  cantieri: [
    { commessa: '0411', committente: 'Bianchi', utente: 'anna', versione: 1 },
    { commessa: '0412', committente: 'Rossi', utente: 'anna', versione: 1 },
  ],
};

/** An outbox with a person's storage in memory, and what it was told to do. */
function made({ send, copied = COPIED }: { send?: Send; copied?: Record<string, Row[]> } = {}) {
  const shelf = memory();
  const state = { online: true, signedIn: true };
  const adopted: unknown[][] = [];
  const changed: boolean[] = [];
  const served: (string | null)[] = [];
  const later: [() => void, number][] = [];
  const copies = {
    of: async (path: string) => (copied[path] ? { at: AT, rows: copied[path] } : null),
    adopt: async (...args: unknown[]) => void adopted.push(['adopt', ...args]),
    drop: async (...args: unknown[]) => void adopted.push(['drop', ...args]),
  } as unknown as Copies;
  let running = 0;
  const outbox = createOutbox({
    modules: MODULES,
    ownStorage: () => (state.signedIn ? { user: 'bruno', shelf, copies } : null),
    online: () => state.online,
    send: () => send ?? (async () => ({ is: 'written', key: '57', version: 1 })),
    alone: async (work) => {
      running += 1;
      expect(running).toBe(1);
      try {
        return await work();
      } finally {
        running -= 1;
      }
    },
    changed: (sent) => void changed.push(sent),
    served: (readAt) => void served.push(readAt),
    later: (work, ms) => void later.push([work, ms]),
  });
  const take = (call: Partial<Call>, reach: Reach = 'there') =>
    outbox.take({ method: 'GET', url: '/api/manutenzioni', body: undefined, key: null, ...call }, reach);
  const read = async (url: string, reach: Reach = 'away') => (await take({ url }, reach)).answer?.json();
  return { shelf, state, adopted, changed, served, later, outbox, take, read };
}

const reading = (id: string, more = {}) =>
  item({
    id,
    path: '/api/manutenzioni',
    register: manutenzioni.path,
    key: '900000000001',
    makes: true,
    body: JSON.stringify({ manutenzione: { matricola: 'A0003', data: '2026-11-22', tipologia: 'Lettura', ore_km: 5 } }),
    ...more,
  });
const WRITE: Partial<Call> = {
  method: 'POST',
  key: 'k1',
  body: { manutenzione: { matricola: 'A0001', tipologia: 'Lettura', ore_km: 30 } },
};

describe('ciò che il dispositivo legge al posto del portale', () => {
  it('niente, finché il portale risponde e nessuno chiede di ciò che aspetta', async () => {
    const { take, read, served } = made();
    expect(await take({})).toEqual({ call: expect.objectContaining({ url: '/api/manutenzioni' }) });
    expect(await read('/api/manutenzioni', 'there')).toBeUndefined();
    expect(served).toEqual([]);
  });

  it('senza rete l’elenco con ciò che aspetta, e dice di quando è', async () => {
    const { shelf, read, served } = made();
    await shelf.add(reading('a'));
    const { data, totale } = (await read('/api/manutenzioni?ordina=-data&righe=2&pagina=1')) as { data: Row[]; totale: number };
    expect([data.map(({ id }) => id), totale]).toEqual([[900_000_000_001, 8], 3]);
    expect(served).toEqual([AT]);
  });

  it('lo stesso col portale che tace, e quando la rete manca a chi crede che ci sia', async () => {
    const { state, read } = made();
    // the choices of a selector are all of them
    expect(await read('/api/cantieri?scelta=1&righe=1', 'silent')).toEqual({ data: COPIED['cantieri'], totale: 2 });
    expect(await read('/api/cantieri?righe=1', 'silent')).toEqual({ data: COPIED['cantieri']!.slice(0, 1), totale: 2 });
    expect(await read('/api/cantieri', 'there')).toBeUndefined();
    state.online = false;
    expect(await read('/api/cantieri', 'there')).toEqual({ data: COPIED['cantieri'], totale: 2 });
  });

  it('un record per la sua chiave; una macchina anche dal suo codice QR', async () => {
    const { read, served } = made();
    expect(await read('/api/manutenzioni?chiave=8')).toEqual({ data: [COPIED['manutenzioni']![1]] });
    expect(await read('/api/cantieri?chiave=0412')).toEqual({ data: COPIED['cantieri']!.slice(1) });
    expect(await read('/api/qrcode?matricola=A0001')).toEqual({ data: COPIED['macchinari'] });
    expect(served).toEqual([AT, AT, AT]);
    expect(await read('/api/manutenzioni?chiave=99')).toBeUndefined();
    expect(await read('/api/cantieri?chiave=9999')).toBeUndefined();
    expect(await read('/api/qrcode?matricola=A9999')).toBeUndefined();
    expect(served).toHaveLength(3);
  });

  it('non ciò che non ha in copia, né domande che chiedono altro', async () => {
    const { read, served } = made();
    expect(await read('/api/costi')).toBeUndefined();
    expect(await read('/api/manutenzioni?storico=1')).toBeUndefined();
    expect(await read('/api/analysis/altro')).toBeUndefined();
    expect(await read('/api/manutenzioni?filtri={')).toBeUndefined();
    expect(served).toEqual([]);
  });

  it('un record che aspetta anche con la rete, e che nessuno lo nomina ancora', async () => {
    const { shelf, read, served } = made({ copied: {} });
    await shelf.add(reading('a'));
    expect(await read('/api/manutenzioni?chiave=900000000001', 'there')).toMatchObject({ data: [{ matricola: 'A0003', utente: 'bruno' }] });
    expect(served).toEqual([null]);
    expect(await read('/api/riferimenti?registro=manutenzioni&chiave=900000000001', 'there')).toEqual({
      data: { totale: 0, per: [], altri: false },
    });
    expect(await read('/api/riferimenti?registro=manutenzioni&chiave=7')).toBeUndefined();
    // a number that no waiting item has is the portal's to answer
    expect(await read('/api/manutenzioni?chiave=900000000002', 'there')).toBeUndefined();
  });

  it('di chi non è entrato niente', async () => {
    const { state, read, take } = made();
    state.signedIn = false;
    expect(await read('/api/cantieri')).toBeUndefined();
    expect((await take(WRITE, 'away')).answer).toBeUndefined();
  });

  it('se c’è un file, senza rete: che non c’è', async () => {
    const { take } = made();
    const asked = { method: 'POST', url: '/api/ftp', body: { operazione: 'exist' } };
    expect(await (await take(asked, 'away')).answer?.json()).toEqual({ message: { exist: false, files: [] } });
    expect((await take({ ...asked, body: { operazione: 'elimina' } }, 'away')).answer).toBeUndefined();
    expect((await take(asked)).answer).toBeUndefined();
  });
});

describe('ciò che si scrive', () => {
  it('senza rete resta sul dispositivo; ciò che il dispositivo non tiene va al portale', async () => {
    const { shelf, state, take, changed } = made();
    state.online = false;
    const { answer } = await take(WRITE, 'away');
    expect(await answer?.json()).toMatchObject({ message: { versione: 1, trattenuto: true } });
    expect(await shelf.all()).toMatchObject([{ id: 'k1', tried: false, state: 'attesa' }]);
    expect(changed).toEqual([false]);
    expect((await take({ method: 'POST', url: '/api/costi', body: {} }, 'away')).answer).toBeUndefined();
    expect((await take({ method: 'POST', url: '/api/altro', body: new FormData() }, 'away')).answer).toBeUndefined();
  });

  it('ciò che è partito senza risposta può essere arrivato', async () => {
    const { shelf, state, take } = made();
    state.online = false;
    await take(WRITE, 'silent');
    expect(await shelf.all()).toMatchObject([{ id: 'k1', tried: true }]);
  });

  it('con la rete va al portale, dopo ciò che aspettava', async () => {
    const { shelf, take, changed, adopted } = made();
    await shelf.add(reading('a'));
    expect((await take(WRITE)).answer).toBeUndefined();
    expect([await shelf.all(), changed]).toEqual([[], [true]]);
    expect(adopted).toEqual([
      ['adopt', 'manutenzioni', 'id', expect.objectContaining({ id: 57, matricola: 'A0003', utente: 'bruno', versione: 1 })],
    ]);
  });

  it('se ciò che aspettava non parte, aspetta anche lui', async () => {
    const { shelf, take } = made({ send: async () => ({ is: 'lost' }) });
    await shelf.add(reading('a'));
    expect(await (await take(WRITE)).answer?.json()).toMatchObject({ message: { trattenuto: true } });
    expect((await shelf.all()).map(({ id }) => id)).toEqual(['a', 'k1']);
  });

  it('di un record che aspetta, la modifica entra in lui', async () => {
    const { shelf, take, state } = made();
    await shelf.add(reading('a'));
    state.online = false;
    await take({ method: 'PUT', key: 'k2', body: { manutenzione: { id: 900_000_000_001, ore_km: 6 } } });
    const all = await shelf.all();
    expect(all).toHaveLength(1);
    expect(JSON.parse(all[0]!.body)).toMatchObject({ manutenzione: { matricola: 'A0003', ore_km: 6 } });
  });

  it('il numero che il portale ha dato prende il posto di quello del dispositivo', async () => {
    const { shelf, take } = made();
    await shelf.commit({ portalKeys: { '900000000001': '57' } });
    const { call } = await take({ url: '/api/manutenzioni?chiave=900000000001' });
    expect(call.url).toBe('/api/manutenzioni?chiave=57');
  });
});

describe('ciò che aspetta parte', () => {
  it('una corsa alla volta, finché ce n’è', async () => {
    const sent: string[] = [];
    const { shelf, outbox, changed } = made({
      send: async ({ id }) => {
        sent.push(id);
        return { is: 'written', key: null, version: 1 };
      },
    });
    for (const id of ['a', 'b']) await shelf.add(item({ id }));
    await Promise.all([outbox.flush(), outbox.flush()]);
    expect([sent, changed]).toEqual([
      ['a', 'b'],
      [true, true],
    ]);
  });

  it('non senza rete, non di chi è uscito', async () => {
    const send = vi.fn<Send>();
    const { shelf, outbox, state } = made({ send });
    await shelf.add(item({ id: 'a' }));
    state.online = false;
    await outbox.flush();
    Object.assign(state, { online: true, signedIn: false });
    await outbox.flush();
    expect(send).not.toHaveBeenCalled();
  });

  it('finché il portale non risponde riprova, ogni volta più tardi; o quando lo chiede lui', async () => {
    let answer: SentAnswer = { is: 'lost' };
    const { shelf, outbox, later, changed } = made({ send: async () => answer });
    await shelf.add(item({ id: 'a' }));
    for (let i = 0; i < 5; i += 1) await outbox.flush();
    expect(later.map(([, ms]) => ms)).toEqual([2000, 5000, 15_000, 60_000, 60_000]);
    answer = { is: 'lost', after: 7000 };
    await outbox.flush();
    expect(later.at(-1)?.[1]).toBe(7000);
    expect(changed).toEqual([false, false, false, false, false, false]);
    // once one has arrived, the pauses begin again
    answer = { is: 'written', key: null, version: 1 };
    later.at(-1)![0]();
    await vi.waitFor(async () => expect(await shelf.all()).toEqual([]));
    await shelf.add(item({ id: 'b' }));
    answer = { is: 'lost' };
    await vi.waitFor(async () => {
      await outbox.flush();
      expect(later.at(-1)?.[1]).toBe(2000);
    });
  });

  it('uno rifiutato non ferma gli altri, e non è arrivato', async () => {
    const { shelf, outbox, changed, adopted } = made({
      send: async ({ id }) => (id === 'a' ? { is: 'refused', said: 'No', wrong: [] } : { is: 'written', key: '9', version: 1 }),
    });
    for (const id of ['a', 'b']) await shelf.add(item({ id }));
    await outbox.flush();
    expect([changed, adopted]).toEqual([[false, true], []]);
  });

  it('ciò che è arrivato entra nelle copie: nuovo o cambiato, non eliminato', async () => {
    const { shelf, outbox, adopted } = made({ send: async () => ({ is: 'written', key: null, version: 3 }) });
    await shelf.add(reading('a', { method: 'PUT', key: '7', makes: false, body: '{"manutenzione":{"id":7,"ore_km":12}}' }));
    await shelf.add(reading('b', { method: 'DELETE', key: '8', makes: false, body: '{"id":8}' }));
    await shelf.add(item({ id: 'c', register: null, files: [] }));
    await outbox.flush();
    expect(adopted).toEqual([['adopt', 'manutenzioni', 'id', { id: 7, ore_km: 12, utente: 'bruno', versione: 1 }]]);
  });
});

describe('ciò che il portale ha preso senza il dispositivo', () => {
  it('entra nelle copie col suo numero, e chi l’ha scritto se è nuovo', async () => {
    const { outbox, adopted } = made();
    await outbox.wrote('/api/manutenzioni', { manutenzione: { ore_km: 3 } }, { message: { insertId: 58, versione: 1 } });
    await outbox.wrote('/api/manutenzioni', { manutenzione: { id: 7, ore_km: 4 } }, { message: { affectedRows: 1, versione: 3 } });
    await outbox.wrote('/api/manutenzioni', { id: 8 }, { message: { affectedRows: 1 } });
    expect(adopted).toEqual([
      ['adopt', 'manutenzioni', 'id', { id: 58, ore_km: 3, utente: 'bruno', versione: 1 }],
      ['adopt', 'manutenzioni', 'id', { id: 7, ore_km: 4, versione: 3 }],
      ['drop', 'manutenzioni', 'id', '8'],
    ]);
  });

  it.each([
    ['di un altro registro', '/api/costi', { costo: { id: 1 } }, { message: { versione: 2 } }],
    ['che è rimasto sul dispositivo', '/api/manutenzioni', { manutenzione: { id: 7 } }, { message: { versione: 2, trattenuto: true } }],
    ['senza versione', '/api/manutenzioni', { manutenzione: { id: 7 } }, { message: {} }],
    ['senza chiave', '/api/manutenzioni', { manutenzione: {} }, { message: { versione: 2 } }],
    ['senza risposta', '/api/manutenzioni', { manutenzione: { id: 7 } }, undefined],
  ])('non ciò %s', async (_, path, body, said) => {
    const { outbox, adopted } = made();
    await outbox.wrote(path, body, said);
    expect(adopted).toEqual([]);
  });

  it('di chi è uscito niente', async () => {
    const { outbox, adopted, state } = made();
    state.signedIn = false;
    await outbox.wrote('/api/manutenzioni', { id: 8 }, { message: {} });
    expect(adopted).toEqual([]);
  });
});

it('di un registro che si può solo leggere trova il record dalla sua chiave, anche se la riga nomina un macchinario', async () => {
  const rows = [{ id: 3, matricola: 'A0001', componente: 'olio', utente: 'anna', versione: 1 }] as Row[];
  const { read } = made({ copied: { ...COPIED, noleggi: rows } });
  expect(await read('/api/noleggi?chiave=3')).toEqual({ data: rows });
  expect(await read('/api/noleggi?chiave=4')).toBeUndefined();
});
