import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import type { Notice } from '#contracts/core/comments.ts';
import { openTestStream } from '../../../test/event-stream.ts';
import { startMailServer, type MailServer } from '../../../test/mail-server.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { commentReminders, mentionReactor } from './notices.ts';

const SEES: Permissions = { macchinari: EVERYTHING };
const PATIENCE = { timeout: 20_000, interval: 50 };
const today = romeDate(new Date());

let portale: TestPortal;
let workers: { stop(): Promise<void> };
let smtp: MailServer;
let admin: Person;
let anna: Person;
let bruno: Person;
let owner: Person;
let stranger: Person;

beforeAll(async () => {
  smtp = await startMailServer({});
  portale = await startTestPortal({ env: { SMTP_URL: smtp.url, PORTALE_URL: 'https://strato.example.it' }, jobs: realQueue });
  admin = await portale.person({ memberID: 'admin', groupID: 2, permessi: { ...SEES, admin_page: EVERYTHING } });
  anna = await portale.person({ memberID: 'anna', groupID: 21, permessi: SEES });
  bruno = await portale.person({ memberID: 'bruno.rossi', groupID: 22, permessi: SEES });
  owner = await portale.person({ memberID: 'Mario Verdi', groupID: 23, permessi: { macchinari: { ...EVERYTHING, allowView: 1 } } });
  stranger = await portale.person({ memberID: 'estraneo', groupID: 24, permessi: { lavorazioni: EVERYTHING } });
  const reactors = [mentionReactor(portale.deps)];
  workers = await workersOf(portale, { reactions: { store: portale.deps.store, reactors } });
  for (const [matricola, as] of [
    ['M1', anna],
    ['M2', owner],
  ] as const)
    expect((await portale.call('POST', '/api/macchinari', { as, body: { macchinario: { matricola } } })).status).toBe(201);
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
  await smtp?.close();
});

const write = async (as: Person, text: string, more: Record<string, unknown> = {}) => {
  const answer = await portale.call('POST', '/api/commenti', {
    as,
    body: { commento: { tabella: 'macchinari', record: 'M1', testo: text, ...more } },
  });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body.message as { insertId: number; senza_avviso?: string[] };
};
const change = async (as: Person, commento: Record<string, unknown>) =>
  (await portale.call('PUT', '/api/commenti', { as, body: { commento } })).body.message;
const noticesAnswer = async (as: Person, query = '') =>
  (await portale.call('GET', `/api/avvisi${query}`, { as })).body as { data: Notice[]; totale: number; non_letti: number };
const notices = async (as: Person) => (await noticesAnswer(as)).data;
const textsOf = async (as: Person) => (await notices(as)).map(({ testo }) => testo);
const hasNotice = (as: Person, text: string) => vi.waitFor(async () => expect(await textsOf(as)).toContain(text), PATIENCE);
const mark = (as: Person, sent: unknown) => portale.call('PUT', '/api/avvisi', { as, body: { avviso: sent } });

