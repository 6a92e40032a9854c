import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import * as reading from '#contracts/core/fold.ts';
import { catalogue } from '../../../test/catalogue.ts';
import { chooseOwn, withCredentials, enter, md5, ready } from '../../../test/access.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { ACCOUNT_DEMO } from '#services/platform/identity/demo-accounts.ts';
import type { FirstAccess } from '#services/platform/identity/first-access.ts';
import { isLockedDemo } from './demo-lock.ts';
import { createDemoAccounts, install } from './installation.ts';

const fold = reading.fold.bind(null, catalogue);

let test: TestPortal;
afterEach(() => test.stop());

const empty = { DEMO: '0' };
const firstAccess = () => join(test.folder, 'segreti', 'primo-accesso');
const events = async () => test.deps.store.countAfter(null, 10_000);

describe("l'installazione", () => {
  it('crea i quattro gruppi con i permessi di ogni area e il primo amministratore, che entra', async () => {
    test = await startTestPortal({ env: empty });
    const { initialPassword } = await install(test.deps);
    expect(initialPassword).toMatch(/^([a-z2-9]{4}-){6}[a-z2-9]{4}$/);
    await ready(test);
    const token = await chooseOwn(test, 'admin', initialPassword ?? '');
    const { body } = await test.call('GET', '/api/groups', { token });
    expect(body.data.map((g: { groupID: number; name: string }) => [g.groupID, g.name]).sort()).toEqual([
      [12, 'Capicantiere'],
      [2, 'Amministratori'],
      [3, 'Operativi'],
      [9, 'Direzione'],
    ]);
    for (const groupID of [2, 9, 12, 3]) {
      const { data } = (await test.call('GET', `/api/groupsPermissions?id=${groupID}`, { token })).body;
      expect(data.map((r: { tableName: string }) => r.tableName).sort()).toEqual([...AREE].sort());
    }
    expect(await withCredentials(test)).toEqual(['admin']);
    const [first] = await test.deps.store.read('users-admin');
    expect(first?.metadata).toMatchObject({ utente: 'sistema', origine: 'sistema' });
  });

  it('la prima password sta in un file che legge solo il portale, apre solo la scelta della propria, e il file se ne va con quella', async () => {
    test = await startTestPortal({ env: { ...empty, PRIMO_UTENTE: 'anna.verdi' } });
    const { initialPassword } = await install(test.deps);
    await ready(test);
    expect((await stat(firstAccess())).mode & 0o777).toBe(0o600);
    expect((await stat(join(test.folder, 'segreti'))).mode & 0o777).toBe(0o700);
    const token = await enter(test, 'anna.verdi', initialPassword ?? '');
    const { status, body } = await test.call('GET', '/api/groups', { token });
    expect([status, body.type]).toEqual([403, '/problemi/password-provvisoria']);
    const own = await chooseOwn(test, 'anna.verdi', initialPassword ?? '');
    expect((await test.call('GET', '/api/groups', { token: own })).status).toBe(200);
    await expect(stat(firstAccess())).rejects.toThrow('ENOENT');
  });

  it('se nessuno la usa in 72 ore, il prossimo avvio ne dà un’altra; prima no', async () => {
    test = await startTestPortal({ env: empty });
    const begun = Date.now();
    const at = (hours: number) => ({ ...test.deps, clock: { now: () => new Date(begun + hours * 3_600_000) } });
    const { initialPassword } = await install(at(0));
    expect(await install(at(71))).toEqual({ initialPassword: null });
    const again = await install(at(72.1));
    expect(again.initialPassword).not.toBe(initialPassword);
    expect(await readFile(firstAccess(), 'utf8')).toContain(again.initialPassword);
    await ready(test);
    await expect(enter(test, 'admin', initialPassword ?? '')).rejects.toThrow('401');
    await enter(test, 'admin', again.initialPassword ?? '');
  });

  it('ripetuta non cambia nulla e non dà un’altra password', async () => {
    test = await startTestPortal({ env: empty });
    await install(test.deps);
    const before = await events();
    expect(await install(test.deps)).toEqual({ initialPassword: null });
    expect(await events()).toBe(before);
  });

  it('due avvii insieme fanno una sola installazione', async () => {
    test = await startTestPortal({ env: empty });
    const outcomes = await Promise.all([install(test.deps), install(test.deps), install(test.deps)]);
    const password = outcomes.flatMap((e) => e.initialPassword ?? []);
    expect(password).toHaveLength(1);
    expect((await test.deps.store.read('groups-2')).length).toBe(13);
    expect((await test.deps.store.read('users-admin')).length).toBe(1);
    expect(await withCredentials(test)).toEqual(['admin']);
    await ready(test);
    await enter(test, 'admin', password[0] ?? '');
  });

  it('interrotta in qualunque punto, il prossimo avvio la completa', async () => {
    test = await startTestPortal({ env: empty });
    const { append } = test.deps.store;
    // 4 groups and the administrator: each start is cut one append later than the one before
    for (let succeeded = 0; succeeded < 5; succeeded += 1) {
      let facts = 0;
      test.deps.store.append = (...parts) => (++facts > 1 ? Promise.reject(new Error('kill')) : append(...parts));
      const outcome = await install(test.deps).catch(() => 'interrotta');
      test.deps.store.append = append;
      if (succeeded < 4) expect(outcome).toBe('interrotta');
      else expect(outcome).toEqual({ initialPassword: expect.any(String) });
    }
    expect(await events()).toBe(4 * 13 + 1);
  });

  it('se cade prima che la password sia valida, il prossimo avvio ne dà un’altra', async () => {
    test = await startTestPortal({ env: empty });
    await expect(
      install(test.deps, () => {
        throw new Error('kill');
      }),
    ).rejects.toThrow('kill');
    expect(await withCredentials(test)).toEqual([]);
    const told: FirstAccess[] = [];
    const { initialPassword } = await install(test.deps, (access) => void told.push(access));
    expect(told).toEqual([{ memberID: 'admin', path: firstAccess(), until: expect.any(Date) }]);
    expect(await readFile(firstAccess(), 'utf8')).toContain(`password ${initialPassword}\n`);
    await ready(test);
    await enter(test, 'admin', initialPassword ?? '');
  });

  it('con le credenziali perdute e un altro admin nel registro, il nome è il prossimo', async () => {
    test = await startTestPortal({ env: empty });
    await install(test.deps);
    const who = {
      identity: { memberID: 'sistema', groupID: 2, permessi: {} },
      commandId: 'a1f0b3a2-54c5-4a1c-9a39-000000000001',
      correlationId: 'x',
      origine: 'sistema' as const,
    };
    await ready(test);
    await sql`insert into public.credenziali (member_id, hash) values ('altro', 'x')`.execute(test.deps.writeDb);
    await test.deps.dispatch({ register: 'users', action: 'create', key: 'altro', values: { groupID: 2 } }, who);
    await ready(test);
    await test.deps.dispatch(
      { register: 'users', action: 'delete', key: 'admin' },
      { ...who, commandId: 'a1f0b3a2-54c5-4a1c-9a39-000000000002' },
    );
    await sql`delete from public.credenziali`.execute(test.deps.writeDb);
    const { initialPassword } = await install(test.deps);
    await ready(test);
    await enter(test, 'admin-2', initialPassword ?? '');
  });
});

