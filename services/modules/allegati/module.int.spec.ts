import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cleanResults } from '#workers/engine/cleanup.ts';
import type { Person, TestPortal } from '../../../test/portal.ts';
import { workersOf } from '../../../test/workers.ts';
import { readZip } from '../../../test/zip.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { allegatiBench, names, type AllegatiBench } from './testing.ts';

let b: AllegatiBench;
let portale: TestPortal;
let workers: { stop(): Promise<void> };
let everything: Person;
let ownFiles: Person;

beforeAll(async () => {
  b = await allegatiBench();
  ({ portale, everything, ownFiles } = b);
  workers = await enable();
});
afterAll(async () => {
  await workers?.stop();
  await b?.portale.stop();
});

const enable = () => workersOf(portale);

const processo = (from: Person, id: string) => portale.call('GET', `/api/processi/${id}`, { as: from });
async function finished(from: Person, id: string) {
  return vi.waitFor(
    async () => {
      const { message } = (await processo(from, id)).body;
      expect(['done', 'error']).toContain(message.status);
      return message;
    },
    { timeout: 15_000, interval: 25 },
  );
}
async function download(name: string) {
  const answer = await fetch(`${portale.base}/file?file=${name}`);
  return {
    stato: answer.status,
    tipo: answer.headers.get('content-type'),
    nome: answer.headers.get('content-disposition'),
    voci: answer.ok ? await readZip(Buffer.from(await answer.arrayBuffer())) : [],
  };
}

describe('zip degli allegati', () => {
  it('di una macchina: in coda, poi finito, poi scaricabile', async () => {
    const matricola = await b.macchina(['CE', 'CDP']);
    const { status: state, body, headers } = await b.allegati(everything, { macchina: matricola });
    expect([state, headers.get('location')]).toEqual([202, `/api/processi/${body.message.jobId}`]);
    const end = await finished(everything, body.message.jobId);
    expect(end).toMatchObject({
      tipo: 'esporta-allegati',
      status: 'done',
      progresso: 100,
      titolo: `Zip allegati, macchinario ${matricola}`,
      messaggio: '2 file',
      utente: everything.memberID,
    });
    const zip = await download(end.name);
    expect([zip.tipo, zip.nome]).toEqual(['application/zip', expect.stringContaining(`${matricola}.zip`)]);
    expect(names(zip.voci)).toEqual([`${matricola}/${matricola}_CE.pdf`, `${matricola}/${matricola}_CDP.pdf`]);
    expect(zip.voci[0]!.content.toString()).toBe(`%PDF-1.4\n${matricola} CE\n%%EOF`);
  });

  it('di molte, con il file mancante detto nel LEGGIMI', async () => {
    const [one, two] = [await b.macchina(['CE']), await b.macchina(['ASS'])];
    await rm(join(portale.folder, 'archivio', two, `${two}_ASS.pdf`));
    const { body } = await b.allegati(everything, { all: true, macchina: [one, { matricola: two }, one] });
    const end = await finished(everything, body.message.jobId);
    expect(end).toMatchObject({ titolo: 'Zip allegati, 2 macchinari', messaggio: '1 file, 1 mancante' });
    const { voci } = await download(end.name);
    expect(names(voci)).toEqual([`${one}/${one}_CE.pdf`, 'LEGGIMI.txt']);
    expect(voci[1]!.content.toString()).toContain(`${two}/${two}_ASS.pdf`);
  });

  it('senza selezione: Selezionare un macchinario', async () => {
    for (const body of [{}, { macchina: [] }, { all: true, macchina: ['', ' '] }, { macchina: '' }, { macchina: null }]) {
      expect(await b.allegati(everything, body)).toMatchObject({ status: 400, body: { message: 'Selezionare un macchinario' } });
    }
    for (const body of [{ macchina: [[1]] }, { macchina: { x: 1 } }, { macchina: [null] }])
      expect((await b.allegati(everything, body)).status).toBe(400);
  });

  it('solo di ciò che si vede: una macchina altrui o sconosciuta fra le altre, e niente parte', async () => {
    const [own, others] = [await b.macchina(['CE'], ownFiles), await b.macchina(['CE'])];
    const before = await portale.deps.jobs.counts();
    expect((await b.allegati(ownFiles, { all: true, macchina: [own, others] })).status).toBe(404);
    expect((await b.allegati(everything, { all: true, macchina: [others, 'FANTASMA'] })).status).toBe(404);
    expect((await b.allegati(b.none, { macchina: others })).status).toBe(403);
    expect(await portale.deps.jobs.counts()).toEqual(before);
    expect((await b.allegati(ownFiles, { macchina: own })).status).toBe(202);
  });

  it('un percorso scritto a mano nel proprio record non apre il file di un altro', async () => {
    const [own, others] = [await b.macchina(['CE'], ownFiles), await b.macchina(['FATTURA'])];
    for (const path of [`${others}/${others}_FATTURA.pdf`, `${others}//${others}_FATTURA.pdf`]) {
      expect(
        (await portale.call('PUT', '/api/macchinari', { as: ownFiles, body: { macchinario: { matricola: own, documenti_cdp: path } } }))
          .status,
      ).toBe(400);
      // a direct command skips the check of the request, as for records older than the check
      await portale.command({ register: 'macchinari', action: 'change', key: own, values: { documenti_cdp: path } });
      const end = await finished(ownFiles, (await b.allegati(ownFiles, { macchina: own })).body.message.jobId);
      expect(names((await download(end.name)).voci)).toEqual([`${own}/${own}_CE.pdf`]);
    }
  });
});

