import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';
import type { RemindersRun } from '#contracts/modules/scadenze/reminder-facts.ts';
import { startMailServer, type MailServer } from '../../../test/mail-server.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { installKinds } from './install-kinds.ts';
import { morningReminders } from './reminder-schedule.ts';

const ALL: Permissions = { macchinari: EVERYTHING, noleggi_int: EVERYTHING, report: EVERYTHING, cantieri: EVERYTHING };
const OWN: PermissionLevels = { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 };

let portale: TestPortal;
let workers: { stop(): Promise<void> };
let smtp: MailServer;
let admin: Person;
let anna: Person;
let workshop: Person;
let owner: Person;
let refused = '';

const today = romeDate(new Date());
const inDays = (days: number) => addDays(today, days);

beforeAll(async () => {
  smtp = await startMailServer({ recipient: (address) => (address === refused ? 550 : null) });
  portale = await startTestPortal({
    env: { SMTP_URL: smtp.url, PORTALE_URL: 'https://strato.example.it' },
    jobs: realQueue,
  });
  workers = await workersOf(portale);
  admin = await portale.person({ memberID: 'amministra', groupID: 2, permessi: ALL });
  anna = await portale.person({ memberID: 'anna', permessi: ALL });
  workshop = await portale.person({
    memberID: 'officina',
    permessi: { macchinari: EVERYTHING, cantieri: EVERYTHING, noleggi_int: EVERYTHING },
  });
  owner = await portale.person({ memberID: 'solo-sue', permessi: { macchinari: OWN } });
  for (const { memberID } of [admin, anna, workshop, owner]) await address(memberID, `${memberID}@example.it`);
  await installKinds(portale.deps);
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
  await smtp?.close();
});

const address = (memberID: string, email: string | null) =>
  portale.command({ register: 'users', action: 'change', key: memberID, values: { email } });
const machine = async (matricola: string, values: Record<string, unknown>, as = admin) => {
  const answer = await portale.call('POST', '/api/macchinari', { as, body: { macchinario: { matricola, ...values } } });
  expect(answer.status).toBe(201);
};
const worker = async (matricola: string, values: Record<string, unknown>) => {
  const body = { personale: { matricola, nome: 'Ugo', cognome: `Bassi${matricola}`, ...values } };
  expect((await portale.call('POST', '/api/personale', { as: admin, body })).status).toBe(201);
};
const run = (giorno: string, as = admin) => portale.call('POST', '/api/scadenze/promemoria', { as, body: { auth: 'x', giorno } });
/** Sends the digests of a day; returns the outcome with the text of each mail by recipient. */
async function sent(giorno: string) {
  const before = smtp.mails.length;
  const { status, body } = await run(giorno);
  expect([status, body.message]).toEqual([200, expect.anything()]);
  const to: Record<string, string> = Object.fromEntries(smtp.mails.slice(before).map((mail) => [mail.to.split('@')[0] ?? '', mail.text]));
  return { ...(body.message as RemindersRun), to };
}
const reminders = async (as = admin) => (await portale.call('GET', '/api/scadenze/promemoria', { as })).body.data;

