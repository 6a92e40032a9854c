import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '#contracts/core/define-register.ts';
import { MATRICOLE_SEQUENCE } from '#contracts/modules/noleggi.ts';
import { assemble } from '#services/modules.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, testSender, type Person, type TestPortal } from '../../../test/portal.ts';
import { withNoleggi, levels } from './testing.ts';

let portale: TestPortal;
let n: ReturnType<typeof withNoleggi>;
let everything: Person;
let own: Person;
let reader: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  await makeReferences(portale, { cantieri: ['0412'] });
  n = withNoleggi(portale);
  everything = await portale.person({ permessi: { noleggi_int: levels(3, 3, 3), macchinari: levels(3, 3, 3) } });
  own = await portale.person({ permessi: { noleggi_int: levels(1, 1, 1), accise: levels(0, 0, 0), macchinari: levels(0, 0, 0) } });
  reader = await portale.person({ permessi: { noleggi_int: levels(3, 0, 0, 0), accise: levels(3, 3, 3), macchinari: levels(3, 3, 3) } });
});
afterAll(() => portale?.stop());

const change = (from: Person, noleggio: Record<string, unknown>) =>
  portale.call('PUT', '/api/noleggi', { as: from, body: { auth: 'x', noleggio } });
const remove = (from: Person, table: string, id: number) => portale.call('DELETE', `/api/${table}`, { as: from, body: { id } });
const numberOf = (matricola: string) => Number(matricola.slice(1));

describe('un periodo di noleggio', () => {
  it('senza il suo noleggio non si registra, comunque lo si chieda', async () => {
    const without: (Values | undefined)[] = [undefined, {}, { id_noleggi: null }, { id_noleggi: 999_999 }];
    for (const values of without) {
      await expect(portale.command({ register: 'storicoNoleggi', action: 'create', values })).rejects.toMatchObject({
        code: 'SCONOSCIUTO',
      });
    }
  });
});

