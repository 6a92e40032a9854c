import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, italianDay, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type Level, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';
import { JOBS } from '#contracts/jobs/index.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { bullmqQueue } from '#workers/engine/bullmq.ts';
import { startWorkers } from '#workers/index.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../../test/portal.ts';
import { pdf } from '../../../../test/samples.ts';
import { readZip } from '../../../../test/zip.ts';
import { installKinds } from '../install-kinds.ts';
import { readIndex } from './testing.ts';

const levels = (allowView: Level, allowEdit: Level): PermissionLevels => ({ allowInsert: 1, allowView, allowEdit, allowDelete: 0 });
const everything = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;

let portale: TestPortal;
let workers: { stop(): Promise<void> };
let admin: Person;
let today: string;

const enable = () =>
  startWorkers({
    writeDb: portale.deps.writeDb,
    postgresUrl: portale.url,
    tools: portale.tools(),
    resultsFolder: resultsFolder(portale.deps.config),
    log: { warn: () => {}, error: () => {} },
    lockDuration: 5000,
  });

beforeAll(async () => {
  portale = await startTestPortal({
    jobs: ({ writeDb, url }) => bullmqQueue({ definitions: JOBS, writeDb, postgresUrl: url }),
    env: { DITTA: 'Fondazioni Valborra' },
  });
  await installKinds(portale.deps);
  workers = await enable();
  admin = await portale.person({ groupID: 2, permessi: everything });
  today = romeDate(portale.deps.clock.now());
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

const post = async (path: string, key: string, values: object) => {
  const answer = await portale.call('POST', `/api/${path}`, { as: admin, body: { [key]: values } });
  expect([path, answer.status]).toEqual([path, 201]);
  return answer.body.message.insertId;
};
let n = 0;
const site = async () => post('cantieri', 'cantiere', { commessa: `D${(n += 1)}`, committente: 'Autostrade' }) as Promise<string>;
const worker = async (values: object = {}, nome = 'Mario') =>
  post('personale', 'personale', { matricola: `W${(n += 1)}`, cognome: 'Rossi', nome, ...values }) as Promise<string>;
const machine = async (values: object = {}) =>
  post('macchinari', 'macchinario', { matricola: `M${(n += 1)}`, marca: 'Bauer', modello: 'BG 28', ...values }) as Promise<string>;

async function renew(soggetto: string, id: string, tipo: string, text: string, dates: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ soggetto, id, tipo, ...dates })) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(pdf(text))]), 'x.pdf');
  const { status, body } = await portale.call('POST', '/api/scadenze/rinnova', { as: admin, body: form });
  expect([tipo, status, status === 200 ? '' : body]).toEqual([tipo, 200, '']);
}
const FAR = '2040-01-01';
/** A worker who has all that every site asks for. */
async function ready(): Promise<string> {
  const id = await worker();
  for (const tipo of ['idoneita', 'formazione', 'unilav', 'ci'])
    await renew('lavoratore', id, tipo, `${id} ${tipo}`, { dal: '2020-01-01', scadenza: FAR });
  return id;
}

const dossier = (body: object, as = admin, headers: Record<string, string> = {}) =>
  portale.call('POST', '/api/cantieri/dossier', { as, body: { giorno: today, sanitari: 0, ...body }, headers });
const list = (query: string, as = admin) => portale.call('GET', `/api/cantieri/dossier?${query}`, { as });
const finished = (jobId: string, as = admin) =>
  vi.waitFor(
    async () => {
      const { message } = (await portale.call('GET', `/api/processi/${jobId}`, { as })).body;
      expect(['done', 'error']).toContain(message.status);
      return message;
    },
    { timeout: 20_000, interval: 25 },
  );
async function unpacked(jobId: string, as = admin) {
  const end = await finished(jobId, as);
  expect([end.status, end.messaggio]).toEqual(['done', expect.anything()]);
  const answer = await fetch(`${portale.base}/file?file=${end.name}`);
  const entries = await readZip(Buffer.from(await answer.arrayBuffer()));
  const index = await readIndex(entries.find(({ name }) => name === 'Indice.pdf')!.content);
  return { end, names: entries.map(({ name }) => name), entries, index, text: index.texts.join(' ') };
}
const zipOf = async (body: object, as = admin) => {
  const answer = await dossier(body, as);
  expect([answer.status, answer.status === 202 ? '' : answer.body]).toEqual([202, '']);
  return unpacked(answer.body.message.jobId, as);
};
const history = async (tabella: string, id: string) =>
  (
    (await portale.call('GET', `/api/storico?tabella=${tabella}&id=${id}`, { as: admin })).body.data as { evento: string; frase: string }[]
  ).filter(({ evento }) => evento.includes('Dossier'));
