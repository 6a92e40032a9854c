import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import type { ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import { UPLOADS } from '#contracts/modules/contabilita/processi.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { startWorkers } from '#workers/index.ts';
import { bullmqQueue } from '#workers/engine/bullmq.ts';
import { cleanResults } from '#workers/engine/cleanup.ts';
import { readSample, samplePair } from '../../../test/contabilita-samples.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const levels = (allowView: Level, allowEdit: Level): PermissionLevels => ({ allowInsert: 1, allowView, allowEdit, allowDelete: 0 });
const PATH = '/api/contabilita-lavoratori';

let portale: TestPortal;
let workers: { stop(): Promise<void> } | null = null;
let temporary: string;
let accountant: Person;
let reader: Person;
let own: Person;
let nobody: Person;

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'strato-contabilita-'));
  portale = await startTestPortal({
    jobs: ({ writeDb, url }) => bullmqQueue({ writeDb, postgresUrl: url }),
  });
  accountant = await portale.person({ permessi: { report: levels(3, 3) } });
  reader = await portale.person({ permessi: { report: levels(3, 0) } });
  own = await portale.person({ permessi: { report: levels(1, 1) } });
  nobody = await portale.person({ permessi: { report: levels(0, 0) } });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
  await rm(temporary, { recursive: true, force: true });
});

const begin = async () => {
  const { writeDb, config } = portale.deps;
  workers = await startWorkers({
    writeDb,
    tools: { ...portale.tools(), lists: { read: async () => {} } },
    postgresUrl: portale.url,
    resultsFolder: resultsFolder(config),
    log: { warn: () => {}, error: () => {} },
    lockDuration: 5000,
  });
};
const end = async () => {
  await workers?.stop();
  workers = null;
};

type Part = readonly [campo: string, nome: string, content: Buffer | string];
const pair = (sample: string): Part[] => Object.entries(samplePair(sample)).map(([field, content]) => [field, `${field}.csv`, content]);

async function send(parts: readonly Part[], from: Person | null = accountant, key?: string) {
  const form = new FormData();
  for (const [field, name, content] of parts) form.append(field, new Blob([new Uint8Array(Buffer.from(content))]), name);
  const answer = await fetch(`${portale.base}${PATH}/process-files`, {
    method: 'POST',
    body: form,
    headers: { ...(from ? { authorization: `Bearer ${from.token}` } : {}), ...(key ? { 'Idempotency-Key': key } : {}) },
  });
  return { stato: answer.status, corpo: (await answer.json()) as { message: { id: string; taskName: string; status: string } & string } };
}
const list = async (from = accountant): Promise<ProcessoContabilita[]> =>
  (await portale.call('GET', `${PATH}/process-result`, { as: from })).body.message;
const download = (filename: string, from: Person | null = accountant) =>
  fetch(`${portale.base}${PATH}/download?filename=${encodeURIComponent(filename)}`, {
    headers: from ? { authorization: `Bearer ${from.token}` } : {},
  });
