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
import { cleanResults } from '#workers/engine/cleanup.ts';
import { readSample, samplePair } from '../../../test/contabilita-samples.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { accountingJob } from './job/accounting-job.ts';

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
    jobs: realQueue,
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
  const noSites = accountingJob(portale.deps, { register: async () => undefined, read: async () => {} });
  const others = portale.jobs().filter(({ definition }) => definition.kind !== noSites.definition.kind);
  workers = await workersOf(portale, { jobs: [...others, noSites] });
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
    const { stato, corpo } = await send(pair('04_anomalie'));
    expect([stato, corpo.message]).toEqual([200, { id: expect.any(String), taskName: 'Contabilità lavoratori #000001', status: 'queued' }]);
    expect(await list()).toEqual([
      {
        taskName: 'Contabilità lavoratori #000001',
        status: 'queued',
        filename: null,
        esito: null,
        messaggio: null,
        files: [],
        id: corpo.message.id,
        utente: accountant.memberID,
        creato: expect.any(String),
        finito: null,
        caricati: { bilMovDip: 'bilMovDip.csv', ripartizioni: 'ripartizioni.csv' },
        codice: null,
      },
    ]);
    await begin();
    const [done] = await finished(1);
    expect(done).toMatchObject({
      taskName: 'Contabilità lavoratori 03/2026 #000001 - DA VERIFICARE (6)',
      status: 'done',
      filename: 'contabilita_lavoratori_2026-03_000001.xlsx',
      esito: 'anomalie',
      messaggio:
        'Da verificare (6 errori): €\u00A0300,00 ripartiti su 1 commessa, €\u00A01.500,00 non ripartiti. File Bill Mov Dip: Il totale riportato nel file non coincide con la somma delle righe lette (dare 3.250,00 nel file, 1.800,00 nelle righe; avere 3.250,00 nel file, 2.000,00 nelle righe).',
    });
    expect(done!.files.map(({ filename, tipo }) => [filename, tipo])).toEqual([
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
      codice: 'FILE_SCAMBIATI',
    });
    expect((await download(failed!.filename!)).status).toBe(200);
    // the uploaded files of a failed run are deleted, so a retry could only lose the reason of the failure
    expect((await portale.call('GET', `/api/processi/${failed!.id}`, { as: accountant })).body.message).toMatchObject({
      status: 'error',
      riprovabile: false,
    });
    expect((await portale.call('POST', `/api/processi/${failed!.id}/riprova`, { as: accountant })).status).toBe(409);
    expect((await list())[0]).toEqual(failed);
  });

  it('senza entrambi i file, o con file che non sono .csv, rifiuta e non tiene niente', async () => {
    const [first, second] = pair('01_ore') as [Part, Part];
    for (const parts of [[], [first], [second], [first, ['altro', 'x.csv', 'a']], [first, first]] as Part[][]) {
      const { stato, corpo } = await send(parts);
      expect([stato, corpo.message]).toEqual([400, 'Occorre caricate entrambi i file.']);
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
    // the same idempotency key with other files is refused, even after the first run has ended
    expect((await send(pair('04_anomalie'), accountant, 'chiave-1')).stato).toBe(422);
    expect((await send(pair('01_ore'), accountant, 'chiave-1')).stato).toBe(200);
    expect(await list()).toHaveLength(before + 1);
    await vi.waitFor(async () => expect(await uploaded()).toBe(0), 15_000);
  });

  it('una alla volta, nell’ordine in cui sono state chieste; oltre venti in attesa si rifiuta', async () => {
    const before = (await list()).length;
    await end();
    // each person may have at most five jobs waiting
    const colleagues = await Promise.all([1, 2, 3].map(() => portale.person({ permessi: { report: levels(3, 3) } })));
    for (const from of [accountant, ...colleagues]) {
      for (let i = 0; i < 5; i += 1) expect((await send(pair('01_ore'), from)).stato).toBe(200);
    }
    const { stato, corpo } = await send(pair('01_ore'));
    expect([stato, corpo.message]).toEqual([429, 'Ci sono già 20 elaborazioni in attesa: riprova tra poco.']);
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
    const numbers = rows.map(({ numero }) => numero);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  describe('gli stessi due file, di nuovo', () => {
    const sha = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
    const earlier = (parts: readonly Part[], from = accountant) =>
      portale.call('GET', `${PATH}/gia-elaborati?bilMovDip=${sha(parts[0]![2])}&ripartizioni=${sha(parts[1]![2])}`, { as: from });

    it('prima di cominciare si sa quando, da chi e con quale esito; il nome della seconda volta dice ripetuta', async () => {
      const fresh: Part[] = [
        ['bilMovDip', 'paghe.csv', 'Matricola;Conto;Dare;Avere\n1;60;7,00;\n1;25;;7,00\n'],
        ['ripartizioni', 'ore.csv', 'Matricola;Commessa;Ore\n1;C7;8\n'],
      ];
      expect((await earlier(fresh)).body.message).toEqual([]);
      const before = (await list()).length;
      const first = (await send(fresh)).corpo.message;
      await finished(before + 1);
      const [told] = (await earlier(fresh, reader)).body.message;
      expect(told).toMatchObject({
        id: first.id,
        utente: accountant.memberID,
        status: 'done',
        esito: 'ok',
        tolto: false,
        finito: expect.any(String),
      });
      // the two files in exchanged places are another pair
      expect((await earlier([fresh[1]!, fresh[0]!])).body.message).toEqual([]);
      expect((await earlier(fresh, own)).body.message).toEqual([]);
      expect((await earlier(fresh, nobody)).status).toBe(403);
      expect((await portale.call('GET', `${PATH}/gia-elaborati?bilMovDip=x`, { as: reader })).status).toBe(400);

      const again = (await send(fresh, accountant, 'chiave-ripetuta')).corpo.message;
      expect(again.taskName).toMatch(/^Contabilità lavoratori #\d{6} ripetuta$/);
      expect((await send(fresh, accountant, 'chiave-ripetuta')).corpo.message).toEqual(again);
      const [last] = await finished(before + 2);
      expect(last).toMatchObject({ id: again.id, taskName: again.taskName, esito: 'ok' });
      expect((await earlier(fresh)).body.message).toHaveLength(2);
    });
  });

  describe('un risultato è dell’impresa', () => {
    const remove = (as: Person, id: string) => portale.call('DELETE', `${PATH}/process-result`, { as, body: { id } });
    const names = async () => (await readdir(resultsFolder(portale.deps.config))).filter((name) => name !== UPLOADS);

    it('la X su Attività nasconde la propria voce, e il risultato resta a tutti; quella di un altro non si tocca', async () => {
      const admin = await portale.person({ groupID: 2, permessi: { report: levels(3, 3) } });
      const [{ id, files }] = (await list()).filter(({ esito, utente }) => esito === 'anomalie' && utente === accountant.memberID) as [
        ProcessoContabilita,
      ];
      const hide = (as: Person) => portale.call('DELETE', `/api/processi/${id}`, { as });
      const kept = await names();
      expect((await hide(reader)).status).toBe(404);
      expect((await hide(admin)).status).toBe(403);
      expect((await hide(accountant)).status).toBe(200);
      expect((await portale.call('GET', '/api/processi', { as: accountant })).body.data.map((p: { id: string }) => p.id)).not.toContain(id);
      expect((await list(reader)).map((run) => run.id)).toContain(id);
      expect(await names()).toEqual(kept);
      for (const { filename } of files) expect((await download(filename, reader)).status).toBe(200);
    });

    it('lo toglie chi modifica tutta l’area, con ogni suo file; lo storico dice chi e quale; resta detto che fu elaborato', async () => {
      const [run] = (await list()).filter(({ esito }) => esito === 'anomalie') as [ProcessoContabilita];
      const { id, files } = run;
      const before = await names();
      const mine = (await list(own))[0]!;
      expect((await remove(own, mine.id)).status).toBe(403);
      for (const as of [reader, nobody]) expect((await remove(as, id)).status).toBe(403);
      expect((await remove(accountant, 'nessuna')).status).toBe(404);
      expect((await portale.call('DELETE', `${PATH}/process-result`, { as: accountant, body: {} })).status).toBe(400);
      expect((await remove(accountant, id)).body.message).toEqual({ affectedRows: 1 });
      expect((await remove(accountant, id)).status).toBe(404);
      expect((await list()).map((one) => one.id)).not.toContain(id);
      expect(files).toHaveLength(3);
      for (const { filename } of files) expect((await download(filename)).status).toBe(404);
      expect(before.filter((name) => name.startsWith(id))).toHaveLength(3);
      expect((await names()).filter((name) => name.startsWith(id))).toEqual([]);

      const direzione = await portale.person({ groupID: 9, permessi: { report: levels(3, 3) } });
      const { data } = (
        await portale.call('GET', '/api/storico/registro?tabella=contabilita-lavoratori&evento=ContabilitaEliminata.v1', { as: direzione })
      ).body;
      expect(data).toMatchObject([
        {
          evento: 'ContabilitaEliminata.v1',
          utente: accountant.memberID,
          frase: 'ha tolto il risultato #000001 della contabilità lavoratori (bilMovDip.csv, ripartizioni.csv)',
        },
      ]);
      const [first, second] = pair('04_anomalie') as [Part, Part];
      const sha = ([, , content]: Part) => createHash('sha256').update(content).digest('hex');
      const told = (await portale.call('GET', `${PATH}/gia-elaborati?bilMovDip=${sha(first)}&ripartizioni=${sha(second)}`, { as: reader }))
        .body.message;
      expect(told).toMatchObject([{ id, tolto: true, esito: 'anomalie' }]);
    });

    it('una in coda non si toglie', async () => {
      await end();
      const { id } = (await send(pair('01_ore'))).corpo.message;
      expect((await remove(accountant, id)).status).toBe(409);
      await begin();
      await vi.waitFor(async () => expect((await list()).find((run) => run.id === id)!.status).toBe('done'), 20_000);
    });
  });

  it('passato il loro tempo i file se ne vanno tutti, e la riga resta', async () => {
    const { writeDb, config } = portale.deps;
    await end();
    const { rows } = await sql<{
      giorni: number;
    }>`select distinct round(extract(epoch from scade - finito) / 86400)::int as giorni from public.processi where tipo = 'contabilita-lavoratori' and tolto is null`.execute(
      writeDb,
    );
    expect(rows).toEqual([{ giorni: 90 }]);
    const before = await list();
    await sql`update public.processi set scade = now() - interval '1 day' where tipo = 'contabilita-lavoratori'`.execute(writeDb);
    await cleanResults(
      writeDb,
      portale.jobs().map(({ definition }) => definition),
      resultsFolder(config),
    );
    const after = await list();
    expect(after.map(({ taskName, status, esito }) => [taskName, status, esito])).toEqual(
      before.map(({ taskName, status, esito }) => [taskName, status, esito]),
    );
    expect(after.every(({ filename, files }) => filename === null && files.length === 0)).toBe(true);
    expect((await readdir(resultsFolder(config))).filter((name) => name !== UPLOADS)).toEqual([]);
    expect((await download('prima_nota_BOZZA_2026-03_000001.csv')).status).toBe(404);
  });
});
