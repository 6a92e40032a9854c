import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../test/postgres.ts';
import { firstPassword, startProgram, type Program } from '../test/program.ts';
import { waitForExit, signal, live } from './platform/postgres/postmaster.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const TIMEOUT_MS = 30_000;
// each test starts programs, which is slow on a busy machine
const SLOW = { timeout: 180_000 };

describe('Il programma', SLOW, () => {
  let data: string;
  const running: Program[] = [];
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'strato-programma-'));
    await chmod(data, 0o755);
  });
  afterEach(async () => {
    for (const { process: processo, exit: output } of running.splice(0)) {
      processo.kill('SIGTERM');
      await output;
    }
  }, SLOW.timeout);
  afterAll(() => rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  async function start(env: Record<string, string> = {}, ...rest: [argomenti?: string[], prefisso?: string[]]): Promise<Program> {
    const program = await startProgram({ DATI_DIR: data, ...env }, ...rest);
    running.push(program);
    return program;
  }
  const postmaster = async (folder = data) => Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const enter = async (base: string, password: string) => {
    const body = JSON.stringify({ username: 'admin', password: md5(password) });
    return (await fetch(`${base}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
  };

  test('un portale vuoto dice una volta sola dove sta la password del primo amministratore; Ctrl+C lo chiude tutto; ucciso, riparte da solo', async () => {
    const first = await start();
    await first.ready();
    const password = await firstPassword(data);
    expect(first.written()).not.toContain(password);
    expect(first.written()).toContain(join(data, 'segreti', 'primo-accesso'));
    expect(await enter(first.base, password)).toBe(200);
    const database = await postmaster();
    first.process.kill('SIGINT');
    expect(await first.exit).toBe(0);
    expect(live(database)).toBe(false);

    const second = await start();
    await second.ready();
    expect(second.written()).not.toContain('primo-accesso');
    expect(await enter(second.base, password)).toBe(200);
    const orphan = await postmaster();
    second.process.kill('SIGKILL');
    await second.exit;
    expect(live(orphan)).toBe(true);

    const third = await start();
    await third.ready();
    expect(live(orphan)).toBe(false);
    expect(await enter(third.base, password)).toBe(200);
  });

  test('fermato mentre si avvia, non lascia niente in giro', async () => {
    const program = await start();
    await expect
      .poll(
        () =>
          fetch(program.base).then(
            (answer) => answer.status,
            () => 0,
          ),
        { timeout: TIMEOUT_MS },
      )
      .not.toBe(0);
    program.process.kill('SIGTERM');
    expect(await program.exit).toBe(0);
    const left = await postmaster().catch(() => 0);
    expect(left !== 0 && live(left)).toBe(false);
  });

  test('un secondo Ctrl+C, dopo un poco, esce subito, anche con una richiesta a metà, e il database si ferma lo stesso', async () => {
    const program = await start();
    await program.ready();
    const database = await postmaster();
    const socket = connect(Number(new URL(program.base).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    // the shutdown waits only for requests whose headers are read, which the response 100 shows
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 100/);
    program.process.kill('SIGINT');
    await expect
      .poll(
        () =>
          fetch(program.base).then(
            () => true,
            () => false,
          ),
        { timeout: TIMEOUT_MS },
      )
      .toBe(false);
    const again = setInterval(() => program.process.kill('SIGINT'), 500);
    expect(await program.exit).toBe(130);
    clearInterval(again);
    expect(await waitForExit(database, TIMEOUT_MS)).toBe(true);
    socket.destroy();
  });

  test('un segnale che arriva in più copie, come a un gruppo, è una sola chiusura ordinata', async () => {
    const program = await start();
    await program.ready();
    const database = await postmaster();
    for (const name of ['SIGTERM', 'SIGINT', 'SIGTERM', 'SIGINT'] as const) program.process.kill(name);
    expect(await program.exit).toBe(0);
    expect(await waitForExit(database, TIMEOUT_MS)).toBe(true);
  });

  test('ucciso il make che lo ha avviato, si ferma anche lui', async () => {
    const program = await start({}, [], ['bash', '-c', 'STRATO_GENITORE=$$ "$@"; exit $?', 'bash']);
    await program.ready();
    const database = await postmaster();
    signal(program.process.pid ?? 0, 'SIGKILL');
    await program.exit;
    expect(await waitForExit(database, TIMEOUT_MS)).toBe(true);
  });

  test('due portali con porta e cartella diverse stanno fianco a fianco', async () => {
    const other = await mkdtemp(join(tmpdir(), 'strato-programma-'));
    await chmod(other, 0o755);
    try {
      const [first, second] = [await start(), await start({ DATI_DIR: other })];
      await Promise.all([first.ready(), second.ready()]);
      expect(await enter(first.base, await firstPassword(other))).toBe(401);
      expect(await postmaster()).not.toBe(await postmaster(other));
      second.process.kill('SIGTERM');
      await second.exit;
      await first.ready();
    } finally {
      await rm(other, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  });

  test('in produzione non parte senza le sue dipendenze, e le nomina tutte', async () => {
    const program = await start({ NODE_ENV: 'production' });
    expect(await program.exit).toBe(1);
    for (const name of ['DATABASE_URL', 'EVENTSTORE_URL', 'REDIS_URL', 'SEGRETO', 'ARCHIVIO_DIR'])
      expect(program.written()).toContain(`${name} is missing`);
    expect(program.written()).toContain('PORTALE_URL is not https');
  });

  test('una configurazione o un ruolo sbagliati si dicono con una frase', async () => {
    const [port, role] = [await start({ PORT: '99999' }), await start({}, ['--role', 'cuoco'])];
    expect([await port.exit, await role.exit]).toEqual([1, 1]);
    expect(port.written()).toContain('PORT');
    expect(role.written()).toContain('api, projections, workers, all');
    expect(port.written() + role.written()).not.toContain('at file:');
  });

  describe('in tre processi su un PostgreSQL dato', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await testDatabase();
    });
    afterAll(() => database.close());

    test('i ruoli partono insieme, ognuno dice se sta bene, e l’API risponde', async () => {
      const env = { DATABASE_URL: database.url };
      const roles = await Promise.all(['projections', 'workers', 'api'].map((role) => start(env, ['--role', role])));
      await Promise.all(roles.map((role) => role.ready()));
      const [projections, works, api] = roles as [Program, Program, Program];
      expect(await enter(api.base, await firstPassword(data))).toBe(200);
      expect(await enter(projections.base, '')).toBe(404);
      expect((await fetch(`${works.base}/home`, { headers: { accept: 'text/html' } })).status).toBe(404);
    });
  });
});