const finished = (count: number, from = accountant) =>
  vi.waitFor(
    async () => {
      const found = await list(from);
      expect(found.filter(({ status }) => status === 'done' || status === 'error')).toHaveLength(count);
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );
const uploaded = async () =>
  (await readdir(join(resultsFolder(portale.deps.config), UPLOADS), { withFileTypes: true })).filter((f) => f.isFile()).length;

describe('contabilità lavoratori', () => {
  it('due file diventano un’elaborazione in attesa, poi una cartella, una prima nota e le anomalie', async () => {
    const { stato: state, corpo: body } = await send(pair('04_anomalie'));
    expect([state, body.message]).toEqual([200, { id: expect.any(String), taskName: 'Contabilità lavoratori #000001', status: 'queued' }]);
    expect(await list()).toEqual([
      { taskName: 'Contabilità lavoratori #000001', status: 'queued', filename: null, esito: null, messaggio: null, files: [] },
    ]);
    await begin();
    const [done] = await finished(1);
    expect(done).toMatchObject({
      taskName: 'Contabilità lavoratori 03/2026 #000001 - DA VERIFICARE (6)',
      status: 'done',
      filename: 'contabilita_lavoratori_2026-03_000001.xlsx',
      esito: 'anomalie',
      messaggio: 'Da verificare (6 errori): 300,00 € ripartiti su 1 commessa, 1.500,00 € non ripartiti.',
    });
    expect(done!.files.map(({ filename, tipo: kind }) => [filename, kind])).toEqual([
      ['contabilita_lavoratori_2026-03_000001.xlsx', 'cartella'],
      ['prima_nota_BOZZA_2026-03_000001.csv', 'prima_nota'],
      ['anomalie_2026-03_000001.csv', 'anomalie'],
    ]);
    await vi.waitFor(async () => expect(await uploaded()).toBe(0), 15_000);
  });

  it('l’esito è un fatto del registro: chi, quali file, quanto', async () => {
    const direzione = await portale.person({ groupID: 9, permessi: { report: levels(3, 3) } });
    const trail = async (query: string) => (await portale.call('GET', `/api/storico/registro?${query}`, { as: direzione })).body;
    await vi.waitFor(async () => expect((await trail('area=report')).totale).toBe(1), { timeout: 10_000, interval: 25 });
    const {
      data: [entry],
    } = await trail('tabella=contabilita-lavoratori&cerca=bilMovDip.csv');
    expect(entry).toMatchObject({
      tabella: 'contabilita-lavoratori',
      id: '1',
      evento: 'ContabilitaElaborata.v1',
      utente: accountant.memberID,
      frase: 'ha elaborato la contabilità lavoratori',
    });
    const values = Object.fromEntries(entry.campi.map(({ etichetta, dopo }: { etichetta: string; dopo: unknown }) => [etichetta, dopo]));
    expect(values).toMatchObject({
      Periodo: '03/2026',
      Esito: 'anomalie',
      Errori: 6,
      'Costo ripartito': 300,
      'Costo non ripartito': 1500,
      'File Bill Mov Dip': 'bilMovDip.csv',
      'SHA-256 di Ripartizione': createHash('sha256').update(readSample('04_anomalie', 'ripartizioni.csv')).digest('hex'),
    });
    const other = await portale.person({ groupID: 9, permessi: { report: levels(0, 0) } });
    expect((await portale.call('GET', '/api/storico/registro?area=report', { as: other })).body.totale).toBe(0);
  });

  it('si scarica ogni file di un’elaborazione, con il suo nome', async () => {
    const journal = await download('prima_nota_BOZZA_2026-03_000001.csv');
    expect([journal.status, journal.headers.get('content-type'), journal.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      expect.stringContaining('attachment; filename="prima_nota_BOZZA_2026-03_000001.csv"'),
    ]);
    expect(Buffer.from(await journal.arrayBuffer()).equals(readSample('04_anomalie', 'prima_nota.csv'))).toBe(true);
    const book = Buffer.from(await (await download('contabilita_lavoratori_2026-03_000001.xlsx')).arrayBuffer());
    expect(book.subarray(0, 2).toString()).toBe('PK');
  });

  it.each(['', '../contabilita', '../../etc/passwd', 'contabilita_lavoratori_2026-03_000001.xlsx/..', '%', "' or 1=1", 'x'.repeat(5000)])(
    'un nome che nessuna elaborazione ha dà 404: %j',
    async (name) => {
      expect((await download(name)).status).toBe(404);
    },
  );

  it('un’elaborazione fallita si vede fallita, con il suo rapporto', async () => {
    expect((await send(pair('06_file_scambiati'))).stato).toBe(200);
    const [failed] = await finished(2);
    expect(failed).toMatchObject({
      taskName: 'Contabilità lavoratori #000002 - ERRORE: I due file sembrano invertiti',
      status: 'error',
      esito: 'errore',
      messaggio: 'I due file sembrano invertiti.',
      filename: 'errore_contabilita_lavoratori_000002.xlsx',
    });
    expect((await download(failed!.filename!)).status).toBe(200);
  });

  it('senza entrambi i file, o con file che non sono .csv, rifiuta e non tiene niente', async () => {
    const [first, second] = pair('01_ore') as [Part, Part];
    for (const parts of [[], [first], [second], [first, ['altro', 'x.csv', 'a']], [first, first]] as Part[][]) {
      const { stato: state, corpo: body } = await send(parts);
      expect([state, body.message]).toEqual([400, 'Occorre caricate entrambi i file.']);
    }
    expect((await send([first, ['ripartizioni', 'ore.xlsx', 'x']])).corpo.message).toBe('Si accettano solo file .csv.');
    expect((await send([first, second, first])).stato).toBe(400);
    expect(await uploaded()).toBe(0);
    expect(await list()).toHaveLength(2);
  });

  it('vede chi vede l’area del personale, carica chi vi può modificare; con il livello 1 solo le proprie', async () => {
    expect((await send(pair('01_ore'), nobody)).stato).toBe(403);
    expect((await send(pair('01_ore'), reader)).stato).toBe(403);
    expect((await send(pair('01_ore'), null)).stato).toBe(401);
    expect((await portale.call('GET', `${PATH}/process-result`, { as: nobody })).status).toBe(403);
    expect((await download('prima_nota_BOZZA_2026-03_000001.csv', null)).status).toBe(401);
    expect((await download('prima_nota_BOZZA_2026-03_000001.csv', nobody)).status).toBe(403);
    expect(await list(reader)).toHaveLength(2);
    expect((await download('prima_nota_BOZZA_2026-03_000001.csv', reader)).status).toBe(200);
    expect(await list(own)).toEqual([]);
    expect((await download('prima_nota_BOZZA_2026-03_000001.csv', own)).status).toBe(404);
    expect((await send(pair('01_ore'), own)).stato).toBe(200);
    expect(await finished(1, own)).toMatchObject([{ status: 'done', esito: 'ok', taskName: 'Contabilità lavoratori 01/2026 #000003' }]);
  });

  it('la stessa richiesta ripetuta con la sua chiave è la stessa elaborazione', async () => {
    const before = (await list()).length;
    const [first, again] = [await send(pair('01_ore'), accountant, 'chiave-1'), await send(pair('01_ore'), accountant, 'chiave-1')];
    expect(again.corpo.message.id).toBe(first.corpo.message.id);
    await finished(before + 1);
    // with other files it is another request, also when the first has ended
    expect((await send(pair('04_anomalie'), accountant, 'chiave-1')).stato).toBe(422);
    expect((await send(pair('01_ore'), accountant, 'chiave-1')).stato).toBe(200);
    expect(await list()).toHaveLength(before + 1);
    await vi.waitFor(async () => expect(await uploaded()).toBe(0), 15_000);
  });

  it('una alla volta, nell’ordine in cui sono state chieste; oltre venti in attesa si rifiuta', async () => {
    const before = (await list()).length;
    await end();
    // five are one person's
    const colleagues = await Promise.all([1, 2, 3].map(() => portale.person({ permessi: { report: levels(3, 3) } })));
    for (const from of [accountant, ...colleagues]) {
      for (let i = 0; i < 5; i += 1) expect((await send(pair('01_ore'), from)).stato).toBe(200);
    }
    const { stato: state, corpo: body } = await send(pair('01_ore'));
    expect([state, body.message]).toEqual([429, 'Ci sono già 20 elaborazioni in attesa: riprova tra poco.']);
    await sql`delete from public.processi where tipo = 'contabilita-lavoratori' and status = 'queued' and id not in (select id from public.processi where status = 'queued' order by creato limit 4)`.execute(
      portale.deps.writeDb,
    );
    await begin();
    await finished(before + 4);
    const { rows } = await sql<{
      numero: number;
    }>`select (dati ->> 'numero')::int as numero from public.processi where tipo = 'contabilita-lavoratori' order by finito`.execute(
      portale.deps.writeDb,
    );
    const numbers = rows.map(({ numero: number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('passato il loro tempo i file se ne vanno tutti, e la riga resta', async () => {
    const { writeDb, config } = portale.deps;
    await end();
    const { rows } = await sql<{
      giorni: number;
    }>`select distinct round(extract(epoch from scade - finito) / 86400)::int as giorni from public.processi where tipo = 'contabilita-lavoratori'`.execute(
      writeDb,
    );
    expect(rows).toEqual([{ giorni: 90 }]);
    const before = await list();
    await sql`update public.processi set scade = now() - interval '1 day' where tipo = 'contabilita-lavoratori'`.execute(writeDb);
    await cleanResults(writeDb, resultsFolder(config));
    const after = await list();
    expect(after.map(({ taskName, status, esito: outcome }) => [taskName, status, outcome])).toEqual(
      before.map(({ taskName, status, esito: outcome }) => [taskName, status, outcome]),
    );
    expect(after.every(({ filename, files }) => filename === null && files.length === 0)).toBe(true);
    expect((await readdir(resultsFolder(config))).filter((name) => name !== UPLOADS)).toEqual([]);
    expect((await download('prima_nota_BOZZA_2026-03_000001.csv')).status).toBe(404);
  });
});