describe('i promemoria delle scadenze', () => {
  it('vanno a chi è responsabile del record, del tipo o del cantiere; a nessuno: agli amministratori; una volta sola', async () => {
    await portale.command({
      register: 'cantieri',
      action: 'create',
      key: 'R001',
      values: { responsabile: 'officina', data_fine: inDays(30) },
    });
    const kinds = (await portale.call('GET', '/api/tipi_documento?cerca=assicurazione&righe=50', { as: admin })).body.data;
    const { id } = kinds.find((one: { soggetto: string; codice: string }) => one.soggetto === 'macchina' && one.codice === 'ass');
    await portale.command({ register: 'tipi_documento', action: 'change', key: id, values: { responsabile: 'anna' } });
    await machine('P1', { scadenza_assicurazione: inDays(7), scadenza_varie3: inDays(90), scadenza_circolazione: inDays(45) });
    await machine('P2', { scadenza_assicurazione: inDays(7), responsabile: 'officina' });
    const rental = { marca: 'JLG', cantiere: 'R001', scadenza_funicatene: inDays(30) };
    expect((await portale.call('POST', '/api/noleggi', { as: admin, body: { noleggio: rental } })).status).toBe(201);
    // no named person may see these machines, so the administrators get their digest
    await machine('P3', { scadenza_varie3: inDays(30), responsabile: 'solo-sue' });
    await machine('P4', { scadenza_varie3: inDays(30), responsabile: 'solo-sue' }, owner);
    const first = await sent(today);
    expect(first).toMatchObject({ affectedRows: 4, inviati: 4, gia_inviati: 0, non_consegnati: 0, senza_indirizzo: 0 });
    expect(Object.keys(first.to).toSorted()).toEqual(['amministra', 'anna', 'officina', 'solo-sue']);
    const machines = Object.fromEntries(
      Object.entries(first.to).map(([to, text]) => [to, [...new Set(text.match(/Macchinario P\d/g))].join()]),
    );
    expect(machines).toEqual({
      amministra: 'Macchinario P3,Macchinario P1',
      anna: 'Macchinario P1',
      officina: 'Macchinario P2',
      'solo-sue': 'Macchinario P4',
    });
    expect(first.to['officina']).toContain('Fine cantiere – Cantiere R001');
    expect(first.to['officina']).toMatch(/Noleggio, N\d+ JLG – cantiere R001/);
    expect(first.to['anna']).toContain(`https://strato.example.it/home/scadenze?soggetto=macchina&id=P1&tipo=ass`);
    expect(first.to['amministra']).toContain(inDays(90));
    // a deadline in forty-five days is in no digest
    expect(first.to['amministra']).not.toContain(inDays(45));
    const again = await sent(today);
    expect(again).toMatchObject({ affectedRows: 0, inviati: 0, gia_inviati: 4, to: {} });
    const [own, ...others] = await reminders(anna);
    expect([own, others]).toEqual([expect.objectContaining({ giorno: today, destinatario: 'anna', esito: 'inviato', righe: 1 }), []]);
  });

  it('un mattino saltato non perde nulla, e ciò che è stato detto non torna', async () => {
    await machine('S1', { scadenza_varie3: inDays(31), responsabile: 'anna' });
    await machine('S2', { scadenza_varie3: inDays(34), responsabile: 'anna' });
    // the first machine reaches 30 days tomorrow, when no digest is sent; the digest of the day after includes it
    const { to } = await sent(inDays(2));
    expect(to['anna']).toContain('Macchinario S1');
    expect(to['anna']).not.toContain('Macchinario S2');
    expect(to['anna']).not.toContain('Macchinario P1');
    const later = await sent(inDays(4));
    expect(later.to['anna']).toContain('Macchinario S2');
    expect(later.to['anna']).not.toContain('Macchinario S1');
  });

  it('ciò che è stato visto tace fino a quel giorno, e poi torna', async () => {
    await machine('V1', { scadenza_varie3: inDays(17), responsabile: 'anna' });
    const seen = await portale.call('POST', '/api/scadenze/visto', {
      as: anna,
      body: { soggetto: 'macchina', id: 'V1', tipo: 'periodica', fino: inDays(11) },
    });
    expect(seen.status).toBe(200);
    // the deadline is marked as seen, so the digest of seven days before omits it
    expect((await sent(inDays(10))).to['anna'] ?? '').not.toContain('Macchinario V1');
    expect((await sent(inDays(12))).to['anna']).toContain('Macchinario V1');
  });

  it('dei documenti sanitari dice che c’è qualcosa, e solo a chi lo può vedere', async () => {
    await worker('901', { scadenza_idoneita: inDays(25), responsabile: 'officina' });
    await worker('902', { scadenza_idoneita: inDays(25), responsabile: 'anna' });
    const { to } = await sent(inDays(18));
    expect(to['officina'] ?? '').not.toContain('Bassi');
    expect(to['amministra']).toContain('Bassi901');
    expect(to['anna']).toContain(`Documento sanitario – Lavoratore 902, Bassi902 Ugo: ${inDays(25)}, fra 7 giorni`);
    expect(Object.values(to).join()).not.toMatch(/idoneit/i);
  });

  it('una mail respinta si vede, e le sue scadenze sono nel promemoria dopo', async () => {
    await machine('B1', { scadenza_varie3: inDays(50), responsabile: 'anna' });
    refused = 'anna@example.it';
    expect(await sent(inDays(20))).toMatchObject({ non_consegnati: 1 });
    expect((await reminders())[0]).toMatchObject({
      destinatario: 'anna',
      giorno: inDays(20),
      esito: 'respinto',
      spiegazione: 'Il server di posta ha risposto 550: la mail non è stata accettata.',
    });
    expect((await reminders(anna))[0]).toMatchObject({ esito: 'respinto' });
    const { data } = (await portale.call('GET', '/api/amministrazione/mail', { as: admin })).body;
    expect(data[0]).toMatchObject({
      cantiere: '',
      oggetto: `Promemoria del ${inDays(20)}`,
      destinatari: 'anna',
      utente: 'sistema',
      esito: 'fallita',
    });
    const trail = (await portale.call('GET', '/api/storico/registro?tabella=promemoria&evento=PromemoriaNonConsegnato.v1', { as: admin }))
      .body;
    expect(trail.data[0]).toMatchObject({ frase: `ha provato a inviare il promemoria del ${inDays(20)} a anna` });
    refused = '';
    expect((await sent(inDays(21))).to['anna']).toContain('Macchinario B1');
    expect((await reminders()).find((one: { destinatario: string }) => one.destinatario === 'anna')).toMatchObject({ esito: 'inviato' });
  });

  it('chi non ha un indirizzo è detto all’amministratore; chi non c’è più non riceve nulla', async () => {
    await machine('U1', { scadenza_varie3: inDays(60), responsabile: 'officina' });
    await address('officina', null);
    expect(await sent(inDays(30))).toMatchObject({ senza_indirizzo: 1 });
    expect((await reminders()).find((one: { destinatario: string }) => one.destinatario === 'officina')).toMatchObject({
      esito: 'senza_indirizzo',
      spiegazione: expect.stringContaining('indirizzo'),
    });
    await machine('U2', { scadenza_varie3: inDays(61), responsabile: 'officina' });
    await portale.command({ register: 'users', action: 'delete', key: 'officina' });
    const { to } = await sent(inDays(31));
    expect(to['officina']).toBeUndefined();
    expect(to['amministra']).toContain('Macchinario U2');
  });

  it('è del gruppo 2; un giorno che non esiste è rifiutato; agli altri si dice il proprio, a chi non vede nulla niente', async () => {
    expect((await run(today, anna)).status).toBe(403);
    expect((await run('2026-02-30')).status).toBe(400);
    expect((await portale.call('GET', '/api/scadenze/promemoria', { as: await portale.person() })).status).toBe(403);
    expect((await portale.call('GET', '/api/scadenze/promemoria')).status).toBe(401);
  });

  it('ogni mattino alla sua ora, una volta, e non il giorno in cui il portale è nato', async () => {
    const asked: { id?: string; data: { giorno?: unknown } }[] = [];
    const at = (instant: string) => {
      const { deps } = portale;
      const jobs = { ...deps.jobs, enqueue: async (request: (typeof asked)[number]) => (asked.push(request), request.id ?? '') };
      return { ...deps, jobs: jobs as never, clock: { now: () => new Date(instant) } };
    };
    const tomorrow = inDays(1);
    // Returns the instant that many minutes after midnight UTC; `half` is half past six in Rome.
    const hour = (day: string, minutes: number) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000).toISOString();
    const winter =
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit' }).format(new Date(`${tomorrow}T12:00:00Z`)) === '13';
    const half = 6 * 60 + 30 - (winter ? 60 : 120);
    await morningReminders(at(hour(tomorrow, half - 1))).run();
    await morningReminders(at(new Date().toISOString())).run();
    expect(asked).toEqual([]);
    const morning = morningReminders(at(hour(tomorrow, half)));
    await morning.run();
    await morning.run();
    await morningReminders(at(hour(tomorrow, half + 300))).run();
    expect(asked.map(({ data }) => data.giorno)).toEqual([tomorrow, tomorrow]);
    // each morning has one job, whoever requests it
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  });

  it('il lavoro dei promemoria resta detto fra gli accessi', async () => {
    await vi.waitFor(async () => {
      const { data } = (await portale.call('GET', '/api/amministrazione/accessi?tipo=operazione&cosa=promemoria', { as: admin })).body;
      expect(data[0]).toMatchObject({
        utente: 'amministra',
        cosa: expect.stringMatching(/^Promemoria delle scadenze del .*: \d+ promemoria inviat/),
      });
    });
  });
});
