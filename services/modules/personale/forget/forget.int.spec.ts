import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { sql } from 'kysely';
import { openDatabase } from '#projections/database.ts';
import { readUntil } from '#projections/engine/read-until.ts';
import { check } from '#projections/engine/verify.ts';
import { backup } from '#services/backup/backup.ts';
import { restoreTest } from '#services/backup/restore-test.ts';
import { backupBench } from '#services/backup/testing.ts';
import { storePostgres } from '#services/platform/event-store/postgres.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { testDatabase } from '../../../../test/postgres.ts';
import { programEnvironment } from '../../../../test/program.ts';
import { forgetWorkerHandler } from './forget-worker.handler.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import type { AccessRow } from '#contracts/modules/accessi.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { installKinds } from '#services/modules/scadenze/install-kinds.ts';
import { FORGOTTEN_LIST } from '#services/platform/forget/forgotten-list.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../../test/portal.ts';
import { realQueue, workersOf } from '../../../../test/workers.ts';
import { withPersonale, pdf } from '../testing.ts';
import { found, foundInDatabase, foundInFolder, plantPerson, TOLD } from './planted-person.testing.ts';

const everything = Object.fromEntries(AREE.map((area) => [area, EVERYTHING]));
let portale: TestPortal;
let p: ReturnType<typeof withPersonale>;
let workers: { stop(): Promise<void> };
let admin: Person;
let other: Person;
let backups: string;

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'strato-salvataggi-'));
  portale = await startTestPortal({ jobs: realQueue, env: { BACKUP_DIR: backups } });
  await installKinds(portale.deps);
  workers = await workersOf(portale, {
    reactions: { store: portale.deps.store, reactors: portale.modules.flatMap(({ reactors = [] }) => reactors) },
  });
  p = withPersonale(portale);
  admin = await portale.person({ groupID: 2, permessi: everything });
  other = await portale.person({ permessi: everything });
}, 60_000);
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
  await rm(backups, { recursive: true, force: true });
});

const preview = async (matricola: string, as = admin) =>
  portale.call('GET', `/api/personale/dimentica?matricola=${encodeURIComponent(matricola)}`, { as });
const forget = (body: unknown, as = admin) => portale.call('POST', '/api/personale/dimentica', { as, body });
const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const job = await portale.deps.jobs.find(id);
      expect(['done', 'error']).toContain(job?.status);
      return job!;
    },
    { timeout: 60_000, interval: 100 },
  );
const leaver = (values: Record<string, unknown> = {}) =>
  p.created(admin, { data_inizio: '2001-01-01', data_fine: '2005-03-31', ...values });

