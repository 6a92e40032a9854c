import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PermissionLevels } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from './portal.ts';
import { testDatabase } from './postgres.ts';
import { startReplicated } from './replica.ts';
import { tcpProxy, type TcpProxy } from './tcp-proxy.ts';

const ALL: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
const named = (url: string, like: string): string => {
  const address = new URL(url);
  address.pathname = new URL(like).pathname;
  return address.href;
};

describe('leggere da una replica di PostgreSQL', { timeout: 120_000 }, () => {
  let servers: Awaited<ReturnType<typeof startReplicated>>;
  let portale: TestPortal;
  let replicaUrl: string;
  let between: TcpProxy;
  let person: Person;
  let next = 0;
  const log: Record<string, unknown>[] = [];

  beforeAll(async () => {
    servers = await startReplicated();
    const database = await testDatabase(servers.main);
    replicaUrl = named(servers.replica, database.url);
    between = await tcpProxy({ host: '127.0.0.1', port: Number(new URL(replicaUrl).port) });
    const through = new URL(replicaUrl);
    through.port = String(between.port);
    portale = await startTestPortal({
      database,
      env: { DATABASE_URL_LETTURE: through.href },
      log: (row) => void log.push(JSON.parse(row) as Record<string, unknown>),
    });
    person = await portale.person({ permessi: { macchinari: ALL } });
    await used();
  }, 120_000);
  afterAll(async () => {
    await portale?.stop();
    await between?.close();
    await servers?.stop();
  });

  const state = async () => (await portale.call('GET', '/api/salute')).body.letture as string;
  const used = () => vi.waitFor(async () => expect(await state()).toBe('replica'), { timeout: 20_000, interval: 50 });
  const left = () => vi.waitFor(async () => expect(await state()).toBe('principale'), { timeout: 20_000, interval: 50 });
  async function written(): Promise<string> {
    next += 1;
    const matricola = `R${next}`;
    const { status } = await portale.call('POST', '/api/macchinari', { as: person, body: { macchinario: { matricola } } });
    expect(status).toBe(201);
    return matricola;
  }
  const listed = async (matricola: string) => {
    const answer = await portale.call('GET', `/api/macchinari?pagina=1&righe=5&cerca=${matricola}`, { as: person });
    expect(answer.status).toBe(200);
    return (answer.body.data as { matricola: string }[]).some((row) => row.matricola === matricola);
  };
  /** Returns the address of the server that answers a read, as a list or as a decision asks. */
  const server = async (asked: 'reading' | 'deciding') => {
    const db = asked === 'reading' ? portale.deps.lists : portale.deps.readDb;
    return (await db.selectNoFrom(({ fn }) => fn<boolean>('pg_is_in_recovery').as('replica')).executeTakeFirstOrThrow()).replica;
  };
  async function onReplica(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: replicaUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  }

  it('gli elenchi vengono dalla replica, ciò che decide dal database principale', async () => {
    expect(await server('reading')).toBe(true);
    expect(await server('deciding')).toBe(false);
  });

  it('chi ha scritto ritrova subito ciò che ha scritto', async () => {
    for (let time = 0; time < 60; time += 1) expect(await listed(await written())).toBe(true);
    const together = await Promise.all(Array.from({ length: 16 }, () => written()));
    expect(await Promise.all(together.map(listed))).toEqual(together.map(() => true));
    expect(await state()).toBe('replica');
  });

  it('una replica occupata non è una replica assente: gli altri elenchi vengono dal database principale, e chi legge da lei finisce', async () => {
    const known = await written();
    const long = Array.from({ length: 10 }, () =>
      sql<{ replica: boolean }>`select pg_sleep(3), pg_is_in_recovery() as replica`.execute(portale.deps.lists),
    );
    expect(await Promise.all(Array.from({ length: 4 }, () => listed(known)))).not.toContain(false);
    expect(await state()).toBe('replica');
    for (const { rows } of await Promise.all(long)) expect(rows[0]!.replica).toBe(true);
    expect(await state()).toBe('replica');
  });

  it('una replica che resta indietro non si legge più finché non ha raggiunto', async () => {
    await onReplica('select pg_wal_replay_pause()');
    for (let time = 0; time < 5; time += 1) expect(await listed(await written())).toBe(true);
    await left();
    expect(await server('reading')).toBe(false);
    await onReplica('select pg_wal_replay_resume()');
    await used();
    expect(await listed(await written())).toBe(true);
  });

  it('uccisa mentre si legge e si scrive, nessuna risposta manca; tornata, si legge di nuovo da lei', async () => {
    const known = await written();
    let going = true;
    const readers = Array.from({ length: 4 }, async () => {
      let answers = 0;
      while (going) {
        expect(await listed(known)).toBe(true);
        answers += 1;
      }
      return answers;
    });
    await servers.killReplica();
    for (let time = 0; time < 5; time += 1) expect(await listed(await written())).toBe(true);
    await left();
    await servers.restartReplica();
    await used();
    going = false;
    for (const answers of await Promise.all(readers)) expect(answers).toBeGreaterThan(0);
    expect(await server('reading')).toBe(true);
  });

  it('una replica che tace del tutto è lasciata, e chi aspettava da lei ha la sua risposta', async () => {
    const known = await written();
    const times = () => log.filter(({ msg }) => msg === 'lists are read from the main database: the replica is away or behind').length;
    const before = times();
    between.silence();
    between.mute(true);
    const readers = await Promise.all(Array.from({ length: 12 }, () => listed(known)));
    expect(readers).not.toContain(false);
    expect(await listed(await written())).toBe(true);
    expect(times()).toBeGreaterThan(before);
    expect(await state()).toBe('principale');
    between.mute(false);
    await used();
    expect(await server('reading')).toBe(true);
  });

  it('un altro database non è una replica: non si legge mai da lì, e il registro lo dice', async () => {
    const own = await testDatabase();
    const foreign = await testDatabase(servers.main);
    const said: string[] = [];
    const other = await startTestPortal({ database: own, env: { DATABASE_URL_LETTURE: foreign.url }, log: (row) => void said.push(row) });
    try {
      const reader = await other.person({ permessi: { macchinari: ALL } });
      await vi.waitFor(() => expect(said.filter((row) => row.includes('it is no replica of DATABASE_URL'))).toHaveLength(1));
      expect((await other.call('GET', '/api/salute')).body.letture).toBe('principale');
      expect((await other.call('GET', '/api/macchinari', { as: reader })).status).toBe(200);
    } finally {
      await other.stop();
      await foreign.close();
    }
  });
});
