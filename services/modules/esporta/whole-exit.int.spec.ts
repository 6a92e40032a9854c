import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import type { FileImporta, StatoImporta } from '#contracts/modules/importa.ts';
import type { Processo } from '#contracts/modules/processi.ts';
import { catalogue } from '../../../test/catalogue.ts';
import { withPersonale } from '../personale/testing.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { pdf } from '../../../test/samples.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { createWorld } from '../../../test/world.ts';
import { readXlsx } from '../../../test/xlsx.ts';
import { readZip } from '../../../test/zip.ts';
import { wholeTools } from './write-beside.ts';

const WHOLE = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;
const SECRETS = /\$argon2|segreto-di-prova|hash|passMD5/i;

let portale: TestPortal;
let workers: { stop(): Promise<void> };
let admin: Person;

beforeAll(async () => {
  portale = await startTestPortal({ jobs: realQueue });
  workers = await workersOf(portale);
  admin = await portale.person({ groupID: 2, permessi: WHOLE });
  await createWorld(portale);
  await portale.command({ register: 'tipologia', action: 'create', values: { tipologia: 'GRU' } });
  await portale.command({ register: 'macchinari', action: 'create', key: 'G1', values: { tipologia: 'GRU', descrizione: '=1+1' } });
  await portale.command({ register: 'macchinari', action: 'create', key: 'G2', values: { anno_acquisto: 2019, ore_km: 12.5 } });
  await portale.command({ register: 'macchinari', action: 'create', key: 'VIA', values: {} });
  await portale.command({ register: 'macchinari', action: 'delete', key: 'VIA' });
  await portale.command({ register: 'accise', action: 'create', values: { data: '2026-01-02', matricola: 'G1', ore: 3.5, m_giri: null } });
  for (const name of ['CE', 'ASS']) await upload('G1', name);
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

async function upload(matricola: string, suffix: string): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ matricola, nomeManutenzione: `${matricola}_${suffix}.pdf`, docMacch: 'true' }))
    form.append(name, value);
  form.append('file', new Blob([new Uint8Array(pdf(`${matricola} ${suffix}`))]), 'x.pdf');
  expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: admin, body: form })).status).toBe(201);
}

type Asked = { formato?: unknown; documenti?: unknown };
const ask = (body: Asked, as = admin, headers: Record<string, string> = {}) =>
  portale.call('POST', '/api/esporta/tutto', { as, body, headers });
const ended = (id: string, as = admin) =>
  vi.waitFor(
    async () => {
      const found = (await portale.call('GET', `/api/processi/${id}`, { as })).body.message as Processo & { name: string | null };
      expect(['done', 'error']).toContain(found.status);
      return found;
    },
    { timeout: 40_000, interval: 50 },
  );

interface Left {
  processo: Processo & { name: string | null };
  entries: Map<string, Buffer>;
  readme: string;
  fileName: string;
}

async function left(body: Asked): Promise<Left> {
  const asked = await ask(body);
  expect(asked.status).toBe(202);
  const processo = await ended(asked.body.message.jobId);
  expect(processo).toMatchObject({ status: 'done' });
  const answer = await fetch(`${portale.base}/file?file=${processo.name}`);
  const entries = new Map((await readZip(Buffer.from(await answer.arrayBuffer()))).map(({ name, content }) => [name, content]));
  return { processo, entries, readme: String(entries.get('LEGGIMI.txt')), fileName: answer.headers.get('content-disposition') ?? '' };
}

const lines = (csv: Buffer): string[] => csv.toString('utf8').slice(1).split('\r\n');
const archive = () => join(portale.folder, 'archivio');
const results = () => readdir(join(portale.folder, 'risultati'));

