import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { startWorkers } from '#workers/index.ts';
import { cleanResults } from '#workers/engine/cleanup.ts';
import { bullmqQueue } from '#workers/engine/bullmq.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { readZip } from '../../../test/zip.ts';
import { resultsFolder } from '#services/platform/files/results.ts';

const levels = (allowView: Level, allowEdit: Level): PermissionLevels => ({ allowInsert: 1, allowView, allowEdit, allowDelete: 0 });
const pdf = (text: string) => new Blob([`%PDF-1.4\n${text}\n%%EOF`]);

let portale: TestPortal;
let workers: { stop(): Promise<void> };
let everything: Person;
let ownFiles: Person;
let reader: Person;
let admin: Person;
let none: Person;

beforeAll(async () => {
  portale = await startTestPortal({
    jobs: ({ writeDb, url }) => bullmqQueue({ writeDb, postgresUrl: url }),
  });
  workers = await enable();
  everything = await portale.person({ permessi: { macchinari: levels(3, 3), manutenzioni: levels(3, 3) } });
  ownFiles = await portale.person({ permessi: { macchinari: levels(1, 1) } });
  reader = await portale.person({ permessi: { macchinari: levels(3, 0) } });
  admin = await portale.person({ groupID: 2, permessi: { macchinari: levels(3, 3) } });
  none = await portale.person({ permessi: { accise: levels(3, 3) } });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

const enable = () => startWorkers({
  writeDb: portale.deps.writeDb, postgresUrl: portale.url, tools: portale.tools(),
  resultsFolder: resultsFolder(portale.deps.config), log: { warn: () => {}, error: () => {} }, lockDuration: 5000,
});

let counter = 0;
async function macchina(suffixes: string[], from = everything): Promise<string> {
  const matricola = `Z${(counter += 1)}`;
  await portale.call('POST', '/api/macchinari', { as: from, body: { macchinario: { matricola } } });
  for (const suffix of suffixes) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ matricola, nomeManutenzione: `${matricola}_${suffix}.pdf`, docMacch: 'true' })) form.append(name, value);
    form.append('file', pdf(`${matricola} ${suffix}`));
    expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: from, body: form })).status).toBe(201);
  }
  return matricola;
}
const row = async (matricola: string) => (await portale.call('GET', `/api/macchinari?matricola=${matricola}`, { as: everything })).body.data[0];
const allegati = (from: Person, body: unknown, headers: Record<string, string> = {}) => portale.call('POST', '/api/allegati', { as: from, body, headers });
const processo = (from: Person, id: string) => portale.call('GET', `/api/processi/${id}`, { as: from });
async function finished(from: Person, id: string) {
  return vi.waitFor(async () => {
    const { message } = (await processo(from, id)).body;
    expect(['done', 'error']).toContain(message.status);
    return message;
  }, { timeout: 15_000, interval: 25 });
}
async function download(name: string) {
  const answer = await fetch(`${portale.base}/file?file=${name}`);
  return { stato: answer.status, tipo: answer.headers.get('content-type'), nome: answer.headers.get('content-disposition'), voci: answer.ok ? await readZip(Buffer.from(await answer.arrayBuffer())) : [] };
}
const names = (entries: { name: string }[]) => entries.map((v) => v.name);