describe('la matricola di un noleggio', () => {
  it('la dà il portale: N e cinque cifre, il numero dopo l’ultimo', async () => {
    const first = await n.created(everything, { marca: 'JLG' });
    const second = await n.created(everything);
    expect(first.matricola).toMatch(/^N\d{5}$/);
    expect(numberOf(second.matricola)).toBe(numberOf(first.matricola) + 1);
    expect(await n.riga(everything, 'noleggi', first.id)).toMatchObject({
      matricola: first.matricola,
      n_matricola: numberOf(first.matricola),
      marca: 'JLG',
      utente: everything.memberID,
    });
  });

  it('trenta creazioni insieme ne hanno trenta diverse, senza salti', async () => {
    const before = numberOf((await n.created(everything)).matricola);
    const added = await Promise.all(Array.from({ length: 30 }, (_, i) => n.created(everything, { note: `n${i}` })));
    expect(added.map((r) => numberOf(r.matricola)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => before + 1 + i));
    expect(new Set(added.map((r) => r.id)).size).toBe(30);
  });

  it('quella scritta nel corpo non conta, né creando né modificando', async () => {
    const { id, matricola } = await n.created(everything, { matricola: 'N99999', n_matricola: 99_999 });
    expect(matricola).not.toBe('N99999');
    expect((await change(everything, { id, matricola: 'N88888', n_matricola: 88_888, targa: 'XA 123 BC' })).status).toBe(200);
    expect(await n.riga(everything, 'noleggi', id)).toMatchObject({ matricola, n_matricola: numberOf(matricola), targa: 'XA 123 BC' });
    expect((await change(everything, { id, matricola: 'N88888' })).body.message.affectedRows).toBe(0);
  });

  it('la stessa richiesta ripetuta, anche in dieci insieme, è un noleggio solo con una matricola sola', async () => {
    const headers = { 'idempotency-key': `noleggio-${randomUUID()}` };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        portale.call('POST', '/api/noleggi', { as: everything, headers, body: { noleggio: { marca: 'Una' } } }),
      ),
    );
    const id = Number(outcomes[0]?.body.message.insertId);
    for (const outcome of outcomes) expect([outcome.status, Number(outcome.body.message.insertId)]).toEqual([201, id]);
    const { matricola } = await n.riga(everything, 'noleggi', id);
    expect(numberOf((await n.created(everything)).matricola)).toBe(numberOf(matricola) + 1);
  });

  it('di un noleggio eliminato non è data a un altro, e torna con lui', async () => {
    const deleted = await n.created(everything);
    expect((await remove(everything, 'noleggi', deleted.id)).status).toBe(200);
    expect(numberOf((await n.created(everything)).matricola)).toBe(numberOf(deleted.matricola) + 1);
    await portale.call('POST', '/api/storico/ripristina', { as: everything, body: { tabella: 'noleggi', id: deleted.id, versione: 1 } });
    expect((await n.riga(everything, 'noleggi', deleted.id)).matricola).toBe(deleted.matricola);
  });

  it('dopo il ritorno a una copia vecchia dei numeri, un portale riavviato non ripete le matricole del registro', async () => {
    const last = await n.created(everything);
    await portale.deps.writeDb
      .updateTable('numeri')
      .set({ ultimo: 2 } as never)
      .where('sequenza', 'in', ['noleggi', MATRICOLE_SEQUENCE])
      .execute();
    const restarted = assemble(portale.deps).deps.dispatch;
    const { key } = await restarted({ register: 'noleggi', action: 'create', values: {} }, testSender());
    const events = await portale.deps.store.read(`noleggi-${key}`);
    expect(events[0]?.data['n_matricola']).toBe(numberOf(last.matricola) + 1);
  });

  it('nessuna macchina si può chiamare come un noleggio', async () => {
    for (const matricola of ['N00001', 'n00001', 'N123456']) {
      const refusal = await portale.call('POST', '/api/macchinari', { as: everything, body: { macchinario: { matricola } } });
      expect(refusal).toMatchObject({ status: 400, body: { errors: [{ campo: 'matricola' }] } });
    }
    expect((await portale.call('POST', '/api/macchinari', { as: everything, body: { macchinario: { matricola: 'N0001' } } })).status).toBe(
      201,
    );
  });
});

