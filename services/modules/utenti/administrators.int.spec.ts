import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '#contracts/core/permissions.ts';
import { enter, md5 } from '../../../test/access.ts';
import { testSender } from '../../../test/portal.ts';
import { startUtentiTest, type UtentiTest } from './testing.ts';

let test: UtentiTest;

beforeAll(async () => {
  test = await startUtentiTest();
});
afterAll(() => test.portal.stop());

describe('gli amministratori', () => {
  // each test starts with `admin` as the only administrator
  beforeEach(async () => {
    const { rows } = await sql<{
      memberID: string;
    }>`select "memberID" from users where "groupID" = 2 and not eliminato and "memberID" <> 'admin'`.execute(test.portal.deps.readDb);
    for (const { memberID } of rows) expect((await test.delete(memberID)).status).toBe(200);
  });

  it("l'ultimo non si elimina e non si sposta", async () => {
    for (const answer of [await test.delete('admin'), await test.change({ memberID: 'admin', groupID: 9 })]) {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toBe('Il portale deve avere almeno un amministratore.');
    }
    expect(await test.session(test.admin)).toBe(200);
  });

  it('il sistema e la demo li fanno senza chiedere permesso, una chiamata no', async () => {
    const operaio: Identity = { memberID: 'operaio', groupID: 3, permessi: {} };
    const create = (key: string, origine: 'sistema' | 'demo' | 'api') =>
      test.portal.deps.dispatch({ register: 'users', action: 'create', key, values: { groupID: 2 } }, testSender(operaio, { origine }));
    for (const origine of ['sistema', 'demo'] as const)
      await expect(create(`di-${origine}`, origine)).resolves.toMatchObject({ key: `di-${origine}` });
    await expect(create('abusivo', 'api')).rejects.toMatchObject({ code: 'NON_PERMESSO' });
    for (const origine of ['sistema', 'demo']) expect((await test.delete(`di-${origine}`)).status).toBe(200);
  });

  it('con un altro amministratore si può', async () => {
    const { memberID, token } = await test.fresh(2);
    expect((await test.change({ memberID, groupID: 9 })).status).toBe(200);
    expect(await test.session(token)).toBe(401);
  });

  it('uno che non può entrare non conta', async () => {
    const { memberID } = await test.fresh(2);
    await sql`delete from public.credenziali where member_id = ${memberID}`.execute(test.portal.deps.writeDb);
    expect((await test.delete('admin')).status).toBe(409);
  });

  it('due che si tolgono a vicenda nello stesso momento: uno resta', async () => {
    const other = await test.fresh(2);
    const outcomes = await Promise.all([test.delete(other.memberID), test.change({ memberID: 'admin', groupID: 9 }, other.token)]);
    const [succeeded, rejected] = outcomes.map((e) => e.status).sort();
    expect(succeeded).toBe(200);
    expect([401, 409]).toContain(rejected);
    const { rows } = await sql`select 1 from users where "groupID" = 2 and not eliminato`.execute(test.portal.deps.readDb);
    expect(rows).toHaveLength(1);
    if ((await test.session(test.admin)) === 401) {
      expect((await test.change({ memberID: 'admin', groupID: 2 }, other.token)).status).toBe(200);
      test.admin = await enter(test.portal, 'admin', 'admin-demo');
    }
  });

  it('nemmeno un ripristino dallo storico lascia il portale senza', async () => {
    const { memberID } = await test.fresh(9);
    await test.change({ memberID, groupID: 2 });
    const token = await enter(test.portal, memberID, `parola-${memberID.slice(6)}`);
    expect((await test.change({ memberID: 'admin', groupID: 9 }, token)).status).toBe(200);
    expect((await test.restore(memberID, 1, token)).status).toBe(409);
    expect((await test.change({ memberID: 'admin', groupID: 2 }, token)).status).toBe(200);
    test.admin = await enter(test.portal, 'admin', 'admin-demo');
  });

  it('chi ha solo i permessi di admin_page amministra gli altri, ma non gli amministratori né sé stesso', async () => {
    const gruppo = (await test.portal.call('POST', '/api/groups', { token: test.admin, body: { group: { name: 'Ufficio' } } })).body.message
      .insertId;
    const row = { groupID: gruppo, tableName: 'admin_page', allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
    expect((await test.portal.call('POST', '/api/groupsPermissions', { token: test.admin, body: { group: row } })).status).toBe(201);
    const { memberID, token } = await test.fresh(gruppo);
    const noRights = (await test.portal.call('POST', '/api/groups', { token: test.admin, body: { group: { name: 'Senza diritti' } } })).body
      .message.insertId;
    const { memberID: other } = await test.fresh(noRights);
    expect((await test.read('0', token)).status).toBe(200);
    expect((await test.change({ memberID: other, custom1: 'Sistemato', groupID: noRights }, token)).status).toBe(200);
    expect((await test.create({ memberID: 'dario', passMD5: md5('parola-x'), groupID: noRights }, token)).status).toBe(201);
    for (const answer of [
      await test.create({ memberID: 'erika', passMD5: md5('parola-x'), groupID: 2 }, token),
      await test.change({ memberID: other, groupID: 2 }, token),
      await test.change({ memberID, groupID: 2 }, token),
      await test.change({ memberID, groupID: 9 }, token),
      await test.change({ memberID: 'admin', passMD5: md5('presa') }, token),
      await test.delete('admin', token),
    ])
      expect(answer.status).toBe(403);
    expect(await test.login('admin', 'admin-demo')).toBe(200);
    expect(await test.session(token)).toBe(200);
  });
});
