import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { tcpProxy } from '../../test/tcp-proxy.ts';
import { openDatabase } from '../database.ts';
import { prepareStatement } from './prepared.ts';
import { sharedConnection } from './shared-connection.ts';

const whose = prepareStatement<{ pid: number; n: number }>(() => sql`select pg_backend_pid() as pid, ${0}::integer as n`);
const divided = prepareStatement<{ n: number }>(() => sql`select 1 / ${1}::integer as n`);

describe('Le istruzioni di tutti su una connessione', () => {
  let database: TestDatabase;
  let open: ReturnType<typeof openDatabase<Record<string, never>>>;
  beforeAll(async () => {
    database = await testDatabase();
    open = openDatabase({ url: database.url, max: 2 });
  });
  afterAll(async () => {
    await open.db.destroy();
    await database.close();
  });

  it('chieste insieme, ognuna ha la sua risposta, e quella che fallisce fallisce da sola', async () => {
    const asked = Array.from({ length: 40 }, (_, n) => n);
    const outcomes = await Promise.allSettled(asked.flatMap((n) => [whose(open.db, [n]), divided(open.db, [n % 5])]));
    for (const n of asked) {
      expect(outcomes[2 * n]).toMatchObject({ status: 'fulfilled', value: [{ n }] });
      expect(outcomes[2 * n + 1]).toMatchObject(n % 5 === 0 ? { status: 'rejected', reason: { code: '22012' } } : { status: 'fulfilled' });
    }
    expect(new Set(outcomes.flatMap((one) => (one.status === 'fulfilled' && 'pid' in one.value[0]! ? [one.value[0].pid] : []))).size).toBe(
      1,
    );
  });

  it('rotta la connessione, chi aspettava lo sa e chi chiede dopo ne trova un’altra', async () => {
    const [before] = await whose(open.db, [0]);
    const waiting = prepareStatement(() => sql`select pg_sleep(30) where ${true}`)(open.db, [true]);
    const lost = expect(waiting).rejects.toThrow();
    await expect
      .poll(
        async () => (await sql`select from pg_stat_activity where pid = ${before!.pid} and state = 'active'`.execute(open.db)).rows.length,
      )
      .toBe(1);
    await sql`select pg_terminate_backend(${before!.pid})`.execute(open.db);
    await lost;
    await expect.poll(async () => (await whose(open.db, [1]).catch(() => []))[0]?.n).toBe(1);
  });

  it('una che tace si lascia: chi aspettava lo sa, chi chiede dopo ne trova un’altra; una che risponde resta', async () => {
    const server = new URL(database.url);
    const proxy = await tcpProxy({ host: server.hostname, port: Number(server.port) });
    server.port = String(proxy.port);
    const shared = sharedConnection({ connectionString: server.href, query_timeout: 300 });
    const pid = async () =>
      (await shared.query<{ pid: number }>({ name: 'pid', text: 'select pg_backend_pid() as pid', values: [] })).rows[0]!.pid;
    const first = await pid();
    await pause(600);
    expect(await pid()).toBe(first);
    proxy.silence();
    expect((await Promise.allSettled([pid(), pid()])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await pid()).not.toBe(first);
    await shared.end();
    await proxy.close();
  });

  it('in una transazione resta nella transazione', async () => {
    await open.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      expect((await whose(tx, [0]))[0]!.pid).toBe(rows[0]!.pid);
    });
  });
});