describe('operazioni', () => {
  it('le vede chi le ha chieste e l’amministratore; per gli altri non esistono', async () => {
    const { jobId } = (await b.allegati(everything, { macchina: await b.macchina(['CE']) })).body.message;
    await finished(everything, jobId);
    expect((await processo(b.admin, jobId)).status).toBe(200);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await portale.call(method, `/api/processi/${jobId}`, { as: b.reader })).status).toBe(404);
    expect((await portale.call('POST', `/api/processi/${jobId}/riprova`, { as: b.reader })).status).toBe(404);
    expect((await processo(everything, 'nessuna')).status).toBe(404);
    const { data } = (await portale.call('GET', '/api/processi', { as: everything })).body;
    expect(data[0].id).toBe(jobId);
    expect(data.every((p: { utente: string }) => p.utente === everything.memberID)).toBe(true);
    expect((await portale.call('GET', '/api/processi', { as: b.reader })).body.data).toEqual([]);
  });

  it('una finita si toglie con il suo file; una riuscita non si riprova; una in attesa si annulla', async () => {
    const { jobId } = (await b.allegati(everything, { macchina: await b.macchina(['CE']) })).body.message;
    const { name } = await finished(everything, jobId);
    expect((await portale.call('POST', `/api/processi/${jobId}/riprova`, { as: everything })).status).toBe(409);
    expect((await portale.call('DELETE', `/api/processi/${jobId}`, { as: everything })).status).toBe(200);
    expect((await processo(everything, jobId)).status).toBe(404);
    expect((await download(name)).stato).toBe(404);
    expect(await readdir(resultsFolder(portale.deps.config))).not.toContain(`${jobId}.zip`);
    await workers.stop();
    const stop = (await b.allegati(everything, { macchina: await b.macchina(['CE']) })).body.message.jobId;
    expect((await portale.call('DELETE', `/api/processi/${stop}`, { as: everything })).status).toBe(200);
    workers = await enable();
    await expect.poll(async () => (await processo(everything, stop)).body.message).toMatchObject({ status: 'annullato', name: null });
  });

  it('una fallita dice perché e si riprova', async () => {
    await workers.stop();
    const { jobId } = (await b.allegati(everything, { macchina: await b.macchina(['CE']) })).body.message;
    const { writeDb } = portale.deps;
    await sql`update public.processi set dati = jsonb_set(dati, '{nome}', '1') where id = ${jobId}`.execute(writeDb);
    workers = await enable();
    expect(await finished(everything, jobId)).toMatchObject({
      status: 'error',
      name: null,
      messaggio: expect.stringContaining('sconosciuta'),
    });
    await sql`update public.processi set dati = jsonb_set(dati, '{nome}', '"zip"') where id = ${jobId}`.execute(writeDb);
    expect((await portale.call('POST', `/api/processi/${jobId}/riprova`, { as: everything })).status).toBe(202);
    expect(await finished(everything, jobId)).toMatchObject({ status: 'done' });
  });

  it('i risultati scaduti spariscono con la loro operazione, gli altri restano', async () => {
    const { writeDb, config } = portale.deps;
    const [old, fresh] = [
      (await b.allegati(everything, { macchina: await b.macchina(['CE']) })).body.message.jobId,
      (await b.allegati(everything, { macchina: await b.macchina(['CE']) })).body.message.jobId,
    ];
    for (const id of [old, fresh]) await finished(everything, id);
    await sql`update public.processi set scade = now() - interval '1 second' where id = ${old}`.execute(writeDb);
    const orphan = join(resultsFolder(config), 'orfano.zip.temp');
    await writeFile(orphan, 'x');
    await utimes(orphan, new Date(0), new Date(0));
    await cleanResults(
      writeDb,
      portale.jobs().map(({ definition }) => definition),
      resultsFolder(config),
    );
    const left = await readdir(resultsFolder(config));
    expect(left).toContain(`${fresh}.zip`);
    expect(left).not.toContain(`${old}.zip`);
    expect(left).not.toContain('orfano.zip.temp');
    expect((await processo(everything, old)).status).toBe(404);
  });

  it('il file di un’operazione fuori dalla cartella dei risultati non si scarica e non si elimina', async () => {
    const { jobId } = (await b.allegati(everything, { macchina: await b.macchina(['CE']) })).body.message;
    await finished(everything, jobId);
    const outside = join(portale.folder, 'segreto.txt');
    await writeFile(outside, 'segreto');
    await sql`update public.processi set file = ${outside} where id = ${jobId}`.execute(portale.deps.writeDb);
    const { name } = (await processo(everything, jobId)).body.message;
    expect((await portale.call('GET', `/file?file=${name}`)).status).toBe(404);
    await portale.call('DELETE', `/api/processi/${jobId}`, { as: everything });
    expect(await readdir(portale.folder)).toContain('segreto.txt');
  });
});