describe('chi si può dimenticare', () => {
  it('solo un amministratore chiede e dimentica; di un lavoratore che c’è; con un motivo senza il nome', async () => {
    const matricola = await leaver({ cognome: 'Motivato', nome: 'Elio' });
    expect((await preview(matricola, other)).status).toBe(403);
    expect((await forget({ matricola, motivo: 'sua richiesta' }, other)).status).toBe(403);
    expect((await preview('non-c-è')).status).toBe(404);
    for (const body of [
      {},
      { matricola },
      { matricola, motivo: '  ' },
      { matricola, motivo: 'x'.repeat(501) },
      { matricola, motivo: 'a\u0007' },
    ])
      expect([body, (await forget(body)).status]).toEqual([body, 400]);
    expect((await forget({ matricola, motivo: 'lo chiede il sig. MOTIVATO' })).body).toMatchObject({ errors: [{ campo: 'motivo' }] });
    expect(await p.riga(admin, matricola)).toMatchObject({ dimenticato: null, cognome: 'Motivato' });
  });

  it('senza data di fine, o finché si conserva, 409 con la frase; forzata lo dice nello storico', async () => {
    const inForce = await p.created(admin, { cognome: 'Inforza', nome: 'Ugo' });
    expect((await preview(inForce)).body.data.rifiuto).toContain('non ha una data di fine');
    expect((await forget({ matricola: inForce, motivo: 'sua richiesta' })).status).toBe(409);
    const kept = await p.created(admin, { cognome: 'Tenuto', nome: 'Ivo', data_fine: '2024-03-31', scadenza_idoneita: '2024-12-31' });
    const { rifiuto, conserva_fino } = (await preview(kept)).body.data;
    expect([rifiuto, conserva_fino]).toEqual([expect.stringContaining('10 anni'), '2034-03-31']);
    const refused = await forget({ matricola: kept, motivo: 'sua richiesta' });
    expect([refused.status, refused.body.message ?? refused.body.detail]).toEqual([409, rifiuto]);
    const { status, body } = await forget({ matricola: kept, motivo: 'ordine del Garante', forzata: 1 });
    expect(status).toBe(202);
    expect((await ended(body.message.jobId)).message).toContain('persona dimenticata');
    const [told] = await p.storico(admin, kept);
    expect(told).toMatchObject({
      evento: 'LavoratoreDimenticato.v1',
      motivo: 'ordine del Garante',
      frase: expect.stringContaining('nonostante la conservazione'),
    });
  });

  it('i testi liberi che lo nominano si contano e si elencano, con parole intere; non il suo operatore', async () => {
    const matricola = await leaver({ cognome: 'De (Luca)', nome: 'Ivan' });
    for (const Nome of ['Sentito IVAN De  (Luca) ieri', 'Ivanhoe De (Luca)', 'Ivan e basta'])
      await portale.call('POST', '/api/referenti', { as: admin, body: { referente: { Nome } } });
    await portale.call('POST', '/api/operatore', { as: admin, body: { operatore: { descrizione: 'De (Luca) Ivan', matricola } } });
    const { va, nominato } = (await preview(matricola)).body.data;
    expect(va.operatori).toEqual(['De (Luca) Ivan']);
    expect(nominato).toEqual([
      { tabella: 'referenti', etichetta: 'Referenti', totale: 1, esempi: [{ id: expect.any(Number), campo: 'Nome' }] },
    ]);
  });

  // an EventStoreDB would need a store of its own here
  it.skipIf(process.env['EVENTSTORE_URL'] !== undefined)(
    'chi ha ancora valori in chiaro nel registro, di prima che si sigillasse, si rifiuta',
    async () => {
      const matricola = await leaver({ cognome: 'Chiarini', nome: 'Elso' });
      const stream = `personale-${matricola}`;
      const [created] = await portale.deps.recorded.read(stream);
      const metadata = { ...created!.metadata, eventId: randomUUID(), commandId: randomUUID() };
      // past the portal's store, which would seal it
      const { pool, db } = openDatabase<WriteDatabase>({ url: portale.url, max: 1, schema: 'public' });
      const event = { type: 'LavoratoreModificato.v1', data: { matricola, luogo: 'Cuneo' }, metadata };
      await storePostgres(pool).append(stream, [event], 'any');
      await db.destroy();
      const { status, body } = await forget({ matricola, motivo: 'sua richiesta' });
      expect([status, body.detail]).toEqual([409, expect.stringContaining('ancora in chiaro 1 suo valore')]);
      expect((await preview(matricola)).body.data.avvisi[0]).toContain('«make seal-people»');
    },
  );

  it('la matricola che contiene il nome si dice', async () => {
    await portale.call('POST', '/api/personale', {
      as: admin,
      body: { personale: { matricola: 'PERINI1', cognome: 'Perini', nome: 'Ada', data_fine: '2001-01-01' } },
    });
    expect((await preview('PERINI1')).body.data.avvisi[0]).toContain('«PERINI1»');
  });
});