describe('chi è nominato in un commento', () => {
  it('ne ha un avviso, con il record, se lo vede; a chi scrive si dice chi non ne ha', async () => {
    const text = 'Per @BRUNO.ROSSI, @[Mario Verdi], @estraneo, @nessuno e me @anna: guardate @anna@firm.it.';
    const { senza_avviso } = await write(anna, text);
    expect(senza_avviso).toEqual(['Mario Verdi', 'estraneo', 'nessuno']);
    await hasNotice(bruno, text);
    expect((await notices(bruno))[0]).toMatchObject({
      tabella: 'macchinari',
      record: 'M1',
      testo: text,
      da: 'anna',
      letto: 0,
      motivo: 'menzione',
      oggetto: 'macchinario M1',
      indirizzo: '/home/macchinari/M1',
    });
    for (const other of [owner, stranger, anna, admin]) expect(await textsOf(other)).not.toContain(text);
    expect(await write(bruno, 'Visto @anna')).not.toHaveProperty('senza_avviso');
  });

  it('di un record proprio ne ha il proprietario', async () => {
    await write(anna, '@[Mario Verdi] è la tua', { record: 'M2' });
    await hasNotice(owner, '@[Mario Verdi] è la tua');
  });

  it('una volta sola: una modifica che lo lascia non ne dà un secondo, una che lo aggiunge ne dà uno', async () => {
    const { insertId: id } = await write(anna, '@bruno.rossi primo');
    await hasNotice(bruno, '@bruno.rossi primo');
    const [first] = await notices(bruno);
    await mark(bruno, { id: first!.id, letto: 1 });
    const answer = await change(anna, { id, testo: '@bruno.rossi @admin secondo @estraneo' });
    expect(answer).toMatchObject({ affectedRows: 1, senza_avviso: ['estraneo'] });
    await hasNotice(admin, '@bruno.rossi @admin secondo @estraneo');
    const mine = (await notices(bruno)).filter(({ testo }) => testo.includes('secondo'));
    expect(mine).toMatchObject([{ id: first!.id, letto: 1 }]);
  });

  it('lo segna letto, e conta quelli da leggere; degli altri non tocca e non vede nulla', async () => {
    await write(anna, '@bruno.rossi uno');
    await write(anna, '@bruno.rossi due');
    await hasNotice(bruno, '@bruno.rossi due');
    const before = await noticesAnswer(bruno, '?righe=1');
    expect([before.data.length, before.data[0]!.testo, before.totale > 1]).toEqual([1, '@bruno.rossi due', true]);
    const { id } = before.data[0]!;
    for (const other of [anna, admin, stranger]) expect((await mark(other, { id, letto: 1 })).status).toBe(404);
    expect((await mark(bruno, { id, letto: 1 })).body.message).toEqual({ affectedRows: 1 });
    expect((await mark(bruno, { id, letto: 1 })).status).toBe(200);
    expect((await noticesAnswer(bruno)).non_letti).toBe(before.non_letti - 1);
    const all = (await notices(bruno)).map((one) => one.id);
    await mark(bruno, { id: all, letto: 1 });
    expect((await noticesAnswer(bruno)).non_letti).toBe(0);
    await mark(bruno, { id, letto: 0 });
    expect((await noticesAnswer(bruno)).non_letti).toBe(1);
    for (const bad of [
      {},
      { id },
      { id: 'x', letto: 1 },
      { id: 0, letto: 1 },
      { id: 1e12, letto: 1 },
      { id: [], letto: 1 },
      { id, letto: 2 },
      null,
    ])
      expect([bad, (await mark(bruno, bad)).status]).toEqual([bad, 400]);
    expect((await portale.call('GET', '/api/avvisi')).status).toBe(401);
    expect((await portale.call('GET', '/api/avvisi?righe=0', { as: bruno })).status).toBe(400);
  });

  it('non lo vede più dove il record, il commento o il diritto non c’è più', async () => {
    const { insertId: id } = await write(anna, '@bruno.rossi passa');
    await hasNotice(bruno, '@bruno.rossi passa');
    await portale.changePermissions(22, { lavorazioni: EVERYTHING });
    expect(await noticesAnswer(bruno)).toEqual({ data: [], totale: 0, non_letti: 0 });
    await portale.changePermissions(22, SEES);
    expect(await textsOf(bruno)).toContain('@bruno.rossi passa');
    await portale.call('DELETE', '/api/commenti', { as: anna, body: { id } });
    expect(await textsOf(bruno)).not.toContain('@bruno.rossi passa');
    await portale.call('DELETE', '/api/macchinari', { as: anna, body: { matricola: 'M1' } });
    expect(await notices(bruno)).toEqual([]);
    await portale.call('POST', '/api/storico/riporta', { as: anna, body: { tabella: 'macchinari', ids: ['M1'] } });
    expect((await notices(bruno)).length).toBeGreaterThan(0);
  });

  it('lo sceglie chi scrive fra quelli che vedono il record', async () => {
    const people = async (as: Person, record: string) =>
      (await portale.call('GET', `/api/commenti/persone?tabella=macchinari&record=${record}`, { as })).body.data?.map(
        (one: { memberID: string }) => one.memberID,
      );
    expect(await people(anna, 'M1')).toEqual(['admin', 'bruno.rossi']);
    expect(await people(anna, 'M2')).toEqual(['Mario Verdi', 'admin', 'bruno.rossi']);
    expect(await people(owner, 'M2')).toEqual(['admin', 'anna', 'bruno.rossi']);
    expect((await portale.call('GET', '/api/commenti/persone?tabella=macchinari&record=M1', { as: owner })).status).toBe(404);
    expect((await portale.call('GET', '/api/commenti/persone?tabella=macchinari&record=M1', { as: stranger })).status).toBe(403);
    expect((await portale.call('GET', '/api/commenti/persone?tabella=inventato&record=M1', { as: anna })).status).toBe(400);
  });
});

