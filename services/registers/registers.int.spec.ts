import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { createDispatch } from '#services/registers/dispatch.ts';
import { makeReferences } from '../../test/make-references.ts';
import { startTestPortal, testSender, type Person, type TestPortal } from '../../test/portal.ts';

const everything: Permissions = { accise: EVERYTHING, macchinari: EVERYTHING, manutenzioni: EVERYTHING, cantieri: EVERYTHING };

describe('Le chiamate dei registri', () => {
  let portale: TestPortal;
  let anna: Person;
  let bruno: Person;

  beforeAll(async () => {
    portale = await startTestPortal();
    await makeReferences(portale, { macchinari: ['A1', 'PAG', 'SOLA'], elencoManutenzioni: ['Filtro Motore'] });
    anna = await portale.person({ memberID: 'anna', permessi: everything });
    bruno = await portale.person({
      memberID: 'bruno',
      permessi: { ...everything, accise: { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 } },
    });
  });
  afterAll(() => portale?.stop());

  const create = async (values: object = {}, from = anna) =>
    (await portale.call('POST', '/api/accise', { as: from, body: { accise: { data: '2026-01-02', ore: 3, ...values } } })).body.message
      .insertId as number;
  const read = async (id: number, from = anna) => (await portale.call('GET', `/api/accise?id=${id}`, { as: from })).body.data[0];

  it('creare risponde 201 con il numero, la versione, dove sta; e la lettura lo mostra subito', async () => {
    const r = await portale.call('POST', '/api/accise', {
      as: anna,
      body: {
        auth: 'x',
        accise: { data: '2026-01-02T23:30:00.000Z', ore: '3,5', matricola: 'A1', utente: 'altri', id: 999, sconosciuto: 1 },
      },
    });
    expect([r.status, r.body]).toEqual([201, { message: { insertId: expect.any(Number), versione: 1 } }]);
    expect(r.headers.get('location')).toBe(`/api/accise?chiave=${r.body.message.insertId}`);
    expect(r.headers.get('x-proiezione')).toBeNull();
    expect(await read(r.body.message.insertId)).toMatchObject({
      id: r.body.message.insertId,
      data: '2026-01-03',
      ore: 3.5,
      minuti: null,
      utente: 'anna',
      versione: 1,
    });
    expect(r.body.message.insertId).not.toBe(999);
    expect((await portale.call('GET', `/api/accise?id=${r.body.message.insertId}`, { as: anna })).headers.get('etag')).toBe('"1"');
  });

  it('modificare cambia solo i campi dati e dice quanti record ha toccato', async () => {
    const id = await create({ minuti: 5 });
    const r = await portale.call('PUT', '/api/accise', { as: anna, body: { accise: { id, ore: 4 } }, headers: { 'if-match': '"1"' } });
    expect([r.status, r.body, r.headers.get('etag')]).toEqual([200, { message: { affectedRows: 1, versione: 2 } }, '"2"']);
    expect(await read(id)).toMatchObject({ ore: 4, minuti: 5, versione: 2 });
    const equal = await portale.call('PUT', '/api/accise', { as: anna, body: { accise: { id, ore: '4' } } });
    expect(equal.body).toEqual({ message: { affectedRows: 0, versione: 2 } });
  });

  it("una versione superata dà 409 con i valori dell'altro, e non cambia nulla", async () => {
    const id = await create();
    await portale.call('PUT', '/api/accise', { as: anna, body: { accise: { id, ore: 8 } } });
    const r = await portale.call('PUT', '/api/accise', { as: anna, body: { accise: { id, ore: 9 } }, headers: { 'if-match': 'W/"1"' } });
    expect([r.status, r.headers.get('content-type')]).toEqual([409, expect.stringContaining('application/problem+json')]);
    expect(r.body).toMatchObject({
      type: '/problemi/versione-superata',
      status: 409,
      attuale: { ore: 8 },
      versione: 2,
      utente: 'anna',
      quando: expect.any(String),
      message: expect.any(String),
    });
    expect(await read(id)).toMatchObject({ ore: 8 });
  });

  it('la stessa Idempotency-Key dà la stessa risposta e nessun secondo record', async () => {
    const totale = async () => (await portale.call('GET', '/api/accise?pagina=1', { as: anna })).body.totale as number;
    const before = await totale();
    const send = () =>
      portale.call('POST', '/api/accise', { as: anna, body: { accise: { ore: 1 } }, headers: { 'idempotency-key': 'tasto salva 1' } });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((r) => `${r.status} ${r.text}`)).size).toBe(1);
    expect(await totale()).toBe(before + 1);
    const other = await portale.call('POST', '/api/accise', {
      as: bruno,
      body: { accise: { ore: 1 } },
      headers: { 'idempotency-key': 'tasto salva 1' },
    });
    expect(other.body.message.insertId).not.toBe(answers[0]?.body.message.insertId);
  });

  it("si elimina con la chiave nel corpo o nell'indirizzo; poi non c'è più", async () => {
    const [a, b] = [await create(), await create()];
    expect((await portale.call('DELETE', '/api/accise', { as: anna, body: { id: a } })).body).toEqual({
      message: { affectedRows: 1, versione: 2 },
    });
    expect((await portale.call('DELETE', `/api/accise?id=${b}`, { as: anna })).status).toBe(200);
    for (const id of [a, b]) {
      expect((await portale.call('GET', `/api/accise?id=${id}`, { as: anna })).status).toBe(404);
      expect((await portale.call('DELETE', '/api/accise', { as: anna, body: { id } })).status).toBe(404);
    }
  });

  it('più chiavi insieme si eliminano tutte o nessuna, e solo con il livello 3', async () => {
    const [a, b, c, d] = [await create(), await create(), await create(), await create()];
    expect((await portale.call('DELETE', '/api/accise', { as: anna, body: { id: [a, b, 99_999] } })).status).toBe(404);
    expect(await read(a)).toBeDefined();
    expect((await portale.call('DELETE', '/api/accise', { as: anna, body: { id: `${a},${b}` } })).body.message.affectedRows).toBe(2);
    expect((await portale.call('DELETE', '/api/accise', { as: anna, body: { id: [c, String(d)] } })).body.message.affectedRows).toBe(2);
    const own = [await create({}, bruno), await create({}, bruno)];
    expect((await portale.call('DELETE', '/api/accise', { as: bruno, body: { id: own } })).status).toBe(403);
    expect((await portale.call('DELETE', '/api/accise', { as: bruno, body: { id: own[0] } })).status).toBe(200);
  });

  it("un'eliminazione di più record ripetuta con la stessa chiave riesce come la prima volta", async () => {
    const id = [await create(), await create()];
    const send = () => portale.call('DELETE', '/api/accise', { as: anna, body: { id }, headers: { 'idempotency-key': 'elimina-due' } });
    const before = await send();
    expect(before.body.message.affectedRows).toBe(2);
    expect((await send()).body).toEqual(before.body);
  });

  it("una chiave che fu di un'altra richiesta è 422 e non scrive nulla: nuova, modifica ed eliminazione, anche con un corpo sbagliato", async () => {
    const id = await create({ ore: 1 });
    const headers = { 'idempotency-key': 'di-un-altra' };
    expect((await portale.call('PUT', '/api/accise', { as: anna, body: { accise: { id, ore: 2 } }, headers })).status).toBe(200);
    const list = async () => (await portale.call('GET', '/api/accise', { as: anna })).body.data as unknown[];
    const before = await list();
    const others = [
      ['POST', { accise: { ore: 3 } }],
      ['POST', { accise: { ore: 'tante' } }],
      ['PUT', { accise: { id, ore: 4 } }],
      ['PUT', { accise: { id: 'x', ore: 4 } }],
      ['DELETE', { id }],
      ['DELETE', { id: [id, await create()] }],
    ] as const;
    for (const [method, body] of others)
      expect([method, body, (await portale.call(method, '/api/accise', { as: anna, body, headers })).status]).toEqual([method, body, 422]);
    expect(await list()).toHaveLength(before.length + 1);
    expect(await read(id)).toMatchObject({ ore: 2 });
  });

  it('chi vede solo i propri non sa degli altri: 404 in lettura, modifica ed eliminazione, e non negli elenchi', async () => {
    const [mine, own] = [await create({ ore: 77 }, bruno), await create({ ore: 78 })];
    const list = (await portale.call('GET', '/api/accise', { as: bruno })).body.data as { id: number; utente: string }[];
    expect(list.map((r) => r.id)).toContain(mine);
    expect(list.every((r) => r.utente === 'bruno')).toBe(true);
    expect((await portale.call('GET', `/api/accise?id=${own}`, { as: bruno })).status).toBe(404);
    expect((await portale.call('PUT', '/api/accise', { as: bruno, body: { accise: { id: own, ore: 1 } } })).status).toBe(404);
    expect((await portale.call('DELETE', '/api/accise', { as: bruno, body: { id: own } })).status).toBe(404);
    expect((await portale.call('PUT', '/api/accise', { as: bruno, body: { accise: { id: mine, ore: 1 } } })).status).toBe(200);
  });

  it('un elenco a pagine porta il totale; ordine, ricerca e filtri si sommano', async () => {
    for (let ore = 1; ore <= 5; ore += 1) await create({ matricola: 'PAG', ore });
    const filters = encodeURIComponent(JSON.stringify({ matricola: 'PAG', ore: { da: 2 } }));
    const r = await portale.call('GET', `/api/accise?pagina=1&righe=3&ordina=-ore&filtri=${filters}`, { as: anna });
    expect([r.body.totale, r.body.data.map((x: { ore: number }) => x.ore)]).toEqual([4, [5, 4, 3]]);
    expect((await portale.call('GET', '/api/accise?cerca=pag', { as: anna })).body.totale).toBe(5);
    expect((await portale.call('GET', '/api/accise', { as: anna })).body.totale).toBeUndefined();
  });

  it("un numero non torna, nemmeno dopo un'eliminazione e con la tabella dei numeri persa", async () => {
    const id = await create();
    await portale.call('DELETE', '/api/accise', { as: anna, body: { id } });
    for (const table of ['numeri', 'numeri_riservati'])
      await sql`delete from ${sql.table(`public.${table}`)} where sequenza = 'accise'`.execute(portale.deps.writeDb);
    const restarted = createDispatch(portale.deps);
    const outcomes = await Promise.all([1, 2, 3].map(() => restarted({ register: 'accise', action: 'create', values: {} }, testSender())));
    expect(outcomes.map((e) => e.key).toSorted()).toEqual([id + 1, id + 2, id + 3]);
  });

  it('un numero che il database, cadendo, ha dimenticato di avere dato è di chi lo registra per primo; l’altro ne ha un altro', async () => {
    const id = await create();
    const forget = (count: number) =>
      sql`with r as (delete from public.numeri_riservati where sequenza = 'accise' and numero > ${id - count})
      update public.numeri set ultimo = ${id - count} where sequenza = 'accise'`.execute(portale.deps.writeDb);
    await create();
    await forget(1);
    expect([await create(), await create()]).toEqual([id + 2, id + 3]);
    expect(await read(id)).toMatchObject({ versione: 1 });
    // concurrent requests with the same idempotency key get one number
    await forget(1);
    const again = () =>
      portale.call('POST', '/api/accise', {
        as: anna,
        body: { accise: { data: '2026-01-02', ore: 9 } },
        headers: { 'Idempotency-Key': 'dimenticato' },
      });
    const answers = [...(await Promise.all([again(), again(), again()])), await again()];
    expect(answers.map(({ status, body }) => [status, body.message.insertId])).toEqual(Array.from({ length: 4 }, () => [201, id + 4]));
  });

  it('una macchina: matricola vuota, doppia, eliminata', async () => {
    const macchina = (matricola: unknown) =>
      portale.call('POST', '/api/macchinari', { as: anna, body: { macchinario: { matricola, marca: 'Casagrande' } } });
    const empty = await macchina('  ');
    expect([empty.status, empty.body.message]).toEqual([400, 'Attenzione la matricola non può essere vuota']);
    const fresh = await macchina('P 100');
    expect([fresh.status, fresh.body.message]).toEqual([201, { insertId: 'P 100', versione: 1 }]);
    expect((await macchina('P 100')).status).toBe(409);
    await portale.call('DELETE', '/api/macchinari', { as: anna, body: { matricola: 'P 100' } });
    const again = await macchina('P 100');
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('ripristinarlo')]);
  });

  it('i dati e il piano di una macchina stanno con lei', async () => {
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      portale.call(method, path, { as: anna, body });
    await call('POST', '/api/macchinari', { macchinario: { matricola: 'P 200' } });
    expect((await call('GET', '/api/datiMacchina?matricola=P%20200')).body).toEqual({ data: [] });
    expect(
      (await call('POST', '/api/datiMacchina', { auth: '', dati: { matricola: 'P 200', motore_marca: 'Deutz' } })).body.message,
    ).toEqual({ insertId: 'P 200', versione: 2 });
    expect((await call('POST', '/api/datiMacchina', { dati: { matricola: 'P 200' } })).status).toBe(409);
    expect((await call('POST', '/api/datiMacchina', { dati: { matricola: 'NO' } })).status).toBe(404);
    expect((await call('GET', '/api/datiMacchina?matricola=NO')).status).toBe(404);
    const row = await call('POST', '/api/manutMacchinari', {
      auth: '',
      manut: { matricola: 'P 200', componente: 'olio_motore', quantita: '12' },
    });
    expect(row.status).toBe(201);
    const id = row.body.message.insertId as number;
    expect((await call('POST', '/api/manutMacchinari', { manut: { matricola: 'P 200', componente: 'olio_motore' } })).status).toBe(409);
    expect((await call('POST', '/api/manutMacchinari', { manut: { componente: 'olio_motore' } })).status).toBe(400);
    // the request finds the child by its number, without the key of its parent
    expect((await call('PUT', '/api/manutMacchinari', { manut: { id, quantita: '14' } })).body.message.affectedRows).toBe(1);
    expect((await call('GET', '/api/manutMacchinari?matricola=P%20200')).body.data).toMatchObject([
      { id, quantita: '14', componente: 'olio_motore' },
    ]);
    // only the field that names the parent selects by parent
    expect((await call('GET', '/api/datiMacchina?id=MAI')).status).toBe(200);
    expect((await call('GET', '/api/datiMacchina?matricola=MAI')).status).toBe(404);
    await call('DELETE', '/api/macchinari', { matricola: 'P 200' });
    expect((await call('GET', '/api/manutMacchinari?matricola=P%20200')).status).toBe(404);
    expect((await call('PUT', '/api/manutMacchinari', { manut: { id, quantita: '15' } })).status).toBe(404);
  });

  it('ogni parola della query, anche da sola, chiede una pagina con il totale', async () => {
    for (const ore of [911, 912, 913]) await create({ matricola: 'SOLA', ore });
    const ask = async (query: string) =>
      (await portale.call('GET', `/api/accise?${query}`, { as: anna })).body as { data: { ore: number }[]; totale?: number };
    const filtered = await ask(`filtri=${encodeURIComponent(JSON.stringify({ matricola: 'SOLA' }))}`);
    expect([filtered.totale, filtered.data.map(({ ore }) => ore).toSorted()]).toEqual([3, [911, 912, 913]]);
    const found = await ask('cerca=SOLA');
    expect([found.totale, found.data.length]).toEqual([3, 3]);
    const all = (await ask('')).data.length;
    expect((await ask('')).totale).toBeUndefined();
    expect(await ask('righe=2')).toMatchObject({ totale: all, data: [{}, {}] });
    expect((await ask('righe=2')).data).toHaveLength(2);
    expect(await ask(`pagina=${all}`)).toEqual({ totale: all, data: [] });
    const ordinate = await ask('ordina=-ore');
    expect([ordinate.totale, ordinate.data.map(({ ore }) => ore).slice(0, 3)]).toEqual([all, [913, 912, 911]]);
  });

  it('le ore di una macchina nell’elenco sono quelle di adesso, da qualunque lettura vengano', async () => {
    await portale.call('POST', '/api/macchinari', { as: anna, body: { macchinario: { matricola: 'ADESSO', ore_km: 10 } } });
    await create({ matricola: 'ADESSO', ore: 50 });
    await portale.call('POST', '/api/manutenzioni', {
      as: anna,
      body: { manutenzione: { matricola: 'ADESSO', data: '2026-01-02', ore_km: 40 } },
    });
    const hours = async () => (await portale.call('GET', '/api/macchinari?chiave=ADESSO', { as: anna })).body.data[0];
    await expect.poll(hours).toMatchObject({ ore_km: 10, ore_tot: 50 });
  });

  it('cento salvataggi insieme dello stesso record hanno tutti risposta, e nessuno si perde', async () => {
    const id = await create();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => portale.call('PUT', '/api/accise', { as: anna, body: { accise: { id, ore: i + 1000 } } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await portale.call('GET', `/api/storico?tabella=accise&id=${id}`, { as: anna })).body.data).toHaveLength(101);
    const future = await portale.call('PUT', '/api/accise', {
      as: anna,
      body: { accise: { id, ore: 1 } },
      headers: { 'if-match': '"999"' },
    });
    expect([future.status, future.body.versione]).toEqual([409, 101]);
  });

  it('più record si eliminano insieme anche se intanto uno lo elimina un altro; If-Match vale per uno solo', async () => {
    const ids = [await create(), await create(), await create()];
    const remove = (body: object, headers = {}) => portale.call('DELETE', '/api/accise', { as: anna, body, headers });
    const refused = await remove({ id: ids }, { 'if-match': '"1"' });
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('un record solo')]);
    const { dispatch } = portale.deps;
    portale.deps.dispatch = async (command, sender) => {
      portale.deps.dispatch = dispatch;
      await dispatch({ register: 'accise', action: 'delete', key: ids[1] }, testSender());
      return dispatch(command, sender);
    };
    expect((await remove({ id: ids })).body).toEqual({ message: { affectedRows: 2, versione: 2 } });
    for (const id of ids) expect((await portale.call('GET', `/api/accise?id=${id}`, { as: anna })).status).toBe(404);
  });

  it('un guasto a metà di un’eliminazione di più record non passa per riuscita, e il resto si fa da sé', async () => {
    const ids = [await create(), await create()];
    const { dispatch } = portale.deps;
    portale.deps.dispatch = () => {
      portale.deps.dispatch = dispatch;
      return Promise.reject(new StoreUnavailable('via'));
    };
    expect((await portale.call('DELETE', '/api/accise', { as: anna, body: { id: ids } })).status).toBe(503);
    for (const id of ids) await expect.poll(async () => (await portale.call('GET', `/api/accise?id=${id}`, { as: anna })).status).toBe(404);
  });

  it('al massimo mille chiavi per volta, e almeno una', async () => {
    const remove = (id: unknown) => portale.call('DELETE', '/api/accise', { as: anna, body: { id } });
    const troppe = await remove(Array.from({ length: 1001 }, (_, i) => i + 1_000_000));
    expect([troppe.status, troppe.body.detail]).toEqual([400, expect.stringContaining('1000 record')]);
    expect((await remove(Array.from({ length: 1000 }, (_, i) => i + 1_000_000))).status).toBe(404);
    expect((await remove([])).status).toBe(400);
    expect((await remove('')).status).toBe(400);
  });

  it('dice quanti record puntano a uno', async () => {
    await portale.call('POST', '/api/macchinari', { as: anna, body: { macchinario: { matricola: 'RIF' } } });
    for (let i = 0; i < 3; i += 1) await create({ matricola: 'RIF' });
    await portale.call('POST', '/api/manutenzioni', { as: anna, body: { manutenzione: { matricola: 'RIF' } } });
    const r = await portale.call('GET', '/api/riferimenti?tabella=macchinari&id=RIF', { as: anna });
    expect(r.body.data).toMatchObject({ totale: 4, altri: false });
    expect(r.body.data.per).toEqual(
      expect.arrayContaining([
        { tabella: 'accise', etichetta: 'accise', quanti: 3 },
        { tabella: 'manutenzioni', etichetta: 'manutenzioni', quanti: 1 },
      ]),
    );
    // for registers that the person may not see, the response tells that there are references, not how many
    const permessi = (accise: 0 | 1): Permissions => ({
      macchinari: { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 },
      accise: { allowInsert: 1, allowView: accise, allowEdit: 0, allowDelete: 0 },
    });
    const blind = await portale.person({ memberID: 'cieco', permessi: permessi(0) });
    expect((await portale.call('GET', '/api/riferimenti?tabella=macchinari&id=RIF', { as: blind })).body.data).toEqual({
      totale: 0,
      per: [],
      altri: true,
    });
    const own = await portale.person({ memberID: 'delsuo', permessi: permessi(1) });
    await create({ matricola: 'RIF' }, own);
    expect((await portale.call('GET', '/api/riferimenti?tabella=macchinari&id=RIF', { as: own })).body.data).toEqual({
      totale: 1,
      per: [{ tabella: 'accise', etichetta: 'accise', quanti: 1 }],
      altri: true,
    });
    expect((await portale.call('GET', '/api/riferimenti?tabella=macchinari&id=MAI', { as: anna })).status).toBe(404);
    const without = await portale.call('GET', '/api/riferimenti?tabella=accise', { as: anna });
    expect([without.status, without.body.errors]).toEqual([400, [{ campo: 'id', messaggio: 'Manca Numero' }]]);
    const wrong = await portale.call('GET', '/api/riferimenti?tabella=macchinari', { as: anna });
    expect([wrong.status, wrong.body.errors?.[0]?.campo]).toEqual([400, 'id']);
  });

  it('le macchine con manutenzione da fare, per chi le può vedere', async () => {
    await portale.call('POST', '/api/macchinari', { as: anna, body: { macchinario: { matricola: 'ORE', ore_km: 520 } } });
    await portale.call('POST', '/api/manutenzioni', {
      as: anna,
      body: { manutenzione: { matricola: 'ORE', data: '2026-01-01', manutenzione: 'Filtro Motore', ore_scadenza: 500 } },
    });
    const dovute = (await portale.call('GET', '/api/scadenzaManutenzioni', { as: anna })).body.data;
    expect(dovute).toContainEqual({
      matricola: 'ORE',
      descrizione: null,
      manutenzione: 'Filtro Motore',
      ore_scadenza: 500,
      ore_attuali: 520,
      ore_mancanti: -20,
      scadenza: null,
      motivo: 'Filtro Motore: oltre di 20 h',
    });
    const other = await portale.person({ permessi: { macchinari: { ...EVERYTHING, allowView: 1 } } });
    expect((await portale.call('GET', '/api/scadenzaManutenzioni', { as: other })).body.data).toEqual([]);
  });
});