describe('tutto ciò che è della ditta esce in uno zip', () => {
  it('ogni registro con tutte le sue righe, lo storico, gli accessi e i documenti byte per byte', async () => {
    const { processo, entries, readme, fileName } = await left({ formato: 'csv', documenti: true });
    expect(fileName).toMatch(/esportazione-completa_\d{4}-\d{2}-\d{2}\.zip/);
    expect(processo.titolo).toBe(`Esportazione completa, ${catalogue.registers.length} registri e 2 documenti`);
    for (const { path } of catalogue.registers) {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::integer as n from ${sql.table(path)} where not eliminato and not padre_eliminato`.execute(portale.deps.readDb);
      const file = entries.get(`registri/${path}.csv`);
      expect([path, lines(file!).length - 1]).toEqual([path, rows[0]!.n]);
      expect(readme).toContain(`registri/${path}.csv: ${rows[0]!.n === 1 ? '1 riga' : `${rows[0]!.n} righe`}`);
    }
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from storico`.execute(portale.deps.readDb);
    expect(lines(entries.get('storico/storico.csv')!).length - 1).toBe(rows[0]!.n);
    expect(entries.get('storico/storico.csv')!.toString()).toContain('ha eliminato il macchinario');
    expect(entries.get('storico/accessi.csv')!.toString()).toContain('Esportazione completa');
    expect(entries.get('archivio/G1/G1_CE.pdf')).toEqual(pdf('G1 CE'));
    expect(entries.get('archivio/G1/G1_ASS.pdf')).toEqual(pdf('G1 ASS'));
    expect(readme).toContain('DOCUMENTI: 2 in archivio/');
    expect(readme).toContain(`Chiesta da ${admin.memberID}`);
    expect(readme).not.toContain('Mancano');
    expect(processo.messaggio).toMatch(new RegExp(`^${catalogue.registers.length} registri con \\d+ righe, 2 documenti \\(\\d+ byte\\)$`));
    expect((await results()).filter((name) => /parte|temp/.test(name))).toEqual([]);
  });

  it('senza documenti niente archivio; nessuna formula si esegue e nessuna credenziale c’è', async () => {
    const { processo, entries, readme } = await left({ formato: 'csv', documenti: false });
    expect(processo.titolo).toBe(`Esportazione completa, ${catalogue.registers.length} registri`);
    expect([...entries.keys()].filter((name) => name.startsWith('archivio/'))).toEqual([]);
    expect(readme).toContain('Non chiesti');
    expect(entries.get('registri/macchinari.csv')!.toString()).toContain(`"'=1+1"`);
    expect(entries.get('registri/users.csv')!.toString()).toContain(admin.memberID);
    const { rows: known } = await sql<{ hash: string }>`select hash from public.credenziali`.execute(portale.deps.writeDb);
    expect(known.length).toBeGreaterThan(0);
    for (const [name, content] of entries) {
      expect([name, SECRETS.test(content.toString())]).toEqual([name, false]);
      for (const secret of [admin.token, ...known.map(({ hash }) => hash)]) expect([name, content.includes(secret)]).toEqual([name, false]);
    }
  });

  it('in xlsx i numeri sono numeri, le date date, e il foglio porta il nome del registro', async () => {
    const { entries } = await left({ formato: 'xlsx', documenti: false });
    expect(entries.size).toBe(catalogue.registers.length + 3);
    const [sheet] = await readXlsx(entries.get('registri/accise.xlsx')!);
    expect(sheet!.name).toBe('accise');
    const head = sheet!.rows[0]!.map((cell) => cell?.value);
    const cell = (label: string) => sheet!.rows[1]![head.indexOf(label)];
    expect(cell('Ore')).toMatchObject({ type: 'numero', value: 3.5 });
    expect(cell('Data')?.format).toBe('yyyy-mm-dd');
    expect(cell('Utente')?.value).toBe('sistema');
    expect(cell('Creato')?.format).toBe('yyyy-mm-dd hh:mm');
    const [machines] = await readXlsx(entries.get('registri/macchinari.xlsx')!);
    expect(machines!.rows.map((row) => row[0]?.value)).toEqual(expect.arrayContaining(['Matricola', 'G1', 'G2']));
  });
});

describe('ciò che esce può rientrare', () => {
  it.each(['csv', 'xlsx'] as const)(
    'in un portale nuovo, da %s: Importa conosce ogni campo e la prova non trova errori',
    async (formato) => {
      const { entries } = await left({ formato, documenti: false });
      const other = await startTestPortal({ jobs: realQueue });
      const hands = await workersOf(other);
      try {
        const person = await other.person({ groupID: 2, permessi: WHOLE });
        for (const register of ['tipologia', 'macchinari']) {
          const file = entries.get(`registri/${register}.${formato}`)!;
          const form = new FormData();
          form.append('file', new Blob([new Uint8Array(file)]), `${register}.${formato}`);
          const { message } = (await other.call('POST', '/api/importa/file', { as: person, body: form })).body as { message: FileImporta };
          const known = (await other.call('GET', `/api/importa/colonne?caricato=${message.caricato}&registro=${register}`, { as: person }))
            .body.message as FileImporta;
          const { data } = (await other.call('GET', '/api/importa/registri', { as: person })).body as {
            data: { registro: string; campi: { campo: string }[] }[];
          };
          const fields = data.find(({ registro }) => registro === register)!.campi.map(({ campo }) => campo);
          expect(known.tabelle[0]!.colonne.flatMap(({ campo }) => campo ?? []).toSorted()).toEqual(fields.toSorted());
          if (formato === 'xlsx') expect(message.tabelle[0]!.registro).toBe(register);
          const run = async (path: string) => {
            const asked = await other.call('POST', path, { as: person, body: { caricato: message.caricato, registro: register } });
            expect(asked.status).toBe(202);
            const { jobId } = asked.body.message;
            return vi.waitFor(
              async () => {
                const found = (await other.call('GET', `/api/importa/esito?id=${jobId}`, { as: person })).body.message as StatoImporta;
                expect(found.status).toBe('done');
                return found;
              },
              { timeout: 30_000, interval: 50 },
            );
          };
          expect((await run('/api/importa/prova')).esito).toMatchObject({ errori: 0, primi: [] });
          await run('/api/importa');
        }
        await other.deps.readModelWait.until((await other.deps.store.head())!);
        const back = (await other.call('GET', '/api/macchinari?chiave=G2', { as: person })).body.data[0];
        expect(back).toMatchObject({ matricola: 'G2', anno_acquisto: 2019, ore_km: 12.5 });
      } finally {
        await hands.stop();
        await other.stop();
      }
    },
    240_000,
  );
});

describe('un documento che non c’è', () => {
  it('non ferma l’operazione: è detto nel foglio, e gli altri ci sono', async () => {
    await rm(join(archive(), 'G1', 'G1_ASS.pdf'));
    await writeFile(join(archive(), 'G1', 'di nessuno.txt'), 'a mano');
    const { processo, entries, readme } = await left({ formato: 'csv', documenti: true });
    expect(processo.messaggio).toContain('1 mancante');
    expect(readme).toMatch(/Mancano[^\r]*\(1\)\r\nG1\/G1_ASS\.pdf/);
    expect(entries.get('archivio/G1/G1_CE.pdf')).toEqual(pdf('G1 CE'));
    expect(String(entries.get('archivio/G1/di nessuno.txt'))).toBe('a mano');
    expect([...entries.keys()].some((name) => name.includes('.versioni') || name.includes('.temp'))).toBe(false);
  });
});

it('un archivio che non ha nessuno dei documenti registrati è una cartella che non c’è', async () => {
  const away = `${archive()}-via`;
  await rename(archive(), away);
  const asked = { job: 'prova', memberID: admin.memberID, recorded: ['G1/G1_CE.pdf'] };
  const documents = wholeTools(portale.deps).whole.documents;
  await expect(documents(asked, new AbortController().signal)).rejects.toMatchObject({ code: 'NON_DISPONIBILE' });
  await rm(archive(), { recursive: true, force: true });
  await rename(away, archive());
  expect((await documents(asked, new AbortController().signal)).paths).toContain('G1/G1_CE.pdf');
});

describe('un documento riservato', () => {
  it('esce a chi lo può aprire, e la sua storia dice da chi: una volta, anche se il lavoro si rifà', async () => {
    const staff = withPersonale(portale);
    const id = await staff.created(admin);
    const sent = await staff.carica(admin, id, 'limitazione', pdf('riservato'));
    expect([sent.status, sent.body.message]).toEqual([201, expect.anything()]);
    const { entries, processo } = await left({ formato: 'csv', documenti: true });
    const stored = String(sent.body.message.percorso);
    expect(entries.get(`archivio/${stored}`)).toEqual(pdf('riservato'));
    const openings = async () => (await staff.storico(admin, id)).filter(({ motivo }) => motivo === 'esportazione completa');
    await portale.deps.readModelWait.until((await portale.deps.store.head())!);
    expect(await openings()).toEqual([expect.objectContaining({ utente: admin.memberID })]);
    const again = { job: processo.id, memberID: admin.memberID, recorded: [] };
    await wholeTools(portale.deps).whole.documents(again, new AbortController().signal);
    await portale.deps.readModelWait.until((await portale.deps.store.head())!);
    expect(await openings()).toHaveLength(1);
  });

  it('non esce a chi non può cambiare la scheda: il foglio lo nomina', async () => {
    await portale.changePermissions(2, { ...WHOLE, report: { ...EVERYTHING, allowEdit: 0 } });
    const { entries, readme, processo } = await left({ formato: 'csv', documenti: true });
    await portale.changePermissions(2, WHOLE);
    expect([...entries.keys()].filter((name) => name.includes('limitazione'))).toEqual([]);
    expect(readme).toMatch(/Lasciati fuori[^\r]*\(1\)\r\n[^\r]*limitazione/);
    expect(processo.messaggio).toContain('1 riservato');
  });
});

describe('chi può', () => {
  it('il gruppo 2 che vede tutto, e nessun altro', async () => {
    const direzione = await portale.person({ groupID: 9, permessi: WHOLE });
    const all = await portale.person({ permessi: WHOLE });
    for (const person of [direzione, all]) expect((await ask({ formato: 'csv', documenti: false }, person)).status).toBe(403);
    expect((await portale.call('POST', '/api/esporta/tutto', { body: { formato: 'csv', documenti: false } })).status).toBe(401);
    const { report: _hidden, ...less } = WHOLE;
    await portale.changePermissions(2, less);
    const refused = await ask({ formato: 'csv', documenti: false });
    await portale.changePermissions(2, WHOLE);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('Personale')]);
  });

  it('chi non lo può più quando il lavoro comincia non riceve niente', async () => {
    await workers.stop();
    const { jobId } = (await ask({ formato: 'csv', documenti: true })).body.message;
    await portale.changePermissions(2, { admin_page: EVERYTHING });
    workers = await workersOf(portale);
    expect(await ended(jobId)).toMatchObject({ status: 'error', name: null, messaggio: expect.stringContaining('manca la vista') });
    await portale.changePermissions(2, WHOLE);
    expect((await results()).filter((name) => name.startsWith(jobId))).toEqual([]);
  });

  it('ciò che non si può chiedere si rifiuta, e la stessa richiesta è la stessa operazione', async () => {
    for (const body of [{}, { formato: 'pdf', documenti: true }, { formato: 'csv' }, { formato: 'csv', documenti: 'sì' }])
      expect((await ask(body)).status).toBe(400);
    const headers = { 'idempotency-key': 'una volta' };
    const [one, two] = [
      await ask({ formato: 'csv', documenti: false }, admin, headers),
      await ask({ formato: 'csv', documenti: false }, admin, headers),
    ];
    expect(two.body).toEqual(one.body);
    await ended(one.body.message.jobId);
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from public.accessi where comando like '%/esportazione'
      and quando > now() - interval '1 hour'`.execute(portale.deps.writeDb);
    const jobs = await sql<{ n: number }>`select count(*)::integer as n from public.processi where tipo = 'esporta-tutto'`.execute(
      portale.deps.writeDb,
    );
    expect(rows[0]!.n).toBe(jobs.rows[0]!.n);
  });
});

it('ciò che un tentativo interrotto ha lasciato se ne va, e lo zip si rifà intero', async () => {
  await workers.stop();
  const { jobId } = (await ask({ formato: 'csv', documenti: true })).body.message;
  const folder = join(portale.folder, 'risultati');
  for (const name of [`${jobId}.zip.abc.temp`, `${jobId}.parte.macchinari.csv`]) await writeFile(join(folder, name), 'mezzo');
  workers = await workersOf(portale);
  expect(await ended(jobId)).toMatchObject({ status: 'done' });
  expect((await results()).filter((name) => name.startsWith(jobId))).toEqual([`${jobId}.zip`]);
});
