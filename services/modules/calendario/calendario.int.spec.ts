import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { installKinds } from '#services/modules/scadenze/install-kinds.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const ALL: Permissions = { macchinari: EVERYTHING, noleggi_int: EVERYTHING, report: EVERYTHING, cantieri: EVERYTHING };
const today = romeDate(new Date());
const inDays = (days: number) => addDays(today, days);

let portale: TestPortal;
let admin: Person;
let anna: Person;
const logged: string[] = [];

beforeAll(async () => {
  portale = await startTestPortal({
    env: { DITTA: 'Valborra, Fondazioni', PORTALE_URL: 'https://strato.example.it', PROXY_FIDATI: 'loopback' },
    log: (line) => logged.push(line),
  });
  admin = await portale.person({ memberID: 'amministra', groupID: 2, permessi: ALL });
  anna = await portale.person({ memberID: 'anna', groupID: 60, permessi: ALL });
  await installKinds(portale.deps);
});
afterAll(() => portale.stop());

const make = async (as = anna, headers: Record<string, string> = {}): Promise<string> => {
  const { status, body } = await portale.call('POST', '/api/calendario', { as, body: { auth: 'x' }, headers });
  expect([status, body]).toEqual([201, { message: { token: expect.stringMatching(/^[\w-]{43}$/) } }]);
  return body.message.token as string;
};
/** Counter for client addresses. Each request has its own address, so that the limit per address is not reached. */
let address = 0;
const fetchFeed = (token: string, from = `10.1.${Math.floor((address += 1) / 250)}.${address % 250}`) =>
  fetch(`${portale.base}/api/calendario/${token}.ics`, { headers: { 'x-forwarded-for': from } });
async function feed(token: string) {
  const answer = await fetchFeed(token);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()));
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) };
}
const days = async (token: string) => (await feed(token)).events.map(({ startDate }) => startDate.toString());
const machine = (matricola: string, values: Record<string, unknown>) =>
  portale.command({ register: 'macchinari', action: 'create', key: matricola, values: values as never });