describe('lo storico di un noleggio', () => {
  it('sta con il suo noleggio e ne porta la matricola; ?id= è il noleggio', async () => {
    const { id, matricola } = await n.created(everything);
    const other = await n.created(everything);
    await n.crea(everything, 'storicoNoleggi', { id_noleggi: other.id, data_inizio: '2026-01-01' });
    const { status: state, body } = await n.crea(everything, 'storicoNoleggi', {
      id_noleggi: id,
      cantiere: '0412',
      tariffa: '1250,50',
      data_inizio: '2026-02-03',
      matricola: 'N00000',
    });
    expect(state).toBe(201);
    const list = await portale.call('GET', `/api/storicoNoleggi?id=${id}`, { as: everything });
    expect(list.body.data).toEqual([
      expect.objectContaining({ id: body.message.insertId, id_noleggi: id, matricola, tariffa: 1250.5, cantiere: '0412', data_fine: null }),
    ]);
    const change = (values: Record<string, unknown>) =>
      portale.call('PUT', '/api/storicoNoleggi', { as: everything, body: { storicoNoleggi: { id: body.message.insertId, ...values } } });
    expect((await change({ matricola: other.matricola, data_fine: '2026-03-01' })).status).toBe(200);
    expect((await change({ id_noleggi: other.id, data_fine: '2026-04-01' })).status).toBe(404);
    expect(await n.riga(everything, 'storicoNoleggi', body.message.insertId)).toMatchObject({
      id_noleggi: id,
      matricola,
      data_fine: '2026-03-01',
    });
  });

  it('di un noleggio che non c’è non si scrive', async () => {
    for (const table of ['storicoNoleggi', 'fotoNoleggi'] as const) {
      expect((await n.crea(everything, table, { id_noleggi: 999_999 })).status).toBe(404);
      expect((await n.crea(everything, table, {})).status).toBe(400);
      expect((await portale.call('GET', `/api/${table}?id=999999`, { as: everything })).status).toBe(404);
    }
  });

  it('eliminando il noleggio storico e foto spariscono, ripristinandolo tornano', async () => {
    const { id } = await n.created(everything);
    const periodo = Number(
      (await n.crea(everything, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03' })).body.message.insertId,
    );
    const foto = Number((await n.crea(everything, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03' })).body.message.insertId);
    const cleared = Number((await n.crea(everything, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-04' })).body.message.insertId);
    await remove(everything, 'fotoNoleggi', cleared);
    await remove(everything, 'noleggi', id);
    const all = async (table: string) =>
      ((await portale.call('GET', `/api/${table}`, { as: everything })).body.data as { id: number }[]).map((row) => row.id);
    expect(await all('storicoNoleggi')).not.toContain(periodo);
    expect(await all('fotoNoleggi')).not.toContain(foto);
    expect((await portale.call('GET', `/api/storicoNoleggi?chiave=${periodo}`, { as: everything })).status).toBe(404);
    expect((await n.crea(everything, 'fotoNoleggi', { id_noleggi: id })).status).toBe(404);
    expect(
      (await portale.call('POST', '/api/storico/ripristina', { as: everything, body: { tabella: 'noleggi', id, versione: 1 } })).status,
    ).toBe(200);
    expect(await all('storicoNoleggi')).toContain(periodo);
    expect(await all('fotoNoleggi')).toContain(foto);
    expect(await all('fotoNoleggi')).not.toContain(cleared);
  });
});

describe('i permessi sui noleggi', () => {
  it('li decide noleggi_int, storico compreso: accise e macchinari riguardano lo schermo', async () => {
    const theirs = await n.created(own);
    const { status: state, body } = await n.crea(own, 'storicoNoleggi', { id_noleggi: theirs.id, data_inizio: '2026-02-03' });
    expect(state).toBe(201);
    const id = Number(body.message.insertId);
    const periodo = (from: Person) =>
      portale.call('PUT', '/api/storicoNoleggi', { as: from, body: { storicoNoleggi: { id, tariffa: 10 } } });
    expect((await periodo(own)).status).toBe(200);
    expect((await periodo(reader)).status).toBe(403);
    expect((await remove(reader, 'storicoNoleggi', id)).status).toBe(403);
    expect((await n.crea(reader, 'storicoNoleggi', { id_noleggi: theirs.id })).status).toBe(403);
    expect((await portale.call('POST', '/api/noleggi', { as: reader, body: { noleggio: {} } })).status).toBe(403);
    expect((await remove(own, 'storicoNoleggi', id)).status).toBe(200);
  });

  it('chi vede solo i propri non vede quelli degli altri, né i loro figli', async () => {
    const [theirs, others] = [await n.created(own), await n.created(everything)];
    for (const noleggio of [theirs, others]) {
      await n.crea(everything, 'storicoNoleggi', { id_noleggi: noleggio.id, data_inizio: '2026-05-06' });
      await n.crea(everything, 'fotoNoleggi', { id_noleggi: noleggio.id, data: '2026-05-06' });
    }
    const seen = (await portale.call('GET', '/api/noleggi', { as: own })).body.data as { id: number; utente: string }[];
    expect(seen.map((row) => row.id)).toContain(theirs.id);
    expect(seen.every((row) => row.utente === own.memberID)).toBe(true);
    for (const table of ['storicoNoleggi', 'fotoNoleggi']) {
      const children = (await portale.call('GET', `/api/${table}`, { as: own })).body.data as { id_noleggi: number }[];
      expect(children.map((row) => row.id_noleggi)).toContain(theirs.id);
      expect(children.map((row) => row.id_noleggi)).not.toContain(others.id);
      expect((await portale.call('GET', `/api/${table}?id=${others.id}`, { as: own })).status).toBe(404);
    }
    expect((await n.crea(own, 'fotoNoleggi', { id_noleggi: others.id })).status).toBe(404);
  });
});
