import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level, Permissions } from '#contracts/core/permissions.ts';
import { md5 } from '../../../test/access.ts';
import { startUtentiTest, type UtentiTest } from './testing.ts';

let test: UtentiTest;
const tokens: Record<string, string> = {};
/** Ids of the groups by the names that the tests use. */
const groupIDs: Record<string, number> = { amministratori: 2, direzione: 9, capi: 12 };

const levels = (level: Level) => ({ allowInsert: level === 0 ? 0 : 1, allowView: level, allowEdit: level, allowDelete: level }) as const;

async function newGroup(name: string, permissions: Permissions): Promise<void> {
  const id = (await test.portal.call('POST', '/api/groups', { token: test.admin, body: { group: { name } } })).body.message
    .insertId as number;
  groupIDs[name] = id;
  await test.portal.changePermissions(id, permissions);
}

beforeAll(async () => {
  test = await startUtentiTest();
  await newGroup('ufficio', { admin_page: levels(3), accise: levels(1) });
  await newGroup('lettori', { admin_page: { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 } });
  await newGroup('pari', { accise: levels(1) });
  await newGroup('oltre', { accise: levels(3) });
  // a group with a single right, in one area, that the office lacks
  await newGroup('poco', { accise: levels(1), costi: { allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 0 } });
  tokens['amministratori'] = test.admin;
  for (const group of ['ufficio', 'lettori', 'direzione', 'capi']) tokens[group] = (await test.fresh(groupIDs[group]!)).token;
});
afterAll(() => test.portal.stop());

const GROUPS = ['amministratori', 'direzione', 'ufficio', 'capi', 'pari', 'oltre', 'poco'];
/** Groups whose users the office may manage; `GIVEN` are the groups to which the office may move users. */
const MANAGED = ['pari'];
const GIVEN = ['pari'];
const ABOVE = ['capi', 'oltre', 'poco'];

let number = 0;
const someone = async (group: string) => (await test.fresh(groupIDs[group]!)).memberID;
const create = (group: string, token: string) =>
  test.create({ memberID: `nuovo${(number += 1)}`, passMD5: md5('parola-x'), groupID: groupIDs[group] }, token);