const folder = (matricola: string) => `${matricola}_ROSSI_MARIO`;

describe('il dossier di un cantiere', () => {
  it('è uno zip con i documenti validi, per persona e macchina, e l’indice con stato, collegamento e impronta', async () => {
    const [commessa, good, lacking, m] = [await site(), await ready(), await worker(), await machine()];
    await renew('lavoratore', lacking, 'unilav', 'unilav', { scadenza: addDays(today, 10) });
    await renew('lavoratore', lacking, 'formazione', 'vecchio corso', { dal: '2019-01-10', scadenza: '2024-01-10' });
    await renew('macchina', m, 'ass', 'polizza', { scadenza: FAR });
    const zip = await zipOf({ commessa, lavoratori: [good, lacking], macchinari: [m], destinatario: 'Impresa Alfa' });
    expect(zip.end).toMatchObject({
      tipo: 'dossier-cantiere',
      messaggio: '5 file',
      titolo: `Dossier del cantiere ${commessa} al ${italianDay(today)}`,
    });
    expect(zip.names.toSorted()).toEqual(
      [
        'Indice.pdf',
        `${m}/${m}_ASS.pdf`,
        `${folder(good)}/${good}_ci.pdf`,
        `${folder(good)}/${good}_formazione.pdf`,
        `${folder(good)}/${good}_unilav.pdf`,
        `${folder(lacking)}/${lacking}_unilav.pdf`,
      ].toSorted(),
    );
    for (const { name, content } of zip.entries.filter((one) => one.name !== 'Indice.pdf')) {
      expect(zip.text.replaceAll(' ', '')).toContain(createHash('sha256').update(content).digest('hex'));
      expect(zip.index.links).toContain(name);
    }
    expect(zip.text).toContain(`Dossier del cantiere ${commessa}`);
    expect(zip.text).toContain('Autostrade');
    expect(zip.text).toContain(`Documenti validi al ${italianDay(today)}`);
    expect(zip.text).toContain(`da ${admin.memberID}, per Impresa Alfa`);
    expect(zip.text).toContain('Fondazioni Valborra');
    for (const words of [
      `Lavoratore ${good} Rossi Mario`,
      'Non idoneo',
      'Assente',
      'Scaduto',
      '10/01/2024',
      'In scadenza',
      'Dato sanitario: solo lo stato',
    ])
      expect(zip.text).toContain(words);
  });

  it('di un giorno passato: il file che valeva allora', async () => {
    const [commessa, id] = [await site(), await worker()];
    await renew('lavoratore', id, 'formazione', 'vecchio corso', { dal: '2019-01-10', scadenza: '2024-01-10' });
    await renew('lavoratore', id, 'formazione', 'nuovo corso', { dal: '2024-02-01', scadenza: '2029-02-01' });
    const content = async (giorno: string) =>
      (await zipOf({ commessa, lavoratori: [id], giorno })).entries
        .find(({ name }) => name.endsWith('_formazione.pdf'))
        ?.content.toString();
    expect(await content('2023-06-01')).toContain('vecchio corso');
    expect(await content('2024-01-20')).toBeUndefined();
    expect(await content('2024-02-01')).toContain('nuovo corso');
  });

  it('della salute solo il giudizio, e solo chiesto da chi modifica tutto il personale', async () => {
    const [commessa, id] = [await site(), await ready()];
    await renew('lavoratore', id, 'limitazione', 'niente altezze');
    await post('requisiti', 'requisiti', { soggetto: 'lavoratore', tipo_documento: 'limitazione', commessa });
    const without = await zipOf({ commessa, lavoratori: [id] });
    expect(without.names.some((name) => /idoneita|limitazione/.test(name))).toBe(false);
    expect(without.text).toContain('Dati sanitari: il solo stato');
    const reader = await portale.person({ permessi: { cantieri: levels(3, 3), report: levels(3, 1) } });
    expect((await dossier({ commessa, lavoratori: [id], sanitari: 1 }, reader)).status).toBe(403);
    const editor = await portale.person({ permessi: { cantieri: levels(3, 0), report: levels(3, 3) } });
    const judged = await zipOf({ commessa, lavoratori: [id], sanitari: 1 }, editor);
    expect(judged.names).toContain(`${folder(id)}/${id}_idoneita.pdf`);
    expect(judged.names.some((name) => name.includes('limitazione'))).toBe(false);
    const opened = (await portale.call('GET', `/api/storico?tabella=personale&id=${id}`, { as: admin })).body.data as { evento: string }[];
    expect(opened.filter(({ evento }) => evento.startsWith('DocumentoAperto'))).toHaveLength(1);
  });

  it('un percorso scritto a mano non porta fuori un documento sanitario, né quello di un altro', async () => {
    const [commessa, own, other] = [await site(), await ready(), await ready()];
    await renew('lavoratore', own, 'prescrizione', 'occhiali');
    for (const path of [`PERSONALE/${folder(own)}/${own}_prescrizione.pdf`, `PERSONALE/${folder(other)}/${other}_unilav.pdf`]) {
      await portale.command({ register: 'personale', action: 'change', key: own, values: { unilav: path } });
      for (const sanitari of [0, 1]) {
        const { entries } = await zipOf({ commessa, lavoratori: [own], sanitari });
        const texts = entries.map(({ content }) => content.toString('latin1')).join('');
        expect([path, sanitari, texts.includes('occhiali'), texts.includes(`${other} unilav`)]).toEqual([path, sanitari, false, false]);
      }
    }
  });

  it('lo raccontano il cantiere e ogni lavoratore, con il destinatario, una volta sola; e il registro degli accessi', async () => {
    const [commessa, a, b] = [await site(), await ready(), await worker()];
    const body = { commessa, lavoratori: [a, b], destinatario: '  Committente, ing. Bianchi ' };
    const headers = { 'Idempotency-Key': `dossier-${commessa}` };
    const [one, two] = [await dossier(body, admin, headers), await dossier(body, admin, headers)];
    expect([one.status, two.status]).toEqual([202, 202]);
    expect(two.body).toEqual(one.body);
    await finished(one.body.message.jobId);
    const day = italianDay(today);
    expect(await history('cantieri', commessa)).toMatchObject([
      {
        evento: 'DossierCantierePreparato.v1',
        frase: `ha preparato il dossier al ${day}, per Committente, ing. Bianchi: 2 lavoratori (${a}, ${b}), 3 file`,
      },
    ]);
    expect(await history('personale', a)).toMatchObject([
      {
        frase: `ha preparato il dossier del cantiere ${commessa} al ${day}, per Committente, ing. Bianchi: Corso Base, Unilav, Carta di Identita`,
      },
    ]);
    expect(await history('personale', b)).toMatchObject([{ frase: expect.stringContaining('solo lo stato dei documenti') }]);
    // told of the record, which stays as it was
    expect((await portale.call('GET', `/api/cantieri?commessa=${commessa}`, { as: admin })).body.data[0].versione).toBe(1);
    const { data } = (await portale.call('GET', '/api/amministrazione/accessi', { as: admin })).body;
    expect(
      (data as { tipo: string; cosa: string }[]).filter(({ tipo, cosa }) => tipo === 'zip' && cosa.includes(`cantiere ${commessa} `)),
    ).toMatchObject([{ quanti: 3, cosa: expect.stringContaining(`per Committente, ing. Bianchi: ${a}, ${b}`) }]);
    expect((await dossier({ ...body, lavoratori: [a] }, admin, headers)).status).toBe(422);
  });

  it('solo di ciò che si vede; una richiesta sbagliata dice in che cosa, e niente parte', async () => {
    const [commessa, id, m] = [await site(), await ready(), await machine()];
    const before = await portale.deps.jobs.counts();
    const refused = async (body: object, as = admin) => {
      const answer = await dossier({ commessa, lavoratori: [id], ...body }, as);
      return [answer.status, answer.body.errors?.[0]?.campo];
    };
    expect(await refused({ commessa: 'NO' })).toEqual([404, undefined]);
    expect(await refused({ lavoratori: ['NESSUNO'] })).toEqual([404, undefined]);
    expect(await refused({ macchinari: ['NESSUNA'] })).toEqual([404, undefined]);
    expect(await refused({ macchinari: ['N99999'] })).toEqual([404, undefined]);
    expect(await refused({ commessa: undefined })).toEqual([400, 'commessa']);
    expect((await refused({ lavoratori: [], macchinari: [] }))[0]).toBe(400);
    expect(await refused({ giorno: '2026-02-30' })).toEqual([400, 'giorno']);
    expect(await refused({ giorno: 20260223 })).toEqual([400, 'giorno']);
    expect(await refused({ sanitari: 2 })).toEqual([400, 'sanitari']);
    expect(await refused({ lavoratori: [{}] })).toEqual([400, 'lavoratori.0']);
    expect(await refused({ destinatario: 'x'.repeat(201) })).toEqual([400, 'destinatario']);
    const person = (permessi: Permissions) => portale.person({ permessi });
    expect(await refused({}, await person({}))).toEqual([403, undefined]);
    expect(await refused({}, await person({ report: levels(3, 3) }))).toEqual([403, undefined]);
    expect(await refused({}, await person({ cantieri: levels(3, 3) }))).toEqual([403, undefined]);
    expect(await refused({}, await person({ cantieri: levels(1, 1), report: levels(3, 3) }))).toEqual([404, undefined]);
    expect(await refused({}, await person({ cantieri: levels(3, 3), report: levels(1, 1) }))).toEqual([404, undefined]);
    expect(await refused({ macchinari: [m] }, await person({ cantieri: levels(3, 3), report: levels(3, 3) }))).toEqual([403, undefined]);
    expect((await portale.call('POST', '/api/cantieri/dossier', { body: { commessa, lavoratori: [id] } })).status).toBe(401);
    expect(await portale.deps.jobs.counts()).toEqual(before);
    expect(await history('cantieri', commessa)).toEqual([]);
  });

  it('un file che non è più nell’archivio: l’indice lo dice', async () => {
    const [commessa, id] = [await site(), await ready()];
    await rm(join(portale.folder, 'archivio', 'PERSONALE', folder(id), `${id}_unilav.pdf`));
    const { end, names, text } = await zipOf({ commessa, lavoratori: [id] });
    expect(end.messaggio).toBe('2 file, 1 mancante');
    expect(names).toContain('LEGGIMI.txt');
    expect(text).toContain('Il file non è nell’archivio');
  });

  it('interrotto riprende; ciò che la chiamata non ha potuto dire lo dice l’operazione, una volta', async () => {
    const [commessa, id] = [await site(), await ready()];
    await workers.stop();
    const { store } = portale.deps;
    const { append } = store;
    store.append = async (stream, ...rest) => {
      if (stream === `personale-${id}`) throw new Error('killed');
      return append.call(store, stream, ...rest);
    };
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await dossier({ commessa, lavoratori: [id] }, admin, headers)).status).toBe(500);
    store.append = append;
    expect([(await history('cantieri', commessa)).length, (await history('personale', id)).length]).toEqual([1, 0]);
    const { rows } = await sql<{
      id: string;
    }>`select id from public.processi where tipo = 'dossier-cantiere' order by creato desc limit 1`.execute(portale.deps.writeDb);
    // as a worker leaves it that was killed in the middle
    await sql`update public.processi set status = 'running' where id = ${rows[0]!.id}`.execute(portale.deps.writeDb);
    workers = await enable();
    const { names } = await unpacked(rows[0]!.id);
    expect(names).toContain(`${folder(id)}/${id}_unilav.pdf`);
    expect([(await history('cantieri', commessa)).length, (await history('personale', id)).length]).toEqual([1, 1]);
    expect((await dossier({ commessa, lavoratori: [id] }, admin, headers)).body.message.jobId).toBe(rows[0]!.id);
    expect((await history('personale', id)).length).toBe(1);
  });
});