describe('una persona dimenticata', () => {
  let matricola: string;
  const { cognome, nome } = TOLD;

  beforeAll(async () => {
    matricola = 'WZ51';
    const { writeDb: db, config } = portale.deps;
    const call: TestPortal['call'] = (method, path, options) => portale.call(method, path, { as: admin, ...options });
    await plantPerson({ call, db, dataDir: config.DATI_DIR, memberID: admin.memberID }, matricola);
  }, 60_000);

  it('prima si dice che cosa va, dove il nome sta e che cosa resta', async () => {
    const { body } = await preview(matricola);
    expect(body.data).toMatchObject({
      matricola,
      dimenticato: null,
      rifiuto: null,
      va: { documenti: 1, copie: 1, operatori: [`${cognome} ${nome}`], risultati: 1 },
    });
    // what the next test does not find is there to be found
    const places = new Set((await inDatabase()).map((hit) => hit.split(':')[0]));
    for (const table of [
      'public.accessi',
      'public.preferenze',
      'public.processi',
      'letture.personale',
      'letture.operatore',
      'letture.cerca',
    ])
      expect([table, places.has(table)]).toEqual([table, true]);
    const files = new Set((await inFolder(portale.folder)).map((hit) => hit.split(':')[0]));
    expect([...files].toSorted()).toEqual(expect.arrayContaining(['senza-riga.csv', 'vecchio.csv', `${matricola}_unilav.pdf`, '1']));
    expect(body.data.va.campi).toBeGreaterThanOrEqual(6);
    expect(body.data.va.valori).toBeGreaterThanOrEqual(body.data.va.campi);
    expect(body.data.nominato).toEqual([]);
  });

  it('dopo, nelle chiamate, nel database, nella cartella dei dati: niente; le righe dicono il numero', async () => {
    const { status, body } = await forget({ matricola, motivo: 'sua richiesta' });
    expect(status).toBe(202);
    const job = await ended(body.message.jobId);
    expect([job.status, job.message]).toEqual(['done', `Lavoratore ${matricola}: persona dimenticata`]);
    expect(await p.riga(admin, matricola)).toMatchObject({
      cognome: 'Lavoratore',
      nome: matricola,
      data_nascita: null,
      unilav: null,
      data_fine: '2005-03-31',
      dimenticato: expect.stringMatching(/^\d{4}-/),
    });
    const texts = await Promise.all(
      [
        `/api/personale?pagina=1&righe=100`,
        `/api/personale?pagina=1&righe=100&al=${new Date().toISOString()}`,
        `/api/operatore?pagina=1&righe=100`,
        `/api/storico?tabella=personale&id=${matricola}`,
        `/api/cerca?q=${cognome}`,
        `/api/personale/confronto?da=2001-01-01&a=${new Date().toISOString().slice(0, 10)}`,
        '/api/amministrazione/accessi?pagina=1&righe=100',
      ].map(async (path) => {
        const { status, text } = await portale.call('GET', path, { as: admin });
        expect([path, status]).toEqual([path, 200]);
        return [path, text] as const;
      }),
    );
    for (const [path, text] of texts) expect([path, found(text)]).toEqual([path, []]);
    expect(texts.find(([path]) => path.startsWith('/api/operatore'))![1]).toContain(`Lavoratore ${matricola}`);
    expect(await inDatabase()).toEqual([]);
    expect(await inFolder(portale.folder)).toEqual([]);
    expect(await readdir(join(portale.deps.config.DATI_DIR, 'posta'))).toEqual(['altra.eml']);
    const removals = async (numero: number) =>
      (await portale.deps.store.read(`contabilita-lavoratori-${numero}`)).map(({ type, metadata }) => [type, metadata.utente]);
    expect([await removals(901), await removals(902)]).toEqual([[['ContabilitaEliminata.v1', admin.memberID]], []]);
    const trail = (await portale.call('GET', '/api/amministrazione/accessi?pagina=1&righe=100', { as: admin })).body.data as AccessRow[];
    expect(
      trail.filter(({ cosa }) => cosa === `Risultati delle operazioni, di tutti, per dimenticare Lavoratore ${matricola}`),
    ).toMatchObject([{ tipo: 'rimozione', utente: admin.memberID, quanti: 1 }]);
    for (const folder of [backups, portale.deps.config.DATI_DIR]) {
      const listed = JSON.parse(await readFile(join(folder, FORGOTTEN_LIST), 'utf8')) as { matricola: string; quando: string }[];
      expect(listed.find((one) => one.matricola === matricola)).toEqual({
        matricola,
        quando: expect.any(String),
        primo_evento: expect.any(String),
      });
    }
  });

  it('niente di personale si scrive più; ciò che resta si può ancora cambiare', async () => {
    expect((await p.cambia(admin, { matricola, cognome: 'Nuovo' })).status).toBe(409);
    expect(
      (await p.upload(admin, { matricola, personale: `PERSONALE/${matricola}_X_Y/${matricola}_unilav.pdf`, docMacch: 'false' }, pdf('x')))
        .status,
    ).toBe(409);
    expect((await p.cambia(admin, { matricola, data_inizio: '2001-02-01' })).status).toBe(200);
  });

  it('chiesta di nuovo è lo stesso processo, e non racconta niente di nuovo', async () => {
    const before = await p.storico(admin, matricola);
    const { status, body } = await forget({ matricola, motivo: 'di nuovo' });
    expect([status, (await ended(body.message.jobId)).status]).toEqual([202, 'done']);
    expect((await p.storico(admin, matricola)).length).toBe(before.length);
  });
});

