import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Level, Permissions } from '#contracts/core/permissions.ts';
import { samplePair } from './contabilita-samples.ts';
import { startTestPortal, type Person, type TestPortal } from './portal.ts';
import { realQueue } from './workers.ts';

/** A queue that nobody works off: at most five unfinished jobs are one person's, whichever call asks for them. */
const all = { allowInsert: 1 as const, allowView: 3 as Level, allowEdit: 3 as Level, allowDelete: 3 as Level };
const permessi: Permissions = { macchinari: all, cantieri: all, accise: all, report: all };

let portale: TestPortal;
let person: Person;

beforeEach(async () => {
  portale = await startTestPortal({
    jobs: realQueue,
    env: { MAIL_CANTIERI: 'ufficio@strato.test' },
  });
  person = await portale.person({ groupID: 2, permessi });
  await portale.call('POST', '/api/macchinari', { as: person, body: { macchinario: { matricola: 'Q1' } } });
  await portale.call('POST', '/api/cantieri', { as: person, body: { cantiere: { commessa: 'Q2' } } });
});
afterEach(() => portale?.stop());

const csv = () => {
  const form = new FormData();
  for (const [name, content] of Object.entries(samplePair('01_ore'))) form.append(name, new Blob([new Uint8Array(content)]), `${name}.csv`);
  return form;
};
type Headers = Record<string, string>;
const CALLS: Record<string, (from: Person, headers?: Headers) => ReturnType<TestPortal['call']>> = {
  allegati: (as, headers = {}) => portale.call('POST', '/api/allegati', { as, headers, body: { macchina: 'Q1' } }),
  esporta: (as, headers = {}) =>
    portale.call('POST', '/api/esporta', { as, headers, body: { tabella: 'macchinari', colonne: ['matricola'], formato: 'csv' } }),
  dossier: (as, headers = {}) =>
    portale.call('POST', '/api/cantieri/dossier', { as, headers, body: { commessa: 'Q2', macchinari: ['Q1'] } }),
  Mail: (as, headers = {}) =>
    portale.call('POST', '/api/Mail', { as, headers, body: { dataCantiere: { commessa: 'Q2' }, lavorazioni: 'PALI' } }),
  'process-files': (as, headers = {}) => portale.call('POST', '/api/contabilita-lavoratori/process-files', { as, headers, body: csv() }),
};
const jobs = async () =>
  (await sql<{ id: string }>`select id from public.processi where utente = ${person.memberID}`.execute(portale.deps.writeDb)).rows.length;

describe('Operazioni non finite di una persona', () => {
  it.each(Object.keys(CALLS))(
    '%s: al massimo cinque, anche insieme; la sesta 429, quella ripetuta no, quelle di un altro neppure',
    async (name) => {
      const ask = CALLS[name]!;
      const first = await ask(person, { 'idempotency-key': 'prima' });
      expect(first.status).toBeLessThan(300);
      const others = await Promise.all(Array.from({ length: 7 }, () => ask(person)));
      expect(others.filter(({ status }) => status < 300)).toHaveLength(4);
      const refused = others.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(3);
      expect(refused[0]!.body.message).toBe('Hai già 5 operazioni non finite: attendi che una finisca, poi riprova.');
      expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await jobs()).toBe(5);
      const again = await ask(person, { 'idempotency-key': 'prima' });
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect(await jobs()).toBe(5);
      for (const other of Object.keys(CALLS)) expect([other, (await CALLS[other]!(person)).status]).toEqual([other, 429]);
      expect((await ask(await portale.person({ groupID: 2, permessi }))).status).toBeLessThan(300);
      await sql`update public.processi set status = 'done' where id in (select id from public.processi where utente = ${person.memberID} limit 1)`.execute(
        portale.deps.writeDb,
      );
      expect((await ask(person)).status).toBeLessThan(300);
    },
  );

  it('una fallita si riprova solo se c’è posto, e le rinomine del portale non contano', async () => {
    expect((await CALLS['esporta']!(person)).status).toBe(202);
    const id = String((await portale.deps.jobs.list(person.memberID, 1))[0]!.id);
    await sql`update public.processi set status = 'error' where id = ${id}`.execute(portale.deps.writeDb);
    for (let n = 0; n < 5; n += 1) expect((await CALLS['esporta']!(person)).status).toBe(202);
    expect((await portale.call('POST', `/api/processi/${id}/riprova`, { as: person })).status).toBe(429);
    expect((await portale.deps.jobs.find(id))?.status).toBe('error');
    await sql`update public.processi set tipo = 'rinomina-voce' where utente = ${person.memberID} and status = 'queued'`.execute(
      portale.deps.writeDb,
    );
    expect((await portale.call('POST', `/api/processi/${id}/riprova`, { as: person })).status).toBe(202);
  });
});
