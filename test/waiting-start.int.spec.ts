import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEventStoreServer } from './eventstoredb-server.ts';
import { testDatabase, type TestDatabase } from './postgres.ts';
import { startProgram, type Program } from './program.ts';
import { tcpProxy } from './tcp-proxy.ts';

// database and event log may start after the portal, or be unreachable while it starts
describe('Un portale che parte prima di ciò che gli serve', { timeout: 180_000 }, () => {
  let folder: string;
  let database: TestDatabase;
  const shut: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-attesa-'));
    await chmod(folder, 0o755);
    database = await testDatabase();
  });
  afterEach(async () => {
    for (const close of shut.splice(0).toReversed()) await close();
    await database.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }, 60_000);

  async function start(env: Record<string, string>): Promise<Program> {
    const program = await startProgram({ DATI_DIR: folder, DATABASE_URL: database.url, ...env });
    shut.push(async () => {
      program.process.kill('SIGTERM');
      await program.exit;
    });
    return program;
  }
  const health = async (program: Program): Promise<{ status: number; message?: string }> => {
    const answer = await fetch(`${program.base}/api/salute`).catch(() => null);
    return answer === null ? { status: 0 } : { status: answer.status, message: ((await answer.json()) as { message?: string }).message };
  };
  const waitsFor = (program: Program, what: RegExp) =>
    expect.poll(() => health(program), { timeout: 60_000 }).toEqual({ status: 503, message: expect.stringMatching(what) });

  test('aspetta il registro degli eventi, lo dice in italiano, e parte quando torna', async () => {
    const log = await startEventStoreServer();
    shut.push(() => log.shutdown());
    await log.stop();
    const program = await start({ EVENTSTORE_URL: log.url });
    await waitsFor(program, /aspetta il registro degli eventi/);
    await log.restart();
    await program.ready();
    expect(await health(program)).toMatchObject({ status: 200 });
  });

  test('fermato mentre aspetta, si ferma', async () => {
    const program = await start({ EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false' });
    await waitsFor(program, /aspetta il registro degli eventi/);
    program.process.kill('SIGTERM');
    expect(await program.exit).toBe(0);
  });

  test('aspetta il suo database', async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await tcpProxy({ host: hostname, port: Number(port) });
    shut.push(() => proxy.close());
    const url = new URL(database.url);
    url.port = String(proxy.port);
    await proxy.stop();
    const program = await start({ DATABASE_URL: url.href });
    await waitsFor(program, /aspetta il suo database/);
    await proxy.restart();
    await program.ready();
  });

  test('con la parola postgres il registro è in PostgreSQL', async () => {
    const program = await start({ EVENTSTORE_URL: 'postgres' });
    await program.ready();
    expect(await (await fetch(`${program.base}/api/salute`)).json()).toMatchObject({ stato: 'ok', eventStore: { nome: 'postgres' } });
  });
});