describe('chi crea, modifica, sposta ed elimina gli utenti', () => {
  it.each(GROUPS)('un amministratore quelli di ogni gruppo: %s', async (group) => {
    expect((await create(group, test.admin)).status).toBe(201);
    const memberID = await someone(group);
    expect((await test.change({ memberID, custom1: 'Sistemato', passMD5: md5('parola-y') })).status).toBe(200);
    expect((await test.delete(memberID)).status).toBe(200);
  });

  it.each(GROUPS)(
    'un gruppo con admin_page 3 quelli degli altri gruppi, ma non di amministratori, direzione, del proprio e di chi ha un diritto in più: %s',
    async (group) => {
      const token = tokens['ufficio']!;
      const may = MANAGED.includes(group);
      expect((await create(group, token)).status).toBe(GIVEN.includes(group) ? 201 : 403);
      const memberID = await someone(group);
      const events = await test.eventi(memberID);
      expect((await test.change({ memberID, custom1: 'Sistemato' }, token)).status).toBe(may ? 200 : 403);
      expect((await test.change({ memberID, passMD5: md5('parola-y') }, token)).status).toBe(may ? 200 : 403);
      expect((await test.delete(memberID, token)).status).toBe(may ? 200 : 403);
      expect((await test.change({ memberID, groupID: groupIDs['pari'] }, token)).status).toBe(may ? 404 : 403);
      if (!may) expect(await test.eventi(memberID)).toEqual(events);
    },
  );

  it.each(GROUPS)('e non dà a nessuno diritti che non ha: spostare in %s', async (group) => {
    const memberID = await someone('pari');
    const answer = await test.change({ memberID, groupID: groupIDs[group] }, tokens['ufficio']!);
    expect(answer.status).toBe(GIVEN.includes(group) ? 200 : 403);
    if (group === 'oltre')
      expect(answer.body.message).toBe('Questo gruppo ha diritti che il tuo non ha: può assegnarlo solo un amministratore.');
  });

  it.each(ABOVE)(
    'con la password di un altro non entra dove non può: reimpostata, la vecchia vale ancora e la nuova no (%s)',
    async (group) => {
      const { memberID, password, token } = await test.fresh(groupIDs[group]!);
      const answer = await test.change({ memberID, passMD5: md5('presa') }, tokens['ufficio']!);
      expect([answer.status, answer.body.message]).toEqual([
        403,
        'Questo utente ha diritti che il tuo gruppo non ha: può modificarlo o eliminarlo solo un amministratore.',
      ]);
      expect(await test.login(memberID, 'presa')).toBe(401);
      expect(await test.login(memberID, password)).toBe(200);
      expect(await test.session(token)).toBe(200);
    },
  );

  it('vale il diritto di adesso: tolto al gruppo, i suoi utenti si gestiscono; ridato, non più', async () => {
    const costi = { allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 0 } as const;
    const memberID = await someone('poco');
    const reset = async () => (await test.change({ memberID, passMD5: md5(`parola-z${(number += 1)}`) }, tokens['ufficio']!)).status;
    await test.portal.changePermissions(groupIDs['poco']!, { accise: levels(1), costi: { ...costi, allowView: 0 } });
    expect(await reset()).toBe(200);
    await test.portal.changePermissions(groupIDs['poco']!, { accise: levels(1), costi });
    expect(await reset()).toBe(403);
  });

  it('nemmeno ripristinando una versione dallo storico', async () => {
    const memberID = await someone('oltre');
    expect((await test.change({ memberID, groupID: groupIDs['pari'] })).status).toBe(200);
    expect((await test.restore(memberID, 1, tokens['ufficio']!)).status).toBe(403);
    expect((await test.read(memberID)).body.data[0].groupID).toBe(groupIDs['pari']);
  });

  it.each(['lettori', 'direzione', 'capi'])('gli altri nessuno: %s', async (actor) => {
    const token = tokens[actor]!;
    const memberID = await someone('pari');
    for (const { status } of [
      await create('pari', token),
      await test.change({ memberID, custom1: 'x' }, token),
      await test.change({ memberID, passMD5: md5('parola-y') }, token),
      await test.delete(memberID, token),
    ]) {
      expect(status).toBe(403);
    }
    expect((await test.read('0', token)).status).toBe(actor === 'lettori' ? 200 : 403);
    expect((await test.portal.call('GET', '/api/groups', { token })).status).toBe(actor === 'lettori' ? 200 : 403);
  });

  it('chi amministra senza essere amministratore cambia di sé solo il profilo', async () => {
    const { memberID, token, password } = await test.fresh(groupIDs['ufficio']!);
    expect((await test.change({ memberID, email: 'io@example.it' }, token)).status).toBe(200);
    expect((await test.change({ memberID, groupID: groupIDs['pari'] }, token)).status).toBe(403);
    expect((await test.change({ memberID, comments: 'da solo' }, token)).body.message.affectedRows).toBe(0);
    expect((await test.change({ memberID, passMD5: md5('la-mia') }, token)).status).toBe(400);
    expect((await test.change({ memberID, passMD5: md5('la-mia'), passMD5Attuale: md5(password) }, token)).status).toBe(200);
  });
});

describe('i gruppi e i permessi', () => {
  it.each(['ufficio', 'lettori', 'direzione', 'capi'])('li cambiano solo gli amministratori: %s no', async (actor) => {
    const token = tokens[actor]!;
    const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, group: object) =>
      test.portal.call(method, path, { token, body: { group, ...group } });
    const row = (await test.portal.call('GET', `/api/groupsPermissions?id=${groupIDs['pari']}`, { token: test.admin })).body.data[0];
    for (const { status } of [
      await send('POST', '/api/groups', { name: 'Abusivi' }),
      await send('PUT', '/api/groups', { groupID: groupIDs['pari'], name: 'Capi' }),
      await send('DELETE', '/api/groups', { groupID: groupIDs['pari'] }),
      await send('PUT', '/api/groupsPermissions', { permissionID: row.permissionID, allowEdit: 3 }),
      await send('POST', '/api/groupsPermissions', { groupID: groupIDs['pari'], tableName: 'costi', ...levels(3) }),
      await send('DELETE', '/api/groupsPermissions', { permissionID: row.permissionID }),
    ])
      expect(status).toBe(403);
    const now = (await test.portal.call('GET', `/api/groupsPermissions?id=${groupIDs['pari']}`, { token: test.admin })).body.data;
    expect(now).toEqual([row]);
  });

  it('cambiati, ogni risposta lo dice a chi ha la pagina aperta', async () => {
    const { token } = await test.fresh(groupIDs['pari']!);
    const tag = async () => (await test.portal.call('GET', '/api/sessione', { token })).headers.get('x-permessi');
    const before = await tag();
    expect(before).toMatch(/^[\w-]{16}$/);
    expect(await tag()).toBe(before);
    await test.portal.changePermissions(groupIDs['pari']!, { accise: levels(0) });
    expect(await tag()).not.toBe(before);
    await test.portal.changePermissions(groupIDs['pari']!, { accise: levels(1) });
    expect(await tag()).toBe(before);
  });
});
