import { EVERYTHING } from '#contracts/core/permissions.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enter, md5, ready } from '../../../test/access.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { HAND_BACKUP } from '#contracts/jobs/nightly-backup.ts';
import { bullmqQueue } from '#workers/engine/bullmq.ts';
import { startWorkers } from '#workers/index.ts';
import { savedAt } from '../../../test/saved-backups.ts';
import { install } from '../accesso/installation.ts';

let test: TestPortal;
let admin: string;
let workers: { stop(): Promise<void> };
const log: string[] = [];

beforeAll(async () => {
  test = await startTestPortal({
    log: (row) => log.push(row),
    jobs: ({ url, writeDb, log: pino }) => bullmqQueue({ postgresUrl: url, writeDb, log: pino }),
  });
  await install(test.deps);
  await ready(test);
  admin = await enter(test, 'admin', 'admin-demo');
  workers = await startWorkers({
    writeDb: test.deps.writeDb,
    postgresUrl: test.url,
    resultsFolder: join(test.folder, 'risultati'),
    log: test.deps.log,
    jobs: test.jobs(),
  });
});
afterAll(async () => {
  await workers?.stop();
  await test.stop();
});

const get = (path: string, token = admin) => test.call('GET', `/api/amministrazione/${path}`, { token });
const CALLS = [
  ['GET', 'stato'],
  ['GET', 'avvisi'],
  ['GET', 'processi'],
  ['GET', 'mail'],
  ['GET', 'sessioni'],
  ['POST', 'ricostruisci'],
  ['DELETE', 'sessioni'],
] as const;

describe('l’area di amministrazione', () => {
  it('è dei soli amministratori, in ogni chiamata', async () => {
    const group = (await test.call('POST', '/api/groups', { token: admin, body: { group: { name: 'Ufficio' } } })).body.message.insertId;
    const ufficio = await test.person({
      groupID: group,
      permessi: { admin_page: EVERYTHING },
    });
    const tokens = [ufficio.token, await enter(test, 'direzione', 'direzione-demo'), await enter(test, 'operaio', 'operaio-demo')];
    for (const [method, path] of CALLS) {
      for (const token of tokens)
        expect(
          (await test.call(method, `/api/amministrazione/${path}`, { token, ...(method === 'GET' ? {} : { body: {} }) })).status,
          path,
        ).toBe(403);
      expect((await test.call(method, `/api/amministrazione/${path}`, method === 'GET' ? {} : { body: {} })).status, path).toBe(401);
    }
  });

  it('in produzione avvisa finché nessuno ha detto dove salvare; in una prova no', async () => {
    const { config } = test.deps;
    const told = async () => (await get('avvisi')).body.data as { nome: string; testo: string }[];
    const { NODE_ENV } = config;
    expect(await told()).toEqual([]);
    config.NODE_ENV = 'production';
    try {
      expect(await told()).toEqual([{ nome: 'salvataggi', testo: expect.stringMatching(/BACKUP_DIR.*Finora non ne esiste nessuno/) }]);
      // in production the demo firm is never shown, whatever the setting
      expect((await get('stato')).body.data).toMatchObject({ demo: false, produzione: true });
      await sql`insert into public.processi (id, tipo, titolo, status, progresso, utente, group_id, dati, correlation_id, risultato, creato, finito)
        values ('a-mano', ${HAND_BACKUP}, 'A mano', 'done', 100, 'sistema', 2, '{}'::jsonb, 'a-mano',
          ${JSON.stringify(savedAt('2026-11-20T17:00:00.000Z'))}::jsonb, now(), now())`.execute(test.deps.writeDb);
      expect((await told())[0]!.testo).toContain('L’ultimo, fatto a mano, è del 2026-11-20 18:00.');
      config.BACKUP_DIR = test.folder;
      expect(await told()).toEqual([]);
    } finally {
      config.NODE_ENV = NODE_ENV;
      delete config.BACKUP_DIR;
      await sql`delete from public.processi where id = 'a-mano'`.execute(test.deps.writeDb);
    }
  });

  it('dice come sta il portale', async () => {
    const { status, body } = await get('stato');
    expect(status).toBe(200);
    const { data } = body;
    expect(data.registro).toMatchObject({
      tipo: test.deps.store.name,
      eventi: await test.deps.store.countAfter(null, 100_000),
      posizione: await test.deps.store.head(),
    });
    // EventStoreDB does not report its size
    if (test.deps.store.name === 'postgres') expect(data.registro.byte).toBeGreaterThan(8000);
    expect(data.proiezioni.map((p: { nome: string }) => p.nome)).toContain('storico');
    for (const projection of data.proiezioni) expect(projection).toMatchObject({ stato: 'attiva', ritardo: 0, errore: null });
    expect(data).toMatchObject({ demo: true, produzione: false, ricostruzione: null });
  });

  it('conta l’archivio in disparte, e nomina i file senza record', async () => {
    const folder = join(test.folder, 'archivio', 'NESSUNO');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'perso.pdf'), 'x'.repeat(120));
    await writeFile(join(test.folder, 'archivio', '.nascosto'), 'x');
    // the first walk preceded the file, and the next one is due after ten minutes
    const { clock } = test.deps;
    const now = clock.now;
    clock.now = () => new Date(Date.now() + 11 * 60_000);
    try {
      await vi.waitFor(async () => {
        const { archivio } = (await get('stato')).body.data;
        expect(archivio).toMatchObject({
          stato: 'pronto',
          file: 1,
          byte: 120,
          orfani: 1,
          esempi: [{ percorso: 'NESSUNO/perso.pdf', byte: 120 }],
          interrotto: false,
        });
      }, 10_000);
    } finally {
      clock.now = now;
    }
  });
});

