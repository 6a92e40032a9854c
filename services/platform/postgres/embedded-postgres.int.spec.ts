import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres, runningPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { commandOf, waitForExit, signal, live, isTaken } from './postmaster.ts';
import { postgresExecutor } from './system-user.ts';

const log = pino({ level: 'silent' });

describe('PostgreSQL incorporato', { timeout: 120_000 }, () => {
  let dataDir: string;
  const running: EmbeddedPostgres[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'strato-prova-dati-'));
    await chmod(dataDir, 0o755);
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }, 60_000);

  async function start(dir = dataDir): Promise<EmbeddedPostgres> {
    const server = await startPostgres({ dataDir: dir, log });
    running.push(server);
    return server;
  }
  async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }
  const pidOf = async (dir = dataDir) => Number((await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

  test('i dati restano da un avvio al successivo, con scritture durevoli e la password al sicuro', async () => {
    const first = await start();
    await query(first.ownerUrl, 'create table prova as select 7 as n');
    expect([await runningPostgres(dataDir), await runningPostgres(dataDir, 'owner')]).toEqual([first.url, first.ownerUrl]);
    await first.stop();
    expect(await runningPostgres(dataDir)).toBeNull();
    const second = await start();
    expect(await query(second.ownerUrl, 'select n from prova')).toEqual([{ n: 7 }]);
    expect(await query(second.url, `select current_setting('fsync') f, current_setting('synchronous_commit') s`)).toEqual([
      { f: 'on', s: 'on' },
    ]);
    expect((await stat(join(dataDir, 'segreti', 'postgres'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'segreti'))).mode & 0o777).toBe(0o700);
  });

  test('senza la password giusta non si entra, nemmeno dalla stessa macchina', async () => {
    const url = new URL((await start()).url);
    url.password = 'sbagliata';
    await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    url.search = '';
    await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test('vi si arriva dal suo socket locale, e non restano socket di server uccisi; da una cartella dal nome lungo per la rete locale', async () => {
    const from = 'select inet_client_addr() as address';
    const first = await start();
    expect(await query(first.url, from)).toEqual([{ address: null }]);
    await first.stop();
    await writeFile(join(dataDir, 'postgres', '.s.PGSQL.1'), '');
    await start();
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('.s.PGSQL.1');
    const long = await start(join(dataDir, 'l'.repeat(100)));
    expect(await query(long.url, from)).toEqual([{ address: '127.0.0.1' }]);
  });

  test('il server rimasto orfano di un portale ucciso viene sostituito, senza perdere dati', async () => {
    // a separate process, killed while its database runs
    const script = `
      import { startPostgres } from '${join(import.meta.dirname, 'embedded-postgres.ts')}';
      import { pino } from 'pino';
      import pg from 'pg';
      const server = await startPostgres({ dataDir: process.env.DATI_DIR, log: pino({ level: 'silent' }) });
      const client = new pg.Client({ connectionString: server.ownerUrl });
      await client.connect();
      await client.query('create table prova as select 7 as n');
      process.kill(process.pid, 'SIGKILL');`;
    expect(() =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        env: { ...process.env, DATI_DIR: dataDir },
        stdio: 'ignore',
      }),
    ).toThrow();
    const orphan = await pidOf();
    expect(live(orphan)).toBe(true);
    const server = await start();
    expect(live(orphan)).toBe(false);
    expect(await query(server.ownerUrl, 'select n from prova')).toEqual([{ n: 7 }]);
  });

  test('un database ucciso riparte da solo sulla stessa porta', async () => {
    const server = await start();
    await query(server.ownerUrl, 'create table prova as select 7 as n');
    const killed = await pidOf();
    signal(killed, 'SIGKILL');
    await waitForExit(killed, 60_000);
    await expect.poll(() => query(server.ownerUrl, 'select n from prova').catch(() => null), { timeout: 60_000 }).toEqual([{ n: 7 }]);
    expect(await pidOf()).not.toBe(killed);
  });

  test('due cartelle, due database fianco a fianco', async () => {
    const other = join(dataDir, 'altra');
    const first = await start();
    const second = await start(other);
    expect(new URL(first.url).port).not.toBe(new URL(second.url).port);
    await query(first.ownerUrl, 'create table solo_qui (n int)');
    expect(await query(second.url, `select to_regclass('solo_qui') t`)).toEqual([{ t: null }]);
  });

  test('un processo estraneo con il numero del vecchio server non impedisce l’avvio', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n0\n1\n\n127.0.0.1\n`);
    const server = await start();
    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('il vecchio server, morto e non ancora raccolto da chi lo ha avviato, non impedisce l’avvio', async () => {
    await (await start()).stop();
    // runs as the database's own user, since PostgreSQL ignores processes of other users
    const { owner } = await postgresExecutor([]);
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 601'], { stdio: ['ignore', 'pipe', 'ignore'], ...owner });
    try {
      const [pid] = (await once(parent.stdout!, 'data')).map(Number) as [number];
      // a shell would reap the killed child; sleep leaves it a zombie
      await expect.poll(() => commandOf(parent.pid!)).toMatch(/^sleep/);
      signal(pid, 'SIGKILL');
      await expect.poll(() => [isTaken(pid), live(pid)]).toEqual([true, false]);
      await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${pid}\n${join(dataDir, 'postgres')}\n0\n1\n\n127.0.0.1\n`);
      const server = await start();
      expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