describe('chi può lavorare qui', () => {
  async function lineOn(commessa: string, data: string, values: object) {
    const { body } = await portale.call('GET', `/api/produzione_padre?cerca=${commessa}&pagina=1`, { as: admin });
    const known = (body.data as { id: number; data: string; cantiere: string }[]).find(
      (one) => one.data === data && one.cantiere === commessa,
    );
    const header = known?.id ?? (await post('produzione_padre', 'produzione_padre', { data, cantiere: commessa }));
    await post('produzione', 'produzione', { id_intestazione: header, wbs: 'PILA', lavorazione: 'PALI', quantita: 1, ...values });
  }
  async function siteAtWork() {
    const commessa = await site();
    await post('cantieri_wbs', 'cantieri_wbs', { commessa, descrizione: 'PILA' });
    await post('cantieri_lavorazioni', 'cantieri_lavorazioni', { commessa, lavorazione: 'PALI', prezzo: 10 });
    return commessa;
  }
  const operator = async (matricola: string) => {
    await post('operatore', 'operatore', { descrizione: `OPERATORE ${matricola}`, matricola });
    return `OPERATORE ${matricola}`;
  };

  it('chi vi ha lavorato negli ultimi trenta giorni, con esito e motivi; la macchina chiede a chi la conduce', async () => {
    const [commessa, m] = [await siteAtWork(), await machine({ tipologia: 'Perforatrice D' })];
    await post('requisiti', 'requisiti', { soggetto: 'lavoratore', tipo_documento: 'pfr_gd', tipologia: 'Perforatrice D' });
    await post('requisiti', 'requisiti', { soggetto: 'macchina', tipo_documento: 'ass', tipologia: 'Perforatrice D' });
    const [good, gone] = [await ready(), await ready()];
    await lineOn(commessa, addDays(today, -2), { operatore: await operator(good), attrezzatura: m });
    await lineOn(commessa, addDays(today, -31), { operatore: await operator(gone) });
    const { status, body } = await list(`commessa=${commessa}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        soggetto: 'lavoratore',
        id: good,
        nome: 'Rossi Mario',
        ultimo: addDays(today, -2),
        esito: 'riserva',
        motivi: [{ tipo: 'pfr_gd', stato: 'assente' }],
      },
      { soggetto: 'macchina', id: m, matricola: m, nome: 'Bauer BG 28', esito: 'riserva', motivi: [{ tipo: 'ass', stato: 'assente' }] },
    ]);
    expect(body.data[0].righe.map(({ tipo, problema }: { tipo: string; problema: string | null }) => [tipo, problema])).toEqual([
      ['pfr_gd', 'assente'],
      ['idoneita', null],
      ['formazione', null],
      ['unilav', null],
      ['ci|patente|psog', null],
    ]);
    await post('operatore', 'operatore', { descrizione: `A GIORNATA ${commessa}` });
    await lineOn(commessa, today, { operatore: `A GIORNATA ${commessa}` });
    expect((await list(`commessa=${commessa}`)).body.sconosciuti).toEqual([`A GIORNATA ${commessa}`]);
    // alone he is the same
    const [{ esito }] = (await portale.call('GET', `/api/idoneo?lavoratore=${good}&macchina=${m}&commessa=${commessa}`, { as: admin })).body
      .data;
    expect(esito).toBe('riserva');
    expect((await list(`commessa=${commessa}&giorno=${addDays(today, -31)}`)).body.data).toMatchObject([{ id: gone, esito: 'si' }]);
  });

  it('un altro si chiede per nome; di più presenti ne basta uno con il primo soccorso', async () => {
    const [commessa, a, b] = [await site(), await ready(), await ready()];
    const both = (await list(`commessa=${commessa}&lavoratore=${a}&lavoratore=${b}`)).body;
    expect(both.data).toMatchObject([
      { id: a, esito: 'si', ultimo: null },
      { id: b, esito: 'si' },
    ]);
    expect(both.cantiere).toMatchObject({ esito: 'riserva', motivi: [{ tipo: 'ps' }, { tipo: 'antincendio' }] });
    await renew('lavoratore', b, 'ps', 'ps', { scadenza: FAR });
    const { cantiere } = (await list(`commessa=${commessa}&lavoratore=${a}&lavoratore=${b}`)).body;
    expect(cantiere.righe.find(({ tipo }: { tipo: string }) => tipo === 'ps')).toMatchObject({ problema: null, trovato: { di: b } });
    const { names } = await zipOf({ commessa, lavoratori: [a, b] });
    expect(names).toContain(`${folder(b)}/${b}_ps.pdf`);
  });

  it('solo chi si vede: gli altri non ci sono, e per nome sono rifiutati', async () => {
    const [commessa, m, id] = [await siteAtWork(), await machine(), await ready()];
    await lineOn(commessa, today, { operatore: await operator(id), attrezzatura: m });
    const ids = async (permessi: Permissions) => {
      const { status, body } = await list(`commessa=${commessa}`, await portale.person({ permessi: { ...permessi } }));
      return status === 200 ? (body.data as { id: string }[]).map((one) => one.id) : status;
    };
    expect(await ids({ cantieri: levels(3, 0), report: levels(3, 0), macchinari: levels(3, 0) })).toEqual([id, m]);
    expect(await ids({ cantieri: levels(3, 0), report: levels(3, 0) })).toEqual([id]);
    expect(await ids({ cantieri: levels(3, 0), macchinari: levels(3, 0) })).toEqual([m]);
    expect(await ids({ cantieri: levels(3, 0), report: levels(1, 1) })).toEqual([]);
    expect(await ids({ report: levels(3, 3) })).toBe(403);
    expect((await list(`commessa=${commessa}&giorno=ieri`)).status).toBe(400);
    expect((await list('commessa=NO')).status).toBe(404);
    expect((await list('')).status).toBe(400);
    expect(
      (await list(`commessa=${commessa}&lavoratore=${id}`, await portale.person({ permessi: { cantieri: levels(3, 3) } }))).status,
    ).toBe(403);
  });
});