describe('le sessioni', () => {
  it('si elencano senza token, la propria è segnata, e una revocata finisce subito', async () => {
    const token = await enter(test, 'capo', 'capo-demo');
    const { body, text } = await get('sessioni');
    expect(body.data.filter((s: { corrente: boolean }) => s.corrente)).toMatchObject([
      { utente: 'admin', nome: 'Elena Ferri', gruppo: 'Amministratori' },
    ]);
    for (const secret of [token, admin]) expect(text).not.toContain(secret);
    const { id } = body.data.find((s: { utente: string }) => s.utente === 'capo');
    expect(await test.call('DELETE', '/api/amministrazione/sessioni', { token: admin, body: { id } })).toMatchObject({
      status: 200,
      body: { message: { affectedRows: 1 } },
    });
    expect((await test.call('GET', '/api/sessione', { token })).status).toBe(401);
    expect((await test.call('DELETE', '/api/amministrazione/sessioni', { token: admin, body: { id } })).status).toBe(404);
    expect((await get('accessi?righe=1&tipo=revoca')).body.data).toMatchObject([
      { utente: 'admin', cosa: 'DELETE /api/amministrazione/sessioni: capo' },
    ]);
    for (const wrong of [undefined, '', 5, 'x', ['a'.repeat(64)], 'a'.repeat(65), `x${'a'.repeat(64)}`, `${'a'.repeat(64)}x`])
      expect((await test.call('DELETE', '/api/amministrazione/sessioni', { token: admin, body: { id: wrong } })).status).toBe(400);
  });
});

describe('da dove si usa una sessione', () => {
  it('si vede: dispositivo, indirizzo, ultima attività; mai usata, niente', async () => {
    const token = await enter(test, 'capo', 'capo-demo');
    const mine = async () => (await get('sessioni')).body.data.filter((s: { utente: string }) => s.utente === 'capo').at(0);
    expect(await mine()).toMatchObject({ dispositivo: null, indirizzo: null, vista: null });
    const headers = {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    };
    expect((await test.call('GET', '/api/sessione?usata=1', { token, headers })).status).toBe(200);
    await expect.poll(async () => (await mine()).dispositivo).toBe('Chrome, Android');
    const { indirizzo, vista } = await mine();
    expect(indirizzo).toMatch(/127\.0\.0\.1|::1/);
    expect(Date.now() - Date.parse(vista)).toBeLessThan(60_000);
  });
});