const inDatabase = (wanted?: string, db: Parameters<typeof foundInDatabase>[0] = portale.deps.writeDb) => foundInDatabase(db, wanted);
const inFolder = (folder: string, wanted?: string) => foundInFolder(folder, wanted === undefined ? {} : { wanted });

describe('interrotta a metà', () => {
  it('le chiavi già distrutte e le letture ancora vecchie: la ripresa la compie, e ciò che è nato intanto va via', async () => {
    const matricola = await leaver({ cognome: 'Interrottini', nome: 'Saverio' });
    await p.carica(admin, matricola, 'unilav', pdf('INTERROTTO-A-META'), 'INTERROTTI_SAVERIO');
    const { deps } = portale;
    const handler = forgetWorkerHandler({ ...deps, rebuild: () => Promise.reject(new Error('il portale muore qui')) });
    const context = { id: 'x', utente: 'admin', groupID: 2, signal: new AbortController().signal, progress: async () => undefined };
    const data = { matricola, quando: new Date().toISOString() };
    await expect(handler({ ...context, data })).rejects.toThrow('muore qui');
    expect((await p.riga(admin, matricola)).cognome).toBe('Interrottini');
    await mkdir(join(deps.config.DATI_DIR, 'risultati'), { recursive: true });
    await writeFile(join(deps.config.DATI_DIR, 'risultati', 'nata-intanto.csv'), 'Interrottini;Saverio');
    const { status, body } = await forget({ matricola, motivo: 'ripresa' });
    expect([status, (await ended(body.message.jobId)).status]).toEqual([202, 'done']);
    expect(await p.riga(admin, matricola)).toMatchObject({ cognome: 'Lavoratore', nome: matricola, unilav: null });
    expect(await inDatabase('Interrottini')).toEqual([]);
    expect(await inFolder(portale.folder, 'Interrottini')).toEqual([]);
  });

  it('il processo che manca dopo l’evento lo chiede il reattore, una volta sola', async () => {
    const reactor = portale.modules.flatMap(({ reactors = [] }) => reactors).find(({ name }) => name === 'lavoratori-dimenticati')!;
    const matricola = await leaver({ cognome: 'Reattivo', nome: 'Elmo' });
    const { body } = await forget({ matricola, motivo: 'richiesta' });
    await ended(body.message.jobId);
    const [event] = (await portale.deps.store.read(`personale-${matricola}`)).filter(({ type }) => type === 'LavoratoreDimenticato.v1');
    const before = (await portale.deps.jobs.all({ kind: 'dimentica-lavoratore', limit: 100, offset: 0 })).total;
    await reactor.react(event!);
    expect((await portale.deps.jobs.all({ kind: 'dimentica-lavoratore', limit: 100, offset: 0 })).total).toBe(before);
  });

  it('chiesta due volte insieme, o mentre la prima è in corso, è un evento e un processo', async () => {
    const matricola = await leaver({ cognome: 'Doppietti', nome: 'Lea' });
    const ask = async () => {
      const { status, body } = await forget({ matricola, motivo: 'richiesta' });
      return [status, body.message.jobId as string] as const;
    };
    const answers = [...(await Promise.all([ask(), ask()])), await ask()];
    const [, jobId] = answers[0]!;
    expect(answers).toEqual(answers.map(() => [202, jobId]));
    expect((await ended(jobId)).status).toBe('done');
    const told = (await portale.deps.store.read(`personale-${matricola}`)).filter(({ type }) => type === 'LavoratoreDimenticato.v1');
    expect(told).toHaveLength(1);
    const { total } = await portale.deps.jobs.all({ kind: 'dimentica-lavoratore', limit: 100, offset: 0 });
    let events = 0;
    for await (const batch of readUntil(portale.deps.store, null, await portale.deps.store.head()))
      events += batch.filter(({ type }) => type === 'LavoratoreDimenticato.v1').length;
    expect(total).toBe(events);
  });

  it('un processo fallito, o morto due volte, riparte da sé, o se lo si chiede, e la compie', async () => {
    const again = portale.modules.flatMap(({ periodic = [] }) => periodic).find(({ name }) => name === 'dimentica-di-nuovo')!;
    const matricola = await leaver({ cognome: 'Ricaduti', nome: 'Oreste' });
    const { body } = await forget({ matricola, motivo: 'richiesta' });
    const { jobId } = body.message;
    await ended(jobId);
    const folder = join(portale.deps.config.DATI_DIR, 'risultati');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'rimasta.csv'), 'Ricaduti;Oreste');
    await sql`update public.processi set status = 'error', interrotto = 2 where id = ${jobId}`.execute(portale.deps.writeDb);
    await again.run();
    expect((await ended(jobId)).status).toBe('done');
    expect(await inFolder(portale.folder, 'Ricaduti')).toEqual([]);
    // a job that is done is not begun again
    await again.run();
    expect((await portale.deps.jobs.find(jobId))!.status).toBe('done');
    await sql`update public.processi set status = 'error' where id = ${jobId}`.execute(portale.deps.writeDb);
    expect((await forget({ matricola, motivo: 'di nuovo' })).body.message).toEqual({ jobId });
    expect((await ended(jobId)).status).toBe('done');
  });
});