describe('il calendario delle scadenze', () => {
  it('ha un giorno intero per ogni scadenza da domani a novanta giorni, letto da un vero lettore', async () => {
    await machine('M1', { marca: 'Cat', scadenza_assicurazione: inDays(1), scadenza_varie2: inDays(90), scadenza_varie3: inDays(91) });
    await machine('M2', { scadenza_assicurazione: today, scadenza_varie2: inDays(-3) });
    const token = await make();
    const { calendar, events } = await feed(token);
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(String.raw`Scadenze Valborra\, Fondazioni`);
    expect(events.map(({ startDate, endDate, summary }) => [startDate.toString(), startDate.isDate, endDate.toString(), summary])).toEqual([
      [inDays(1), true, inDays(2), 'Assicurazione – Macchinario M1, Cat'],
      [inDays(90), true, inDays(91), 'Verifica funi e catene – Macchinario M1, Cat'],
    ]);
    expect(events[0]?.description).toContain('https://strato.example.it/home/scadenze?soggetto=macchina&id=M1&tipo=ass');
    // an event keeps its uid when its day changes
    const uid = events[0]?.uid;
    await portale.command({ register: 'macchinari', action: 'change', key: 'M1', values: { scadenza_assicurazione: inDays(5) } });
    const [moved] = (await feed(token)).events;
    expect([moved?.uid, moved?.startDate.toString()]).toEqual([uid, inDays(5)]);
  });

  it('di un documento sanitario dice di chi e quando, non quale', async () => {
    const personale = { matricola: '101', nome: 'Ugo', cognome: 'Bassi', scadenza_idoneita: inDays(9) };
    expect((await portale.call('POST', '/api/personale', { as: admin, body: { personale } })).status).toBe(201);
    const token = await make();
    const text = await (await fetchFeed(token)).text();
    expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:Documento sanitario – Lavoratore 101\\, Bassi Ugo');
    expect(text).not.toMatch(/idoneit/i);
  });

  it('mostra ciò che la persona può vedere quando lo legge', async () => {
    const token = await make();
    expect(await days(token)).toContain(inDays(9));
    await portale.changePermissions(60, { macchinari: EVERYTHING });
    expect(await days(token)).toEqual([inDays(5), inDays(90)]);
    await portale.changePermissions(60, { macchinari: { ...EVERYTHING, allowView: 1 } });
    expect(await days(token)).toEqual([]);
    await portale.changePermissions(60, {});
    expect(await days(token)).toEqual([]);
    expect((await portale.call('POST', '/api/calendario', { as: anna, body: {} })).status).toBe(403);
    await portale.changePermissions(60, ALL);
  });

  it('uno nuovo chiude quello di prima; revocato non si legge più; di altri non si legge mai', async () => {
    const [first, second] = [await make(), await make()];
    expect([(await fetchFeed(first)).status, (await fetchFeed(second)).status]).toEqual([404, 200]);
    const state = () => portale.call('GET', '/api/calendario', { as: anna }).then(({ body }) => body.data);
    expect(await state()).toEqual([{ creato: expect.stringMatching(/^\d{4}-/) }]);
    const revoke = () => portale.call('DELETE', '/api/calendario', { as: anna, body: { auth: 'x' } });
    expect((await revoke()).body.message).toMatchObject({ affectedRows: 1 });
    expect([(await fetchFeed(second)).status, await state()]).toEqual([404, []]);
    expect((await revoke()).body.message).toMatchObject({ affectedRows: 0 });
    for (const wrong of ['x'.repeat(43), 'corto', '..%2f', `${second}x`]) expect((await fetchFeed(wrong)).status).toBe(404);
    expect((await fetch(`${portale.base}/api/calendario/${second}`)).status).toBe(404);
    expect((await portale.call('POST', '/api/calendario')).status).toBe(401);
    expect((await portale.call('GET', '/api/calendario')).status).toBe(401);
  });

  it('la stessa richiesta ripetuta dà un indirizzo che vale, e la storia la dice una volta', async () => {
    const before = (await portale.deps.store.read('users-anna')).length;
    const key = { 'idempotency-key': 'calendario-uno' };
    const [first, second] = [await make(anna, key), await make(anna, key)];
    expect([(await fetchFeed(first)).status, (await fetchFeed(second)).status]).toEqual([404, 200]);
    expect((await portale.deps.store.read('users-anna')).length).toBe(before + 1);
    await portale.call('DELETE', '/api/calendario', { as: anna, body: {} });
    expect((await portale.call('POST', '/api/calendario', { as: anna, body: { auth: 'x' }, headers: key })).status).toBe(409);
  });

  it('chi è eliminato non ha più il suo calendario, anche se poi torna', async () => {
    const ugo = await portale.person({ memberID: 'ugo', groupID: 60, permessi: ALL });
    const token = await make(ugo);
    await portale.call('DELETE', '/api/users', { as: admin, body: { user: 'ugo' } });
    await portale.command({ register: 'users', action: 'delete', key: 'ugo' }).catch(() => null);
    expect((await fetchFeed(token)).status).toBe(404);
    const events = await portale.deps.store.read('users-ugo');
    await portale.command({ register: 'users', action: 'restore', key: 'ugo', version: events.length - 1 } as never);
    expect((await fetchFeed(token)).status).toBe(404);
  });

  it('il suo indirizzo non sta né nel registro degli eventi né in quello del programma, né in chiaro nella base', async () => {
    const token = await make();
    await fetchFeed(token);
    await fetchFeed(`${token.slice(0, -1)}~`);
    const told = JSON.stringify((await portale.deps.store.read('users-anna')).map(({ data, metadata }) => ({ data, metadata })));
    expect(told).not.toContain(token);
    expect(logged.join('\n')).not.toContain(token.slice(0, 20));
    const { rows } = await sql<{ token_hash: string }>`select token_hash from public.calendari`.execute(portale.deps.writeDb);
    expect(rows.map(({ token_hash }) => token_hash.length)).toContain(64);
    expect(JSON.stringify(rows)).not.toContain(token);
    const [entry] = (await portale.call('GET', '/api/storico/registro?evento=CalendarioCreato.v1', { as: admin })).body.data;
    expect(entry).toMatchObject({ utente: 'anna', frase: 'ha creato il collegamento al calendario' });
  });

  it('dopo un anno l’indirizzo non apre più, e chi lo aveva ne crea un altro', async () => {
    const token = await make();
    const age = (interval: string) =>
      sql`update public.calendari set creato = now() - ${interval}::interval where member_id = 'anna'`.execute(portale.deps.writeDb);
    const state = () => portale.call('GET', '/api/calendario', { as: anna }).then(({ body }) => body.data.length);
    await age('364 days');
    expect([(await fetchFeed(token)).status, await state()]).toEqual([200, 1]);
    await age('366 days');
    expect([(await fetchFeed(token)).status, await state()]).toEqual([404, 0]);
    expect((await fetchFeed(await make())).status).toBe(200);
  });

  it('da un indirizzo che chiede troppo si aspetta', async () => {
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push((await fetchFeed('x'.repeat(43), '10.9.9.9')).status);
    expect([answers.slice(0, 30).every((status) => status === 404), answers[30]]).toEqual([true, 429]);
    expect((await fetchFeed(await make())).status).toBe(200);
  });
});
