import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { commenti } from '#contracts/registers/commenti.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const OWN: PermissionLevels = { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 };
const WHOLE: Permissions = Object.fromEntries(AREE.map((area) => [area, EVERYTHING]));
const NOWHERE: Permissions = { lavorazioni: EVERYTHING };

let portale: TestPortal;
let admin: Person;
let anna: Person;
let bruno: Person;
let owner: Person;
let stranger: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  admin = await portale.person({ memberID: 'admin', groupID: 2, permessi: WHOLE });
  anna = await portale.person({ memberID: 'anna', groupID: 21, permessi: { macchinari: EVERYTHING, costi: EVERYTHING } });
  bruno = await portale.person({ memberID: 'bruno', groupID: 22, permessi: { macchinari: EVERYTHING } });
  owner = await portale.person({ memberID: 'proprio', groupID: 23, permessi: { macchinari: OWN } });
  stranger = await portale.person({ memberID: 'estraneo', groupID: 24, permessi: NOWHERE });
  for (const [matricola, as] of [
    ['M1', anna],
    ['M2', owner],
    ['M3', anna],
  ] as const)
    await machine(matricola, as);
});
afterAll(() => portale?.stop());

const machine = async (matricola: string, as = anna) =>
  expect((await portale.call('POST', '/api/macchinari', { as, body: { macchinario: { matricola } } })).status).toBe(201);
const write = (as: Person, commento: Record<string, unknown>) =>
  portale.call('POST', '/api/commenti', {
    as,
    body: { commento: { tabella: 'macchinari', record: 'M1', testo: 'Va vista', ...commento } },
  });
const change = (as: Person, commento: Record<string, unknown>, headers?: Record<string, string>) =>
  portale.call('PUT', '/api/commenti', { as, body: { commento }, ...(headers ? { headers } : {}) });
const remove = (as: Person, id: number | readonly number[]) => portale.call('DELETE', '/api/commenti', { as, body: { id } });
const of = (as: Person | undefined, record = 'M1', tabella = 'macchinari') =>
  portale.call('GET', `/api/commenti?tabella=${tabella}&record=${encodeURIComponent(record)}`, as ? { as } : {});
const written = async (as: Person, commento: Record<string, unknown> = {}): Promise<number> => {
  const answer = await write(as, commento);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return Number(answer.body.message.insertId);
};
const texts = async (as: Person, record = 'M1') => ((await of(as, record)).body.data as { testo: string }[]).map(({ testo }) => testo);