describe('zip degli allegati', () => {
  it('di una macchina: in coda, poi finito, poi scaricabile', async () => {
    const matricola = await macchina(['CE', 'CDP']);
    const { status: state, body, headers } = await allegati(everything, { macchina: matricola });
    expect([state, headers.get('location')]).toEqual([202, `/api/processi/${body.message.jobId}`]);
    const end = await finished(everything, body.message.jobId);
    expect(end).toMatchObject({ tipo: 'esporta-allegati', status: 'done', progresso: 100, titolo: `Zip allegati, macchinario ${matricola}`, messaggio: '2 file', utente: everything.memberID });
    const zip = await download(end.name);
    expect([zip.tipo, zip.nome]).toEqual(['application/zip', expect.stringContaining(`${matricola}.zip`)]);
    expect(names(zip.voci)).toEqual([`${matricola}/${matricola}_CE.pdf`, `${matricola}/${matricola}_CDP.pdf`]);
    expect(zip.voci[0]!.content.toString()).toBe(`%PDF-1.4\n${matricola} CE\n%%EOF`);
  });

  it('di molte, con il file mancante detto nel LEGGIMI', async () => {
    const [a, b] = [await macchina(['CE']), await macchina(['ASS'])];
    await rm(join(portale.folder, 'archivio', b, `${b}_ASS.pdf`));
    const { body } = await allegati(everything, { all: true, macchina: [a, { matricola: b }, a] });
    const end = await finished(everything, body.message.jobId);
    expect(end).toMatchObject({ titolo: 'Zip allegati, 2 macchinari', messaggio: '1 file, 1 mancante' });
    const { voci: entries } = await download(end.name);
    expect(names(entries)).toEqual([`${a}/${a}_CE.pdf`, 'LEGGIMI.txt']);
    expect(entries[1]!.content.toString()).toContain(`${b}/${b}_ASS.pdf`);
  });

  it('chi chiede lo zip stesso lo riceve mentre si fa, senza un processo; dal primo byte prima che l’ultimo file sia letto', async () => {
    const matricola = await macchina(['CE', 'CDP']);
    const before = await portale.deps.jobs.counts();
    const open = Promise.withResolvers<void>();
    const { read } = portale.deps.files;
    // the second file waits until the first byte is here
    portale.deps.files.read = async (path, version) => {
      if (path.endsWith('_CDP.pdf')) await open.promise;
      return read(path, version);
    };
    try {
      const answer = await fetch(`${portale.base}/api/allegati`, {
        method: 'POST', headers: { authorization: `Bearer ${everything.token}`, 'content-type': 'application/json', accept: 'application/zip' }, body: JSON.stringify({ macchina: matricola }),
      });
      const reader = answer.body!.getReader();
      const pieces = [(await reader.read()).value!];
      expect(pieces[0]!.length).toBeGreaterThan(0);
      open.resolve();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value);
      expect(names(await readZip(Buffer.concat(pieces)))).toEqual([`${matricola}/${matricola}_CE.pdf`, `${matricola}/${matricola}_CDP.pdf`]);
    } finally {
      portale.deps.files.read = read;
    }
    expect(await portale.deps.jobs.counts()).toEqual(before);
  });

  it('chi chiede lo zip stesso lo riceve con il suo tipo', async () => {
    const matricola = await macchina(['CE']);
    const answer = await fetch(`${portale.base}/api/allegati`, {
      method: 'POST', headers: { authorization: `Bearer ${everything.token}`, 'content-type': 'application/json', accept: 'application/zip' }, body: JSON.stringify({ auth: 'x', macchina: matricola }),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(names(await readZip(Buffer.from(await answer.arrayBuffer())))).toEqual([`${matricola}/${matricola}_CE.pdf`]);
  });

  it('senza selezione: Selezionare un macchinario', async () => {
    for (const body of [{}, { macchina: [] }, { all: true, macchina: ['', ' '] }, { macchina: '' }, { macchina: null }]) {
      expect(await allegati(everything, body)).toMatchObject({ status: 400, body: { message: 'Selezionare un macchinario' } });
    }
    for (const body of [{ macchina: [[1]] }, { macchina: { x: 1 } }, { macchina: [null] }]) expect((await allegati(everything, body)).status).toBe(400);
  });

  it('solo di ciò che si vede: una macchina altrui o sconosciuta fra le altre, e niente parte', async () => {
    const [own, others] = [await macchina(['CE'], ownFiles), await macchina(['CE'])];
    const before = await portale.deps.jobs.counts();
    expect((await allegati(ownFiles, { all: true, macchina: [own, others] })).status).toBe(404);
    expect((await allegati(everything, { all: true, macchina: [others, 'FANTASMA'] })).status).toBe(404);
    expect((await allegati(none, { macchina: others })).status).toBe(403);
    expect(await portale.deps.jobs.counts()).toEqual(before);
    expect((await allegati(ownFiles, { macchina: own })).status).toBe(202);
  });

  it('un percorso scritto a mano nel proprio record non apre il file di un altro', async () => {
    const [own, others] = [await macchina(['CE'], ownFiles), await macchina(['FATTURA'])];
    for (const path of [`${others}/${others}_FATTURA.pdf`, `${others}//${others}_FATTURA.pdf`]) {
      expect((await portale.call('PUT', '/api/macchinari', { as: ownFiles, body: { macchinario: { matricola: own, documenti_cdp: path } } })).status).toBe(400);
      // one that was recorded before that rule
      await portale.command({ register: 'macchinari', action: 'change', key: own, values: { documenti_cdp: path } });
      const end = await finished(ownFiles, (await allegati(ownFiles, { macchina: own })).body.message.jobId);
      expect(names((await download(end.name)).voci)).toEqual([`${own}/${own}_CE.pdf`]);
    }
  });
});

describe('operazioni', () => {
  it('le vede chi le ha chieste e l’amministratore; per gli altri non esistono', async () => {
    const { jobId } = (await allegati(everything, { macchina: await macchina(['CE']) })).body.message;
    await finished(everything, jobId);
    expect((await processo(admin, jobId)).status).toBe(200);
    for (const method of ['GET', 'DELETE'] as const) expect((await portale.call(method, `/api/processi/${jobId}`, { as: reader })).status).toBe(404);
    expect((await portale.call('POST', `/api/processi/${jobId}/riprova`, { as: reader })).status).toBe(404);
    expect((await processo(everything, 'nessuna')).status).toBe(404);
    const { data } = (await portale.call('GET', '/api/processi', { as: everything })).body;
    expect(data[0].id).toBe(jobId);
    expect(data.every((p: { utente: string }) => p.utente === everything.memberID)).toBe(true);
    expect((await portale.call('GET', '/api/processi', { as: reader })).body.data).toEqual([]);
  });

  it('una finita si toglie con il suo file; una riuscita non si riprova; una in attesa non si toglie', async () => {
    const { jobId } = (await allegati(everything, { macchina: await macchina(['CE']) })).body.message;
    const { name } = await finished(everything, jobId);
    expect((await portale.call('POST', `/api/processi/${jobId}/riprova`, { as: everything })).status).toBe(409);
    expect((await portale.call('DELETE', `/api/processi/${jobId}`, { as: everything })).status).toBe(200);
    expect((await processo(everything, jobId)).status).toBe(404);
    expect((await download(name)).stato).toBe(404);
    expect(await readdir(resultsFolder(portale.deps.config))).not.toContain(`${jobId}.zip`);
    await workers.stop();
    const stop = (await allegati(everything, { macchina: await macchina(['CE']) })).body.message.jobId;
    expect((await portale.call('DELETE', `/api/processi/${stop}`, { as: everything })).status).toBe(409);
    workers = await enable();
    expect(await finished(everything, stop)).toMatchObject({ status: 'done' });
  });

  it('una fallita dice perché e si riprova', async () => {
    await workers.stop();
    const { jobId } = (await allegati(everything, { macchina: await macchina(['CE']) })).body.message;
    const { writeDb } = portale.deps;
    await sql`update public.processi set dati = jsonb_set(dati, '{nome}', '1') where id = ${jobId}`.execute(writeDb);
    workers = await enable();
    expect(await finished(everything, jobId)).toMatchObject({ status: 'error', name: null, messaggio: expect.stringContaining('sconosciuta') });
    await sql`update public.processi set dati = jsonb_set(dati, '{nome}', '"zip"') where id = ${jobId}`.execute(writeDb);
    expect((await portale.call('POST', `/api/processi/${jobId}/riprova`, { as: everything })).status).toBe(202);
    expect(await finished(everything, jobId)).toMatchObject({ status: 'done' });
  });

  it('i risultati scaduti spariscono con la loro operazione, gli altri restano', async () => {
    const { writeDb, config } = portale.deps;
    const [old, fresh] = [(await allegati(everything, { macchina: await macchina(['CE']) })).body.message.jobId, (await allegati(everything, { macchina: await macchina(['CE']) })).body.message.jobId];
    for (const id of [old, fresh]) await finished(everything, id);
    await sql`update public.processi set scade = now() - interval '1 second' where id = ${old}`.execute(writeDb);
    const orphan = join(resultsFolder(config), 'orfano.zip.temp');
    await writeFile(orphan, 'x');
    await utimes(orphan, new Date(0), new Date(0));
    await cleanResults(writeDb, resultsFolder(config));
    const left = await readdir(resultsFolder(config));
    expect(left).toContain(`${fresh}.zip`);
    expect(left).not.toContain(`${old}.zip`);
    expect(left).not.toContain('orfano.zip.temp');
    expect((await processo(everything, old)).status).toBe(404);
  });

  it('il file di un’operazione fuori dalla cartella dei risultati non si scarica e non si elimina', async () => {
    const { jobId } = (await allegati(everything, { macchina: await macchina(['CE']) })).body.message;
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

describe('rinominare', () => {
  const rename = (from: Person, pairs: [string, string][], headers: Record<string, string> = {}) => allegati(from, { rename: true, path: pairs.map(([from, to]) => ({ from, to })) }, headers);
  const c = (m: string, name: string) => `${m}/${name}`;

  it('il file e il record cambiano insieme, e la storia apre ancora il vecchio', async () => {
    const m = await macchina(['CE', 'CDP']);
    const headers = { 'idempotency-key': `rinomina-${m}` };
    const pairs: [string, string][] = [[c(m, `${m}_CE.pdf`), c(m, 'certificato CE.pdf')], [c(m, `${m}_CDP.pdf`), c(m, 'proprietà.pdf')]];
    const outcome = await rename(everything, pairs, headers);
    expect(outcome).toMatchObject({ status: 200, body: { message: { affectedRows: 2 } } });
    const record = await row(m);
    expect(record).toMatchObject({ documenti_ce: c(m, 'certificato CE.pdf'), documenti_cdp: c(m, 'proprietà.pdf'), versione: outcome.body.message.versione });
    expect(record.archivio.documenti_ce).toMatchObject({ percorso: c(m, 'certificato CE.pdf'), versione: 1 });
    expect((await portale.deps.files.read(c(m, `${m}_CE.pdf`), 1)).bytes).toBeGreaterThan(0);
    expect((await rename(everything, pairs, headers)).body).toEqual(outcome.body);
    expect((await rename(everything, pairs)).status).toBe(404);
    // a sheet of a day without maintenance belongs to no record
    const form = new FormData();
    for (const [name, value] of Object.entries({ matricola: m, data: '2026-02-03', docMacch: 'false' })) form.append(name, value);
    form.append('file', pdf('foglio'), 'x.pdf');
    expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: everything, body: form })).status).toBe(201);
    const sheet: [string, string][] = [[c(m, `${m}_260203.pdf`), c(m, `${m}_260204.pdf`)]];
    const key = { 'idempotency-key': `foglio-${m}` };
    for (const time of ['una volta', 'di nuovo']) expect([time, (await rename(everything, sheet, key)).status]).toEqual([time, 200]);
  });

  it('anche quando il record ha già il nome nuovo', async () => {
    const m = await macchina(['CE']);
    await portale.call('PUT', '/api/macchinari', { as: everything, body: { macchinario: { matricola: m, documenti_ce: c(m, 'nuovo.pdf') } } });
    expect((await rename(everything, [[c(m, `${m}_CE.pdf`), c(m, 'nuovo.pdf')]])).status).toBe(200);
    expect((await row(m)).archivio.documenti_ce.percorso).toBe(c(m, 'nuovo.pdf'));
  });

  it('o tutti o nessuno', async () => {
    const m = await macchina(['CE', 'CDP', 'ASS']);
    const ce: [string, string] = [c(m, `${m}_CE.pdf`), c(m, 'a.pdf')];
    const before = await row(m);
    for (const [other, state] of [
      [[c(m, `${m}_CDP.pdf`), c(m, `${m}_ASS.pdf`)], 409], [[c(m, 'non-c-e.pdf'), c(m, 'b.pdf')], 404], [[c(m, `${m}_CDP.pdf`), c(m, 'a.pdf')], 409],
      [[c(m, `${m}_CDP.pdf`), c(m, 'b.jpg')], 400], [[c(m, `${m}_CDP.pdf`), '../b.pdf'], 400], [[c(m, `${m}_CDP.pdf`), 'ALTRA/b.pdf'], 400],
    ] as [[string, string], number][]) {
      expect((await rename(everything, [ce, other])).status).toBe(state);
      expect(await row(m)).toEqual(before);
      expect(names((await portale.deps.files.list(m)).map((f) => ({ name: f.path })))).toEqual([`${m}_ASS.pdf`, `${m}_CDP.pdf`, `${m}_CE.pdf`].map((n) => c(m, n)));
    }
  });

  it('se il secondo passo si guasta il primo torna com’era, anche nel record', async () => {
    const m = await macchina(['CE', 'CDP']);
    const { files } = portale.deps;
    const real = files.rename;
    files.rename = async (from, a) => {
      if (from.endsWith('_CDP.pdf')) throw Object.assign(new Error('disco'), { code: 'EIO' });
      return real(from, a);
    };
    try {
      expect((await rename(everything, [[c(m, `${m}_CE.pdf`), c(m, 'a.pdf')], [c(m, `${m}_CDP.pdf`), c(m, 'b.pdf')]])).status).toBe(500);
    } finally {
      files.rename = real;
    }
    await vi.waitFor(async () => expect(await row(m)).toMatchObject({ documenti_ce: c(m, `${m}_CE.pdf`), documenti_cdp: c(m, `${m}_CDP.pdf`) }));
    expect((await files.info(c(m, 'a.pdf')))).toBeNull();
    expect(await files.info(c(m, `${m}_CE.pdf`))).not.toBeNull();
  });

  it('vuole il permesso di modificare, e file dello stesso record', async () => {
    const [m, other] = [await macchina(['CE']), await macchina([])];
    const pair: [string, string][] = [[c(m, `${m}_CE.pdf`), c(m, 'a.pdf')]];
    expect((await rename(reader, pair)).status).toBe(403);
    expect((await rename(ownFiles, pair)).status).toBe(404);
    expect((await rename(none, pair)).status).toBe(403);
    expect((await rename(everything, [[c(m, `${m}_CE.pdf`), c(other, 'a.pdf')]])).status).toBe(400);
    await portale.deps.files.write('SENZA/x.pdf', Readable.from([Buffer.from('%PDF-x%%EOF')]), 'pdf');
    expect((await rename(admin, [['SENZA/x.pdf', 'SENZA/y.pdf']])).status).toBe(403);
    for (const path of [[], 'x', [{ from: 1, to: 2 }], undefined]) expect((await allegati(everything, { rename: true, path })).status).toBe(400);
  });
});