describe('gli accessi e i rifiuti', () => {
  const rows = async (query = '') =>
    (await get(`accessi?righe=200${query}`)).body.data as { tipo: string; utente: string; cosa: string; indirizzo: string }[];

  it('annotano chi entra, chi sbaglia, chi è bloccato e chi è rifiutato', async () => {
    const login = (password: string) => test.call('POST', '/api/login', { body: { username: 'direzione', password: md5(password) } });
    for (let i = 0; i < 9; i += 1) await login(`no${i}`);
    const capo = await enter(test, 'capo', 'capo-demo');
    await test.call('GET', '/api/groups', { token: capo });
    const kinds = (await rows('&utente=direzione')).map(({ tipo }) => tipo);
    // a lock of the sign-in is recorded once
    expect([kinds.filter((k) => k === 'password-errata').length, kinds.filter((k) => k === 'blocco').length]).toEqual([5, 1]);
    expect((await rows('&utente=capo')).slice(0, 2)).toMatchObject([
      { tipo: 'rifiuto', cosa: 'GET /api/groups' },
      { tipo: 'accesso', cosa: 'POST /api/login' },
    ]);
    expect((await rows('&tipo=accesso')).every(({ tipo }) => tipo === 'accesso')).toBe(true);
  });

  it('annotano chi li consulta, e il registro degli operatori non nomina nessuno', async () => {
    const [first] = await rows('&tipo=consultazione');
    expect(first).toMatchObject({ tipo: 'consultazione', utente: 'admin', cosa: 'GET /api/amministrazione/accessi' });
    const told = log.filter((row) => row.includes('"msg":"access"'));
    expect(told.length).toBeGreaterThan(5);
    for (const row of told) expect(row).not.toMatch(/direzione|127\.0\.0\.1|capo/);
  });

  it('stanno a pagine, e una richiesta sbagliata è 400', async () => {
    const { body } = await get('accessi?righe=2&pagina=2');
    expect(body.data).toHaveLength(2);
    expect(body.totale).toBeGreaterThan(10);
    for (const query of ['tipo=altro', 'pagina=0', 'righe=x', `utente=${'x'.repeat(101)}`])
      expect((await get(`accessi?${query}`)).status, query).toBe(400);
  });

  it('non si riscrivono e non si tolgono prima di novanta giorni', async () => {
    const { writeDb } = test.deps;
    await expect(sql`update public.accessi set utente = 'altro'`.execute(writeDb)).rejects.toThrow('append-only');
    await expect(sql`delete from public.accessi`.execute(writeDb)).rejects.toThrow('append-only');
    await expect(sql`truncate public.accessi`.execute(writeDb)).rejects.toThrow('append-only');
    await sql`insert into public.accessi (quando, tipo, utente, cosa) values (now() - interval '91 days', 'accesso', 'vecchio', 'x')`.execute(
      writeDb,
    );
    await enter(test, 'capo', 'capo-demo');
    const { rows: old } = await sql`select 1 from public.accessi where utente = 'vecchio'`.execute(writeDb);
    expect(old).toEqual([]);
  });
});

describe('le operazioni', () => {
  it('le letture si ricostruiscono dalla pagina, una volta sola, e il portale risponde intanto', async () => {
    const [first, second] = await Promise.all([
      test.call('POST', '/api/amministrazione/ricostruisci', { token: admin, body: { conferma: true } }),
      get('stato'),
    ]);
    expect([first.status, second.status]).toEqual([202, 200]);
    const { jobId } = first.body.message;
    await vi.waitFor(async () => {
      expect((await test.call('GET', `/api/processi/${jobId}`, { token: admin })).body.message).toMatchObject({
        tipo: 'rebuild-tables',
        status: 'done',
        messaggio: 'Tabelle di lettura ricostruite',
      });
      expect((await test.call('GET', '/api/users?user=0', { token: admin })).status).toBe(200);
    }, 40_000);
    const { body } = await get('processi?stato=done');
    expect(body.data[0]).toMatchObject({ id: jobId, titolo: 'Ricostruzione delle letture', utente: 'admin', riprovabile: false });
    expect((await get('stato')).body.data.ricostruzione).toBeNull();
  });

  it('una in attesa non ne lascia chiedere un’altra', async () => {
    await workers.stop();
    const ask = () => test.call('POST', '/api/amministrazione/ricostruisci', { token: admin, body: { conferma: true } });
    expect((await ask()).status).toBe(202);
    const { status, body } = await ask();
    expect([status, body.message]).toEqual([409, 'Una ricostruzione è già in corso.']);
    expect((await get('stato')).body.data.ricostruzione).toMatchObject({ progresso: 0 });
  });

  it('quelle fallite di tutti si vedono, e un amministratore le riprova', async () => {
    await sql`insert into public.processi (id, tipo, titolo, status, messaggio, utente, group_id, dati, correlation_id) values
      ('mail-1', 'mail-cantiere', 'Mail cantiere 0412', 'error', 'Il server di posta ha risposto 550', 'capo', 12, '{"to": ["uno@example.it", "due@example.it"], "commessa": "0412", "html": "lungo"}', 'x')`.execute(
      test.deps.writeDb,
    );
    expect((await get('processi?stato=error')).body).toMatchObject({
      totale: 1,
      data: [{ id: 'mail-1', utente: 'capo', messaggio: 'Il server di posta ha risposto 550', riprovabile: true }],
    });
    const mail = await get('mail');
    expect(mail.body.data).toEqual([
      expect.objectContaining({ cantiere: '0412', destinatari: 'uno@example.it, due@example.it', esito: 'fallita', utente: 'capo' }),
    ]);
    expect(mail.body.data[0]).not.toHaveProperty('oggetto');
    expect(mail.text).not.toContain('lungo');
    expect((await test.call('POST', '/api/processi/mail-1/riprova', { token: admin })).status).toBe(202);
    expect((await get('mail')).body.data[0].esito).toBe('in coda');
    expect((await get('processi?stato=boh')).status).toBe(400);
    // the query of a list whose filter was cleared
    const cleared = await get('processi?stato=');
    expect([cleared.status, cleared.body.totale]).toEqual([200, (await get('processi')).body.totale]);
  });
});
