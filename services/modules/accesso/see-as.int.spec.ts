import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { endObservations } from '#services/platform/identity/observations.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { pdf, withPersonale } from '../personale/testing.ts';

const ADMINISTRATORS = 2;

let now = new Date();
let portale: TestPortal;
let admin: Person;
let capo: Person;
let p: ReturnType<typeof withPersonale>;

beforeAll(async () => {
  portale = await startTestPortal({ now: () => now });
  p = withPersonale(portale);
  admin = await portale.person({ memberID: 'admin', groupID: ADMINISTRATORS });
  capo = await portale.person({ memberID: 'capo', permessi: { report: EVERYTHING, macchinari: EVERYTHING } });
});
afterAll(() => portale?.stop());

const begin = (utente: unknown, as = admin) => portale.call('POST', '/api/sessioni/vedi-come', { as, body: { utente } });
async function observed(utente = 'capo', as = admin): Promise<Person> {
  const { status, body } = await begin(utente, as);
  expect(status).toBe(201);
  return { ...capo, memberID: utente, token: body.message.token };
}
const status = async (as: Person, path = '/api/sessione') => (await portale.call('GET', path, { as })).status;
const sweep = () => endObservations(portale.deps).run();
const trail = async (utente: string) =>
  (
    await sql<{ tipo: string; cosa: string }>`select tipo, cosa from public.accessi where utente = ${utente} order by id`.execute(
      portale.deps.writeDb,
    )
  ).rows;
const refusals = async () => (await trail('admin come capo')).filter(({ tipo }) => tipo === 'rifiuto');
const events = async () => portale.deps.store.head();

describe('chi può, e di chi', () => {
  it('solo il gruppo 2, di un utente che c’è e non di sé', async () => {
    expect((await begin('admin', capo)).status).toBe(403);
    expect((await begin('admin')).status).toBe(409);
    expect((await begin('nessuno')).status).toBe(404);
    for (const utente of [undefined, '', 3, 'x'.repeat(256)]) expect((await begin(utente)).status).toBe(400);
    expect((await portale.call('POST', '/api/sessioni/vedi-come', { body: { utente: 'capo' } })).status).toBe(401);
    expect(await trail('admin come capo')).toEqual([]);
  });
});

describe('ciò che si vede', () => {
  it('è quel che vede l’altro: i suoi permessi, le sue righe, senza la chiave delle sue bozze', async () => {
    const as = await observed();
    const { body } = await portale.call('GET', '/api/sessione', { as });
    const { body: own } = await portale.call('GET', '/api/sessione', { as: capo });
    expect(body.data[0]).toMatchObject({
      memberID: 'capo',
      groupID: capo.groupID,
      osservatore: 'admin',
      chiaveBozze: null,
      ricordami: false,
    });
    expect(body.data[0].permessi).toEqual(own.data[0].permessi);
    expect(own.data[0]).not.toHaveProperty('osservatore');
    expect(own.data[0].chiaveBozze).toEqual(expect.any(String));
    expect(await status(as, '/api/amministrazione/sessioni')).toBe(403);
    expect(await status(as, '/api/macchinari')).toBe(200);
    expect(await status(as, '/api/eventi')).toBe(403);
  });

  it('anche di chi ha una password provvisoria: il dovere è suo, non di chi guarda', async () => {
    await portale.person({ memberID: 'nuovo' });
    await sql`update public.credenziali set provvisoria = ${new Date(now.getTime() + 3_600_000)} where member_id = 'nuovo'`.execute(
      portale.deps.writeDb,
    );
    const as = await observed('nuovo');
    expect((await portale.call('GET', '/api/sessione', { as })).body.data[0]).toMatchObject({ memberID: 'nuovo', dovere: null });
  });
});

describe('non scrive niente', () => {
  it('ogni chiamata che non è una lettura risponde 403 “Sola lettura”, prima di guardare il corpo, e il registro non cresce', async () => {
    const as = await observed();
    const [before, { rows: keys }] = [
      await events(),
      await sql<{ n: string }>`select count(*) as n from public.chiavi`.execute(portale.deps.writeDb),
    ];
    const [refused, own] = [(await refusals()).length, (await trail('capo')).length];
    const writes = portale.modules
      .flatMap(({ routes }) => routes)
      .filter(({ method, permission }) => method !== 'GET' && permission !== 'public');
    expect(writes.length).toBeGreaterThan(80);
    for (const { method, path } of writes) {
      if (path === '/api/logout') continue;
      const body = path === '/api/ftp' ? { operazione: 'elimina', percorso: 'A/B.pdf' } : {};
      const answer = await portale.call(method, path.replaceAll(/:\w+/g, '1'), {
        as,
        body,
        headers: { 'idempotency-key': `vedi-${path}-${method}` },
      });
      expect([`${method} ${path}`, answer.status, answer.body.title]).toEqual([
        `${method} ${path}`,
        403,
        expect.stringMatching(/Sola lettura|Non permesso/),
      ]);
    }
    expect(await events()).toBe(before);
    const { rows } = await sql<{ n: string }>`select count(*) as n from public.chiavi`.execute(portale.deps.writeDb);
    expect(rows).toEqual(keys);
    // and the refusals stand in the trail under both names
    expect((await refusals()).slice(refused).length).toBe(writes.length - 1);
    expect((await trail('capo')).length).toBe(own);
  });

  it('nemmeno nelle sessioni: quella dell’altro resta com’è, e non è tra le sue', async () => {
    const { body: before } = await portale.call('GET', '/api/sessioni', { as: capo });
    const as = await observed();
    await portale.call('GET', '/api/sessioni', { as });
    expect((await portale.call('GET', '/api/sessioni', { as: capo })).body.totale).toBe(before.totale);
  });
});

