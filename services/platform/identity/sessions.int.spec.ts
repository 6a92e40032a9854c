import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../../../test/access.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { changeCredentials, createCredentials, deleteCredentials } from './credentials.ts';
import { openSessions } from '#projections/accesso/accesso.queries.ts';
import { install } from '#services/modules/accesso/installation.ts';
import { cleanIdentity } from './cleanup.ts';
import { openSession, sessionOfToken } from './sessions.ts';

let test: TestPortal;

beforeAll(async () => {
  test = await startTestPortal();
  await install(test.deps);
  await ready(test);
});
afterAll(() => test.stop());

const fresh = (memberID: string, hash: string, groupID = 12) => ({ memberID, groupID, hash, ricordami: false, now: new Date() });

/** Until the task is done or some connection waits for a lock. */
async function stoppedOrFinished(task: Promise<unknown>): Promise<void> {
  let finished = false;
  void task.finally(() => {
    finished = true;
  });
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      test.deps.readDb,
    );
    if (finished || rows.length > 0) return;
    await pause(5);
  }
}

describe('aprire una sessione', () => {
  it('con credenziali che non sono più quelle non si apre', async () => {
    await createCredentials(test.deps.writeDb, 'anna', 'hash-1');
    expect(await openSession(test.deps.writeDb, fresh('anna', 'hash-1'))).toEqual(expect.any(String));
    expect(await openSession(test.deps.writeDb, fresh('anna', 'hash-2'))).toBeNull();
    expect(await openSession(test.deps.writeDb, fresh('nessuno', 'hash-1'))).toBeNull();
  });

  it('aspetta un cambio di password in corso, e allora non si apre', async () => {
    await createCredentials(test.deps.writeDb, 'bruno', 'hash-1');
    const opening = await test.deps.writeDb.transaction().execute(async (tx) => {
      await changeCredentials(tx, 'bruno', { hash: 'hash-2', modificata: new Date(), comando: null, provvisoria: null });
      const session = openSession(test.deps.writeDb, fresh('bruno', 'hash-1'));
      await stoppedOrFinished(session);
      return { sessione: session };
    });
    expect(await opening.sessione).toBeNull();
  });

  it('finisce con le credenziali', async () => {
    await createCredentials(test.deps.writeDb, 'carla', 'hash-1');
    await openSession(test.deps.writeDb, fresh('carla', 'hash-1'));
    await deleteCredentials(test.deps.writeDb, 'carla');
    const { rows } = await sql`select 1 from public.sessioni where member_id = 'carla'`.execute(test.deps.writeDb);
    expect(rows).toEqual([]);
  });
});

describe('una sessione aperta', () => {
  it.each([
    [false, 12],
    [true, 30 * 24],
  ])('con "ricordami" %s dura %d ore, e non di più', async (ricordami, ore) => {
    const {
      rows: [row],
    } = await sql<{ hash: string }>`select hash from public.credenziali where member_id = 'capo'`.execute(test.deps.writeDb);
    const now = new Date();
    const token = await openSession(test.deps.writeDb, { ...fresh('capo', row?.hash ?? ''), ricordami, now });
    // in use until the end
    await sql`update public.sessioni set vista = scade where member_id = 'capo'`.execute(test.deps.writeDb);
    const after = (ms: number) => sessionOfToken(test.deps, token ?? '', new Date(now.getTime() + ore * 3_600_000 + ms));
    expect(await after(-1)).toMatchObject({ memberID: 'capo', ricordami });
    expect(await after(0)).toBeNull();
    await cleanIdentity(test.deps.writeDb, new Date(now.getTime() + ore * 3_600_000 - 1));
    expect(await after(-1)).not.toBeNull();
    await cleanIdentity(test.deps.writeDb, new Date(now.getTime() + ore * 3_600_000));
    expect(await after(-1)).toBeNull();
  });

  it.each([
    [false, 2],
    [true, 14 * 24],
  ])('con "ricordami" %s, non usata finisce dopo %d ore, da quando è stata usata', async (ricordami, ore) => {
    await createCredentials(test.deps.writeDb, 'direzione', 'hash-1');
    const { rows } = await sql<{ hash: string }>`select hash from public.credenziali where member_id = 'direzione'`.execute(
      test.deps.writeDb,
    );
    const now = new Date();
    const token = await openSession(test.deps.writeDb, { ...fresh('direzione', rows[0]?.hash ?? '', 9), ricordami, now });
    const after = (hours: number, ms: number) => sessionOfToken(test.deps, token ?? '', new Date(now.getTime() + hours * 3_600_000 + ms));
    const open = async (hours: number, ms: number) =>
      (await openSessions(test.deps.readDb, new Date(now.getTime() + hours * 3_600_000 + ms), 'direzione')).length;
    expect([await after(ore, -1), await after(ore, 0)]).toEqual([expect.objectContaining({ memberID: 'direzione' }), null]);
    expect([await open(ore, -1), await open(ore, 0)]).toEqual([1, 0]);
    await sql`update public.sessioni set vista = ${new Date(now.getTime() + 3_600_000)} where member_id = 'direzione'`.execute(
      test.deps.writeDb,
    );
    expect([await after(ore + 1, -1), await after(ore + 1, 0)]).toEqual([expect.objectContaining({ memberID: 'direzione' }), null]);
    await sql`delete from public.sessioni where member_id = 'direzione'`.execute(test.deps.writeDb);
  });

  it('di una persona ce ne sono al massimo venti: la più vecchia lascia il posto', async () => {
    await createCredentials(test.deps.writeDb, 'elio', 'hash-1');
    for (let n = 0; n < 22; n += 1)
      await openSession(test.deps.writeDb, { ...fresh('elio', 'hash-1'), now: new Date(Date.now() + n * 1000) });
    const { rows } = await sql<{
      n: number;
      prima: Date;
    }>`select count(*)::int as n, min(creata) as prima from public.sessioni where member_id = 'elio'`.execute(test.deps.writeDb);
    expect(rows[0]?.n).toBe(20);
    expect(rows[0]!.prima.getTime()).toBeGreaterThan(Date.now() + 500);
  });

  it('vale solo nel gruppo in cui è nata', async () => {
    const {
      rows: [row],
    } = await sql<{ hash: string }>`select hash from public.credenziali where member_id = 'capo'`.execute(test.deps.writeDb);
    const [right, other] = [
      await openSession(test.deps.writeDb, fresh('capo', row?.hash ?? '', 12)),
      await openSession(test.deps.writeDb, fresh('capo', row?.hash ?? '', 2)),
    ];
    expect(await sessionOfToken(test.deps, right ?? '', new Date())).toMatchObject({ memberID: 'capo', groupID: 12 });
    expect(await sessionOfToken(test.deps, other ?? '', new Date())).toBeNull();
  });

  it('non vale per chi non ha un record', async () => {
    await createCredentials(test.deps.writeDb, 'dario', 'hash-1');
    const token = await openSession(test.deps.writeDb, fresh('dario', 'hash-1'));
    expect(await sessionOfToken(test.deps, token ?? '', new Date())).toBeNull();
  });
});