describe('i salvataggi', () => {
  const bench = backupBench();
  afterAll(() => bench.close());

  it(
    'uno di prima, ripristinato, dimentica di nuovo chi la lista dice; uno di dopo non ha più niente di lui',
    { timeout: 240_000 },
    async () => {
      const matricola = await leaver({ cognome: 'Salvaguardia', nome: 'Ettore', data_nascita: '1949-02-11' });
      await p.carica(admin, matricola, 'unilav', pdf('BYTE-DA-SALVARE'), 'SALVAGUARD_ETTORE');
      await portale.call('POST', '/api/operatore', { as: admin, body: { operatore: { descrizione: 'Salvaguardia Ettore', matricola } } });
      const source = await bench.source(portale);
      await backup(source, { target: join(backups, 'prima.backup'), passphrase: null });
      const { body } = await forget({ matricola, motivo: 'richiesta' });
      expect((await ended(body.message.jobId)).status).toBe('done');
      await backup(source, { target: join(backups, 'dopo.backup'), passphrase: null });
      expect((await restoreTest({ source, scratch: await bench.scratch(), readTables: [], passphrase: null })).equal).toBe(true);
      for (const FILE of ['prima.backup', 'dopo.backup']) {
        const database = await testDatabase();
        const DATI_DIR = await mkdtemp(join(tmpdir(), 'strato-ripristinato-'));
        try {
          const env = {
            ...programEnvironment(),
            FILE: join(backups, FILE),
            DATI_DIR,
            DATABASE_URL: database.url,
            SEGRETO: portale.deps.config.SEGRETO,
          };
          const said = await new Promise<string>((done) =>
            execFile(process.execPath, [join(import.meta.dirname, '../../../cli/restore.ts'), ''], { env }, (error, out, err) =>
              done(`${error ? 'FAILED ' : ''}${out}${err}`),
            ),
          );
          expect(said).toContain('equal to a replay of the log');
          expect([FILE, said.includes('FAILED')]).toEqual([FILE, false]);
          expect([FILE, await inFolder(DATI_DIR, 'BYTE-DA-SALVARE')]).toEqual([FILE, []]);
          const { db } = openDatabase<WriteDatabase>({ url: database.url, max: 1, schema: 'public' });
          try {
            for (const told of ['Salvaguard', '1949-02-11']) expect([FILE, told, await inDatabase(told, db)]).toEqual([FILE, told, []]);
            const { rows } = await sql<{
              cognome: string;
              nome: string;
            }>`select cognome, nome from letture.personale where matricola = ${matricola}`.execute(db);
            expect(rows).toEqual([{ cognome: 'Lavoratore', nome: matricola }]);
          } finally {
            await db.destroy();
          }
        } finally {
          await database.close();
          await rm(DATI_DIR, { recursive: true, force: true });
        }
      }
    },
  );

  it('dopo, le tabelle sono ancora quelle che il registro dice, e l’albero è intero', async () => {
    const { catalogue, recorded: store, log } = portale.deps;
    const { projections, upcasts } = catalogue;
    const outcome = await check({ store, url: portale.url, log, projections, upcasts });
    expect([outcome.equal, outcome.differences]).toEqual([true, []]);
  });
});
