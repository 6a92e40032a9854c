import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { JobRequest } from '#contracts/ports/job-queue.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { mailFault } from '#contracts/jobs/mail-fault.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { faultReactor, heldBackNotices } from './notice.ts';

let portale: TestPortal;
let admin: Person;
let asked: JobRequest[];

beforeAll(async () => {
  portale = await startTestPortal();
  for (const [memberID, email, groupID] of [
    ['capo.officina', 'officina@strato.test', 3],
    ['senza', 'non è un indirizzo', 3],
    ['capo.tutto', 'ufficio@strato.test', 2],
  ] as const) {
    await portale.person({ memberID, groupID });
    await portale.command({ register: 'users', action: 'change', key: memberID, values: { email } });
  }
  admin = await portale.person({ groupID: 2, permessi: { macchinari: EVERYTHING, manutenzioni: EVERYTHING, admin_page: EVERYTHING } });
  vi.spyOn(portale.deps.jobs, 'enqueue').mockImplementation(async (request) => {
    asked.push(request);
    return { id: request.id ?? '', fresh: true } as never;
  });
});
afterAll(() => portale?.stop());

/**
 * Reports a fault and runs the reactor twice, since an event may be delivered more than once. Returns the fault and the drafts of its
 * machine.
 */
async function reported(macchina: object, values: object) {
  asked = [];
  await sql`delete from public.avvisi_guasti`.execute(portale.deps.writeDb);
  const matricola = `R${Math.random().toString(36).slice(2, 8)}X`;
  await portale.call('POST', '/api/macchinari', { as: admin, body: { macchinario: { matricola, ...macchina } } });
  const { body } = await portale.call('POST', '/api/guasti', { as: admin, body: { guasto: { matricola, ...values } } });
  expect(body).toMatchObject({ message: { insertId: expect.any(Number) } });
  const id = body.message.insertId;
  const [event] = await portale.deps.store.read(`guasti-${id}`);
  for (const _again of [1, 2]) await faultReactor(portale.deps).react(event!);
  await portale.deps.readModelWait.until((await portale.deps.store.head()) ?? '', 5000);
  const { data } = (await portale.call('GET', `/api/guasti?id=${id}`, { as: admin })).body;
  const drafts = (await portale.call('GET', '/api/manutenzioni', { as: admin })).body.data.filter(
    (row: { matricola: string }) => row.matricola === matricola,
  );
  return { matricola, fault: data[0], drafts };
}

it('una macchina che si ferma: la manutenzione in bozza, una, e l’avviso al suo responsabile, una volta', async () => {
  const { matricola, fault, drafts } = await reported({ responsabile: 'capo.officina' }, { testo: 'Perde <olio>', ferma: 1 });
  expect(drafts).toHaveLength(1);
  expect(fault.manutenzione).toBe(drafts[0].id);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  const mail = mailFault.data.parse(asked[0]!.data);
  expect(mail.to).toEqual(['officina@strato.test']);
  expect(mail.subject).toBe(`${matricola}: macchina ferma per guasto`);
  expect(mail.text).toContain('Perde <olio>');
  expect(mail.html).toContain('Perde &lt;olio&gt;');
  expect(mail.text).toContain(`/home/guasti/${fault.id}`);
});

it('se nessuno ne risponde, o chi ne risponde non ha un indirizzo, agli amministratori; senza fermarla niente bozza', async () => {
  for (const macchina of [{}, { responsabile: 'senza' }]) {
    const { drafts } = await reported(macchina, { punti: '[{"punto":"Luci","esito":"problema"}]' });
    expect(drafts).toEqual([]);
    expect(mailFault.data.parse(asked[0]!.data).to).toContain('ufficio@strato.test');
  }
});

it('di un controllo senza problemi non si avvisa nessuno', async () => {
  await reported({ responsabile: 'capo.officina' }, { punti: '[{"punto":"Luci","esito":"ok"}]' });
  expect(asked).toEqual([]);
});

it('più guasti in dieci minuti: la prima mail subito, gli altri insieme in una, nessuno due volte', async () => {
  await reported({ responsabile: 'capo.officina' }, { testo: 'Primo' });
  expect(asked).toHaveLength(1);
  const { body } = await portale.call('POST', '/api/macchinari', { as: admin, body: { macchinario: { matricola: 'TANTI' } } });
  expect(body.message.insertId).toBe('TANTI');
  await portale.command({ register: 'macchinari', action: 'change', key: 'TANTI', values: { responsabile: 'capo.officina' } });
  asked = [];
  for (const words of ['Secondo', 'Terzo', 'Quarto']) {
    const made = await portale.call('POST', '/api/guasti', { as: admin, body: { guasto: { matricola: 'TANTI', testo: words } } });
    const [event] = await portale.deps.store.read(`guasti-${made.body.message.insertId}`);
    await faultReactor(portale.deps).react(event!);
  }
  await heldBackNotices(portale.deps).run();
  expect(asked).toEqual([]);
  await sql`update public.avvisi_guasti set inviato = inviato - interval '10 minutes' where inviato is not null`.execute(
    portale.deps.writeDb,
  );
  for (const _again of [1, 2]) await heldBackNotices(portale.deps).run();
  expect(asked).toHaveLength(1);
  const mail = mailFault.data.parse(asked[0]!.data);
  expect([mail.to, mail.subject]).toEqual([['officina@strato.test'], '3 guasti segnalati']);
  for (const words of ['Secondo', 'Terzo', 'Quarto']) expect(mail.text).toContain(words);
});

it('il ventunesimo guasto di una persona in un’ora è 429, quello di un’altra no', async () => {
  const [one, other] = [1, 2].map(() => portale.person({ permessi: { macchinari: EVERYTHING } }));
  await portale.call('POST', '/api/macchinari', { as: admin, body: { macchinario: { matricola: 'CONTA' } } });
  const report = async (as: Person, words: string) =>
    (await portale.call('POST', '/api/guasti', { as, body: { guasto: { matricola: 'CONTA', testo: words } } })).status;
  for (let i = 0; i < 20; i += 1) expect(await report(await one!, `guasto ${i}`)).toBe(201);
  expect(await report(await one!, 'di troppo')).toBe(429);
  expect(await report(await other!, 'suo')).toBe(201);
});