describe('i commenti di un record', () => {
  it('li legge e ne aggiunge chi vede il record, dal più vecchio, a pagine', async () => {
    await machine('L1');
    await written(anna, { record: 'L1', testo: 'primo' });
    await written(bruno, { record: 'L1', testo: 'secondo\nsu due righe' });
    const { body } = await of(admin, 'L1');
    expect(body).toMatchObject({
      totale: 2,
      data: [
        { testo: 'primo', utente: 'anna', tabella: 'macchinari', record: 'L1', ricordami: null, versione: 1 },
        { testo: 'secondo\nsu due righe', utente: 'bruno' },
      ],
    });
    const page = await portale.call('GET', '/api/commenti?tabella=macchinari&record=L1&pagina=2&righe=1', { as: anna });
    expect([page.body.totale, page.body.data.length, page.body.data[0].utente]).toEqual([2, 1, 'bruno']);
  });

  it('di un record proprio li legge il proprietario, non chi ha altri record', async () => {
    await written(anna, { record: 'M2', testo: 'da anna' });
    await written(owner, { record: 'M2', testo: 'dal proprietario' });
    expect(await texts(owner, 'M2')).toEqual(['da anna', 'dal proprietario']);
    expect((await write(owner, { record: 'M1' })).status).toBe(404);
    expect((await of(owner, 'M1')).status).toBe(404);
  });

  it('chi non vede il registro non legge e non scrive; senza sessione nessuno', async () => {
    const id = await written(anna, { testo: 'riservato' });
    expect((await of(stranger)).status).toBe(403);
    expect((await write(stranger, {})).status).toBe(403);
    expect((await portale.call('GET', `/api/commenti?chiave=${id}`, { as: stranger })).status).toBe(403);
    expect((await of(undefined)).status).toBe(401);
  });

  it('un registro che non c’è è rifiutato per nome, un record che non c’è non esiste', async () => {
    const unknown = await write(anna, { tabella: 'inventato' });
    expect([unknown.status, unknown.body.errors]).toEqual([400, [{ campo: 'tabella', messaggio: 'Il registro «inventato» non esiste' }]]);
    expect((await of(anna, 'M1', 'inventato')).status).toBe(400);
    expect((await write(anna, { record: 'non c’è' })).status).toBe(404);
    expect((await write(anna, { tabella: 'commenti', record: String(await written(anna)) })).status).toBe(400);
    expect((await write(anna, { tabella: undefined })).status).toBe(400);
    expect((await write(anna, { record: undefined })).status).toBe(400);
    expect((await portale.call('GET', '/api/commenti?tabella=macchinari', { as: anna })).status).toBe(400);
  });

  it('una macchina non prende i commenti di un’altra che comincia allo stesso modo', async () => {
    await machine('L10');
    await written(anna, { record: 'L10', testo: 'di L10' });
    expect(await texts(anna, 'L10')).toEqual(['di L10']);
    expect(await texts(anna, 'L1')).not.toContain('di L10');
  });

  it('un numero scritto in altro modo è lo stesso record', async () => {
    const cost = await portale.command({ register: 'tipologia_costi', action: 'create', values: { tipologia: 'Gasolio' } });
    await written(admin, { tabella: 'tipologia_costi', record: `0${cost.key}`, testo: 'uno' });
    expect((await of(admin, String(cost.key), 'tipologia_costi')).body.data).toMatchObject([{ testo: 'uno', record: String(cost.key) }]);
  });

  it('dei registri di utenti e gruppi commenta chi li vede', async () => {
    expect((await of(anna, 'bruno', 'users')).status).toBe(403);
    expect((await write(anna, { tabella: 'users', record: 'anna' })).status).toBe(403);
    await written(admin, { tabella: 'users', record: 'bruno', testo: 'da spostare' });
    expect((await of(admin, 'bruno', 'users')).body.totale).toBe(1);
  });

  it('di un record eliminato non se ne leggono né scrivono; tornano con il record', async () => {
    await machine('E1');
    const id = await written(bruno, { record: 'E1', testo: 'resta' });
    expect((await portale.call('DELETE', '/api/macchinari', { as: anna, body: { matricola: 'E1' } })).status).toBe(200);
    expect((await of(anna, 'E1')).status).toBe(404);
    expect((await write(bruno, { record: 'E1' })).status).toBe(404);
    expect((await change(bruno, { id, testo: 'cambiato' })).status).toBe(404);
    expect((await portale.call('GET', `/api/commenti?chiave=${id}`, { as: bruno })).status).toBe(404);
    await portale.call('POST', '/api/storico/riporta', { as: anna, body: { tabella: 'macchinari', ids: ['E1'] } });
    expect(await texts(anna, 'E1')).toEqual(['resta']);
  });

  it('il testo serve, ha un limite, e il giorno non è passato', async () => {
    for (const sent of ['', '   ', undefined, {}, 'x'.repeat(4001), 'a\u0000b'])
      expect([sent, (await write(anna, { testo: sent })).status]).toEqual([sent, 400]);
    expect((await write(anna, { testo: 'x'.repeat(4000) })).status).toBe(201);
    const today = romeDate(new Date());
    expect((await write(anna, { ricordami: addDays(today, -1) })).status).toBe(400);
    expect((await write(anna, { ricordami: '2026-02-30' })).status).toBe(400);
    expect((await write(anna, { ricordami: today })).status).toBe(201);
    expect((await write(anna, { testo: Array.from({ length: 21 }, (_, i) => `@u${i}`).join(' ') })).status).toBe(400);
  });

  it('su un record sono al massimo 500', async () => {
    await machine('F1');
    for (let i = 0; i < 500; i += 1)
      await portale.command({ register: 'commenti', action: 'create', values: { tabella: 'macchinari', record: 'F1', testo: `${i}` } });
    const full = await write(anna, { record: 'F1' });
    expect([full.status, full.body.message]).toEqual([409, 'Un record ha al massimo 500 commenti.']);
    const { body } = await of(anna, 'F1');
    expect([body.totale, body.data.length]).toEqual([500, 100]);
  });
});