describe('gli account della demo', () => {
  it('sono quattro, ognuno nel suo gruppo con la sua password', async () => {
    test = await startTestPortal({ env: { DEMO: '1' } });
    expect(await install(test.deps)).toEqual({ initialPassword: null });
    await ready(test);
    for (const { memberID, password, groupID, nome } of ACCOUNT_DEMO) {
      const token = await enter(test, memberID, password);
      expect((await test.call('GET', '/api/sessione', { token })).body.data[0]).toMatchObject({ memberID, groupID, name: nome });
    }
  });

  it('al prossimo avvio restano come sono stati lasciati: né password né account tornano', async () => {
    test = await startTestPortal({ env: { DEMO: '1' } });
    await install(test.deps);
    await ready(test);
    const token = await enter(test, 'admin', 'admin-demo');
    await test.call('DELETE', '/api/users', { token, body: { user: 'capo' } });
    await test.call('PUT', '/api/users', { token, body: { user: { memberID: 'operaio', passMD5: 'f'.repeat(32) } } });
    const before = await events();
    await install(test.deps);
    expect(await events()).toBe(before);
    expect(await withCredentials(test)).toEqual(['admin', 'direzione', 'operaio']);
    await expect(enter(test, 'operaio', 'operaio-demo')).rejects.toThrow('401');
  });

  it('in produzione non esistono, nemmeno con DEMO acceso', async () => {
    test = await startTestPortal({ env: { DEMO: '1', NODE_ENV: 'production' } });
    await expect(createDemoAccounts(test.deps)).rejects.toThrow('production');
    expect((await install(test.deps)).initialPassword).toEqual(expect.any(String));
    expect([...fold(await test.deps.store.read('users-capo'))]).toEqual([]);
    expect(await withCredentials(test)).toEqual(['admin']);
  });

  it('senza demo su una cartella che l’aveva, gli account dimostrativi non entrano, con qualunque password, e le loro sessioni finiscono', async () => {
    test = await startTestPortal();
    await install(test.deps);
    await ready(test);
    const token = await enter(test, 'capo', 'capo-demo');
    const lines: string[] = [];
    const deps = {
      ...test.deps,
      config: { ...test.deps.config, DEMO: false },
      log: Object.assign(Object.create(test.deps.log), { warn: (_data: object, text: string) => void lines.push(text) }),
    };
    expect(await install(deps)).toEqual({ initialPassword: null });
    expect(lines).toEqual([expect.stringContaining('to begin empty')]);
    expect((await test.call('GET', '/api/sessione', { token })).status).toBe(401);
    test.deps.config.DEMO = false;
    for (const { memberID, password } of ACCOUNT_DEMO) {
      expect(await isLockedDemo(test.deps, memberID)).toBe(true);
      expect((await test.call('POST', '/api/login', { body: { username: memberID, password: md5(password) } })).status).toBe(401);
    }
    expect(await isLockedDemo(test.deps, 'anna')).toBe(false);
  });

  it('in produzione non parte su un registro con account dimostrativi', async () => {
    test = await startTestPortal();
    await install(test.deps);
    await expect(install({ ...test.deps, config: { ...test.deps.config, NODE_ENV: 'production' } })).rejects.toThrow(
      'in production the portal does not start',
    );
  });
});