describe('i documenti', () => {
  it('si aprono, non quelli riservati, e stanno nel registro degli accessi con i due nomi', async () => {
    const matricola = await p.created(capo);
    await p.carica(capo, matricola, 'ci', pdf('%ci%'));
    await p.carica(capo, matricola, 'idoneita', pdf('%idoneita%'));
    const row = await p.riga(capo, matricola);
    const headers = { 'idempotency-key': 'la stessa' };
    const take = (as: Person, percorso: string) =>
      portale.call('POST', '/api/ftp', { as, headers, body: { operazione: 'prendi', percorso } });
    const as = await observed();
    const [before, taken] = [await events(), await take(as, row.ci)];
    expect(taken.status).toBe(200);
    const { name } = taken.body.message;
    expect((await portale.call('GET', `/file?file=${encodeURIComponent(name)}`)).status).toBe(200);
    expect(await take(as, row.idoneita)).toMatchObject({ status: 403, body: { title: 'Sola lettura' } });
    expect(await events()).toBe(before);
    // a key that the other uses afterwards is still free
    expect((await take(capo, row.idoneita)).status).toBe(200);
    expect(await trail('admin come capo')).toEqual(expect.arrayContaining([{ tipo: 'documento', cosa: expect.stringContaining(row.ci) }]));
    // the name ends with the observation
    await portale.call('POST', '/api/logout', { as });
    expect((await portale.call('GET', `/file?file=${encodeURIComponent(name)}`)).status).toBe(404);
  });
});

describe('la fine', () => {
  const ends = async () => (await trail('admin come capo')).filter(({ tipo }) => tipo === 'vedi-come').map(({ cosa }) => cosa);

  it('con ESCI, che non chiude la sessione dell’altro né la propria', async () => {
    const as = await observed();
    expect(await status(as)).toBe(200);
    expect((await portale.call('POST', '/api/logout', { as })).status).toBe(200);
    expect([await status(as), await status(capo), await status(admin)]).toEqual([401, 200, 200]);
    expect((await ends()).slice(-2)).toEqual(['Inizio', 'Fine: uscita']);
  });

  it('dopo 15 minuti, senza che nessuno faccia nulla, una volta sola nel registro', async () => {
    const as = await observed();
    const begun = now;
    now = new Date(begun.getTime() + 15 * 60_000 - 1);
    expect(await status(as)).toBe(200);
    await sweep();
    expect((await ends()).at(-1)).toBe('Inizio');
    now = new Date(begun.getTime() + 15 * 60_000);
    expect(await status(as)).toBe(401);
    await sweep();
    await sweep();
    expect((await ends()).slice(-2)).toEqual(['Inizio', 'Fine: tempo trascorso']);
  });

  it('con un’altra persona: se ne guarda una per volta', async () => {
    await portale.person({ memberID: 'operaio' });
    const first = await observed();
    const second = await observed('operaio');
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    expect((await ends()).at(-1)).toBe('Fine: un’altra persona');
  });

  it('con la sessione di chi guarda, e con il suo gruppo', async () => {
    const other = await portale.person({ memberID: 'admin2', groupID: ADMINISTRATORS });
    const as = await observed('capo', other);
    expect(await status(as)).toBe(200);
    await portale.command({ register: 'users', action: 'change', key: 'admin2', values: { groupID: capo.groupID } });
    expect(await status(as)).toBe(401);
    await portale.command({ register: 'users', action: 'change', key: 'admin2', values: { groupID: ADMINISTRATORS } });
    const again = await observed('capo', await portale.person({ memberID: 'admin3', groupID: ADMINISTRATORS }));
    expect(await status(again)).toBe(200);
    await sql`delete from public.sessioni where member_id = 'admin3'`.execute(portale.deps.writeDb);
    expect(await status(again)).toBe(401);
    await sweep();
    expect((await trail('admin3 come capo')).map(({ cosa }) => cosa)).toEqual(['Inizio', 'Fine: sessione chiusa']);
  });

  it('con l’utente eliminato', async () => {
    await portale.person({ memberID: 'partito' });
    const as = await observed('partito');
    await portale.command({ register: 'users', action: 'delete', key: 'partito' });
    expect(await status(as)).toBe(401);
  });
});
