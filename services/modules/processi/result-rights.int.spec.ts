import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level } from '#contracts/core/permissions.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { samplePair } from '../../../test/contabilita-samples.ts';
import { jobTables } from '#workers/engine/job-tables.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue } from '../../../test/workers.ts';

const view = (allowView: Level) => ({ macchinari: { allowInsert: 0, allowView, allowEdit: 0, allowDelete: 0 } }) as const;

describe('Un risultato è di chi ha ancora il diritto che è servito a farlo', () => {
  let portal: TestPortal;
  let person: Person;
  beforeAll(async () => {
    portal = await startTestPortal({ jobs: realQueue });
    person = await portal.person({ permessi: view(3) });
  });
  afterAll(() => portal?.stop());

  /** Marks the job as done with a result file, as a worker process does. */
  async function done(id: string): Promise<void> {
    const folder = resultsFolder(portal.deps.config);
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${id}.csv`);
    await writeFile(file, 'matricola\nG1\n');
    await jobTables(portal.deps.writeDb)
      .updateTable('processi')
      .set({ status: 'done', file, nome_file: 'elenco.csv' })
      .where('id', '=', id)
      .execute();
  }
  const listed = async (id: string): Promise<{ name: string | null }> =>
    (await portal.call('GET', `/api/processi/${id}`, { as: person })).body.message;
  const open = (name: string, headers: Record<string, string> = {}) => fetch(`${portal.base}/file?file=${name}`, { headers });

  it('un elenco: tolto il diritto, né il nome nuovo né quello già dato aprono più', async () => {
    const body = { tabella: 'macchinari', colonne: ['matricola'], formato: 'csv' };
    const asked = await portal.call('POST', '/api/esporta', { as: person, body });
    expect(asked.status).toBe(202);
    const id = asked.body.message.jobId as string;
    await done(id);
    const { name } = await listed(id);
    expect(Buffer.from(name!, 'base64url').toString('latin1')).not.toMatch(/macchinari|elenco|processo|"j"/);
    expect((await open(name!)).status).toBe(200);
    for (const level of [1, 0] as const) {
      await portal.changePermissions(person.groupID, view(level));
      expect((await listed(id)).name).toBeNull();
      expect((await open(name!)).status).toBe(404);
    }
    await portal.changePermissions(person.groupID, view(3));
    expect((await open(name!)).status).toBe(200);
  });

  it('di chi l’ha chiesto, non di chi vede il portale come lui: può tenere documenti riservati', async () => {
    const admin = await portal.person({ groupID: 2 });
    const asked = await portal.call('POST', '/api/esporta', {
      as: person,
      body: { tabella: 'macchinari', colonne: ['matricola'], formato: 'csv' },
    });
    await done(asked.body.message.jobId);
    const { token } = (await portal.call('POST', '/api/sessioni/vedi-come', { as: admin, body: { utente: person.memberID } })).body.message;
    const seen = await portal.call('GET', `/api/processi/${asked.body.message.jobId}`, { token });
    expect([seen.status, seen.body.message.name]).toEqual([200, null]);
    expect((await listed(asked.body.message.jobId)).name).not.toBeNull();
  });

  it('una prova d’importazione: di chi può ancora inserire e vedere tutto in quel registro, nel suo esito e nel suo file', async () => {
    const both = (allowInsert: 0 | 1, allowView: Level) => ({
      macchinari: { allowInsert, allowView, allowEdit: 0, allowDelete: 0 } as const,
      accise: { allowInsert: 1, allowView: 3, allowEdit: 0, allowDelete: 0 } as const,
    });
    await portal.changePermissions(person.groupID, both(1, 3));
    const form = new FormData();
    form.append('file', new Blob(['Matricola\nG1\n']), 'macchine.csv');
    const { caricato } = (await portal.call('POST', '/api/importa/file', { as: person, body: form })).body.message;
    const body = { caricato, registro: 'macchinari', colonne: { Matricola: 'matricola' } };
    const asked = await portal.call('POST', '/api/importa/prova', { as: person, body });
    expect(asked.status).toBe(202);
    const id = asked.body.message.jobId as string;
    await done(id);
    const outcome = async () => (await portal.call('GET', `/api/importa/esito?id=${id}`, { as: person })).status;
    const { name } = await listed(id);
    expect([(await open(name!)).status, await outcome()]).toEqual([200, 200]);
    for (const gone of [both(0, 3), both(1, 1)]) {
      await portal.changePermissions(person.groupID, gone);
      expect([(await listed(id)).name, (await open(name!)).status, await outcome()]).toEqual([null, 404, 403]);
    }
    // the result opens again once the group has its former rights
    await portal.changePermissions(person.groupID, both(1, 3));
    expect((await open(name!)).status).toBe(200);
    await portal.changePermissions(person.groupID, view(3));
  });

  it('una contabilità lavoratori: di chi vede ancora quell’area', async () => {
    const levels = (allowView: Level) => ({ report: { allowInsert: 1, allowView, allowEdit: 1, allowDelete: 0 } }) as const;
    await portal.changePermissions(person.groupID, levels(1));
    const form = new FormData();
    for (const [field, content] of Object.entries(samplePair('01_ore')))
      form.append(field, new Blob([new Uint8Array(Buffer.from(content))]), `${field}.csv`);
    const asked = await portal.call('POST', '/api/contabilita-lavoratori/process-files', { as: person, body: form });
    expect(asked.status).toBe(200);
    const id = (await portal.deps.jobs.list(person.memberID, 1))[0]!.id;
    await done(id);
    const { name } = await listed(id);
    expect((await open(name!)).status).toBe(200);
    await portal.changePermissions(person.groupID, levels(3));
    expect((await open(name!)).status).toBe(200);
    await portal.changePermissions(person.groupID, levels(0));
    expect([(await listed(id)).name, (await open(name!)).status]).toEqual([null, 404]);
    await portal.changePermissions(person.groupID, view(3));
  });

  it('l’esportazione completa: solo del gruppo 2', async () => {
    const id = await portal.deps.jobs.enqueue({
      kind: 'esporta-tutto',
      title: 'Esportazione completa',
      data: { formato: 'csv', documenti: false, nome: 'tutto.zip' },
      utente: person.memberID,
      groupID: 2,
      rights: { group: 2 },
      correlationId: 'prova',
    });
    await done(id);
    expect((await listed(id)).name).toBeNull();
  });

  it('letto a pezzi, è nel registro degli accessi una volta al minuto', async () => {
    const asked = await portal.call('POST', '/api/esporta', {
      as: person,
      body: { tabella: 'macchinari', colonne: ['descrizione'], formato: 'csv' },
    });
    const id = asked.body.message.jobId as string;
    await done(id);
    const { name } = await listed(id);
    const told = async () =>
      (
        await portal.deps.writeDb.withSchema('public').selectFrom('accessi').select('comando').where('tipo', '=', 'scaricamento').execute()
      ).filter(({ comando }) => comando?.includes(id)).length;
    for (const part of ['bytes=3-4', 'bytes=1-2', 'bytes=-3']) expect((await open(name!, { Range: part })).status).toBe(206);
    // the three requests may fall into two different minutes, which have a record each
    expect([1, 2]).toContain(await told());
  });
});