describe('ricordami', () => {
  it('dà un avviso a chi ha scritto, dal suo giorno, una volta per giorno scelto', async () => {
    const { insertId: id } = await write(anna, 'da ricordare', { ricordami: addDays(today, 3) });
    const run = (day: string) => commentReminders({ ...portale.deps, clock: { now: () => new Date(`${day}T09:00:00Z`) } }).run();
    const mine = async () => (await notices(anna)).filter(({ testo }) => testo === 'da ricordare');
    await run(addDays(today, 2));
    expect(await mine()).toEqual([]);
    await run(addDays(today, 3));
    await run(addDays(today, 3));
    expect(await mine()).toMatchObject([{ motivo: 'ricordami', da: 'anna', letto: 0, record: 'M1' }]);
    await change(anna, { id, ricordami: addDays(today, 5) });
    await run(addDays(today, 9));
    expect(await mine()).toHaveLength(2);
    for (const other of [bruno, admin]) expect(await textsOf(other)).not.toContain('da ricordare');
    await change(anna, { id, ricordami: null });
    await run(addDays(today, 10));
    expect(await mine()).toHaveLength(2);
  });
});

describe('chi ha il record aperto', () => {
  it('sente dei commenti se vede il record, e non altrimenti', async () => {
    const streams = await Promise.all([bruno, owner, stranger].map(({ token }) => openTestStream(portale.base, token)));
    const [seeing, ...blind] = streams;
    const { insertId: id } = await write(anna, 'si sente');
    const heard = () => seeing!.changes.filter(({ tabella }) => tabella === 'commenti');
    const padre = { tabella: 'macchinari', id: 'M1' };
    await vi.waitFor(() => expect(heard()).toEqual([{ tabella: 'commenti', id, versione: 1, utente: 'anna', padre }]), PATIENCE);
    await portale.call('DELETE', '/api/commenti', { as: anna, body: { id } });
    await vi.waitFor(() => expect(heard().at(-1)).toMatchObject({ versione: null, padre }), PATIENCE);
    await write(anna, 'solo suo', { record: 'M2' });
    await vi.waitFor(() => expect(blind[0]!.changes).toMatchObject([{ tabella: 'commenti', padre: { id: 'M2' } }]), PATIENCE);
    expect(blind[1]!.changes).toEqual([]);
    for (const stream of streams) stream.close();
  });
});

describe('la mail del mattino', () => {
  it('dice quanti avvisi non sono letti, anche a chi non ha scadenze; letti o già detti, non parte', async () => {
    for (const { memberID } of [admin, bruno])
      await portale.command({ register: 'users', action: 'change', key: memberID, values: { email: `${memberID}@example.it` } });
    for (const one of [admin, bruno]) {
      const ids = (await notices(one)).map(({ id }) => id);
      if (ids.length > 0) await mark(one, { id: ids, letto: 1 });
    }
    await write(anna, '@bruno.rossi per la mail');
    await write(anna, '@bruno.rossi per la mail, ancora');
    await hasNotice(bruno, '@bruno.rossi per la mail, ancora');
    const run = async (giorno: string) => {
      const before = smtp.mails.length;
      expect((await portale.call('POST', '/api/scadenze/promemoria', { as: admin, body: { giorno } })).status).toBe(200);
      return smtp.mails.slice(before);
    };
    const [mail, ...others] = await run(today);
    expect([mail!.to, others]).toEqual(['bruno.rossi@example.it', []]);
    expect(mail!.text).toContain('2 avvisi non letti nei commenti: https://strato.example.it/home');
    await run(addDays(today, 1));
    expect(await run(addDays(today, 2))).toEqual([]);
  });
});