describe('un commento', () => {
  it('lo modifica soltanto chi l’ha scritto, sulla versione letta, e resta al suo record', async () => {
    const id = await written(anna);
    for (const other of [bruno, admin]) expect((await change(other, { id, testo: 'altrui' })).status).toBe(403);
    for (const other of [owner]) expect((await change(other, { id, testo: 'altrui' })).status).toBe(404);
    expect((await change(stranger, { id, testo: 'altrui' })).status).toBe(403);
    expect((await change(anna, { id, testo: 'mio', tabella: 'macchinari', record: 'M3' }, { 'if-match': '"1"' })).status).toBe(200);
    expect((await change(anna, { id, testo: 'ancora' }, { 'if-match': '"1"' })).status).toBe(409);
    const [row] = (await portale.call('GET', `/api/commenti?chiave=${id}`, { as: bruno })).body.data;
    expect(row).toMatchObject({ testo: 'mio', record: 'M1', versione: 2, utente: 'anna' });
    expect((await change(anna, { id, testo: '' })).status).toBe(400);
    expect((await change(anna, { id: 999_999, testo: 'x' })).status).toBe(404);
  });

  it('lo elimina soltanto chi l’ha scritto, anche più insieme', async () => {
    const mine = [await written(anna), await written(anna)];
    const theirs = await written(bruno);
    for (const other of [bruno, admin]) expect((await remove(other, mine[0]!)).status).toBe(403);
    expect((await remove(owner, mine[0]!)).status).toBe(404);
    expect((await remove(anna, [...mine, theirs])).status).toBe(403);
    expect((await remove(anna, mine)).status).toBe(200);
    expect((await portale.call('GET', `/api/commenti?chiave=${mine[0]}`, { as: anna })).status).toBe(404);
    expect((await remove(anna, mine[0]!)).status).toBe(404);
  });

  it('non lo riporta né lo ripristina un altro, nemmeno chi amministra', async () => {
    const id = await written(anna, { testo: 'uno' });
    await change(anna, { id, testo: 'due' });
    const restore = (as: Person) => portale.call('POST', '/api/storico/ripristina', { as, body: { tabella: 'commenti', id, versione: 1 } });
    for (const other of [bruno, admin, stranger]) expect((await restore(other)).status).toBe(404);
    expect((await restore(anna)).status).toBe(200);
    await remove(anna, id);
    const back = (as: Person) => portale.call('POST', '/api/storico/riporta', { as, body: { tabella: 'commenti', ids: [id] } });
    for (const other of [bruno, admin]) expect((await back(other)).status).toBe(404);
    expect((await back(anna)).status).toBe(200);
  });

  it('di chi non vede più il record non si tocca più', async () => {
    const leaving = await portale.person({ memberID: 'parte', groupID: 31, permessi: { macchinari: EVERYTHING } });
    const id = await written(leaving);
    await portale.changePermissions(31, { lavorazioni: EVERYTHING });
    expect((await change(leaving, { id, testo: 'x' })).status).toBe(403);
    expect((await remove(leaving, id)).status).toBe(403);
    expect((await portale.call('GET', `/api/commenti?chiave=${id}`, { as: leaving })).status).toBe(403);
  });

  it('è un fatto solo anche se la richiesta si ripete', async () => {
    const send = () =>
      portale.call('POST', '/api/commenti', {
        as: anna,
        headers: { 'idempotency-key': 'commento-uno' },
        body: { commento: { tabella: 'macchinari', record: 'M3', testo: 'una volta' } },
      });
    const [one, two] = [await send(), await send()];
    expect(two.body).toEqual(one.body);
    expect(await texts(anna, 'M3')).toEqual(['una volta']);
  });
});

describe('per altre vie', () => {
  it('un elenco dà i propri e basta, e non c’è ricerca, gruppo o modifica di molti', async () => {
    await written(anna, { testo: 'parolasegreta di anna' });
    const list = (as: Person, query = '') => portale.call('GET', `/api/commenti${query}`, { as });
    expect((await list(bruno, '?cerca=parolasegreta')).body).toMatchObject({ data: [], totale: 0 });
    expect((await list(anna, '?cerca=parolasegreta')).body.totale).toBe(1);
    expect(((await list(bruno)).body.data as { utente: string }[]).every(({ utente }) => utente === 'bruno')).toBe(true);
    expect(((await list(admin)).body.data as { utente: string }[]).every(({ utente }) => utente === 'admin')).toBe(true);
    for (const as of [anna, bruno, admin]) expect((await portale.call('GET', '/api/cerca?q=parolasegreta', { as })).body.data).toEqual([]);
    expect((await portale.call('GET', '/api/cerca?q=commento', { as: anna })).body.data).toEqual([]);
    expect((await portale.call('GET', '/api/commenti/gruppi?per=utente', { as: bruno })).status).toBe(404);
    expect((await portale.call('POST', '/api/commenti/modifica-insieme', { as: anna, body: {} })).status).toBe(404);
  });

  it('la storia di un commento è di chi l’ha scritto; il registro la dice a chi vede l’area del record', async () => {
    const id = await written(anna, { testo: 'nella storia' });
    await change(anna, { id, testo: 'cambiato nella storia' });
    const history = (as: Person) => portale.call('GET', `/api/storico?tabella=commenti&id=${id}`, { as });
    expect((await history(anna)).body.data.map((one: { tipo: string }) => one.tipo)).toEqual(['modificato', 'creato']);
    for (const other of [bruno, stranger, admin]) expect((await history(other)).status).toBe(404);
    const manager = await portale.person({ memberID: 'dirige', groupID: 9, permessi: { macchinari: EVERYTHING } });
    const blind = async () => portale.changePermissions(9, { admin_page: EVERYTHING, costi: EVERYTHING });
    const trail = async (as: Person) =>
      (await portale.call('GET', `/api/storico/registro?tabella=commenti&id=${id}`, { as })).body.data as { frase: string }[];
    expect(await trail(admin)).toHaveLength(2);
    expect(await trail(manager)).toHaveLength(2);
    await blind();
    expect(await trail(manager)).toEqual([]);
  });

  it('le segnalazioni di chi commenta non tolgono a chi amministra né registro né esportazione', async () => {
    const trail = (await portale.call('GET', '/api/storico/registro?area=admin_page&tabella=users', { as: admin })).body;
    expect(trail.totale).toBeGreaterThan(0);
    const preview = await portale.call('GET', `/api/permessi/spiega?utente=bruno&tabella=${commenti.path}`, { as: admin });
    expect(preview.body).toMatchObject({ vede: 1, modifica: 1, elimina: 1, inserisce: 1 });
  });
});
