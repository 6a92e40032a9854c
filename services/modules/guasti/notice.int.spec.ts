import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { JobRequest } from '#contracts/ports/job-queue.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { mailFault } from '#contracts/jobs/mail-fault.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { faultReactor } from './notice.ts';

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

/** Reports, and has what follows done twice over, as it may be. */
async function reported(macchina: object, values: object) {
  asked = [];
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
