import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entra, md5 } from '../../../test/access.ts';
import { avviaProvaUtenti, type ProvaUtenti } from './testing.ts';

let prova: ProvaUtenti;

beforeAll(async () => {
  prova = await avviaProvaUtenti();
});
afterAll(() => prova.portale.ferma());

describe('gli amministratori', () => {
  // each test starts with `admin` alone
  beforeEach(async () => {
    const { rows } = await sql<{ memberID: string }>`select "memberID" from users where "groupID" = 2 and not eliminato and "memberID" <> 'admin'`.execute(prova.portale.dip.letture);
    for (const { memberID } of rows) expect((await prova.elimina(memberID)).stato).toBe(200);
  });

  it("l'ultimo non si elimina e non si sposta", async () => {
    for (const risposta of [await prova.elimina('admin'), await prova.modifica({ memberID: 'admin', groupID: 9 })]) {
      expect(risposta.stato).toBe(409);
      expect(risposta.corpo.message).toBe('Il portale deve avere almeno un amministratore.');
    }
    expect(await prova.sessione(prova.admin)).toBe(200);
  });

  it('con un altro amministratore si può', async () => {
    const { memberID, token } = await prova.nuovo(2);
    expect((await prova.modifica({ memberID, groupID: 9 })).stato).toBe(200);
    expect(await prova.sessione(token)).toBe(401);
  });

  it('uno che non può entrare non conta', async () => {
    const { memberID } = await prova.nuovo(2);
    await sql`delete from public.credenziali where member_id = ${memberID}`.execute(prova.portale.dip.scritture);
    expect((await prova.elimina('admin')).stato).toBe(409);
  });

  it('due che si tolgono a vicenda nello stesso momento: uno resta', async () => {
    const altro = await prova.nuovo(2);
    const esiti = await Promise.all([prova.elimina(altro.memberID), prova.modifica({ memberID: 'admin', groupID: 9 }, altro.token)]);
    const [riuscito, respinto] = esiti.map((e) => e.stato).sort();
    expect(riuscito).toBe(200);
    expect([401, 409]).toContain(respinto);
    const { rows } = await sql`select 1 from users where "groupID" = 2 and not eliminato`.execute(prova.portale.dip.letture);
    expect(rows).toHaveLength(1);
    if (await prova.sessione(prova.admin) === 401) {
      expect((await prova.modifica({ memberID: 'admin', groupID: 2 }, altro.token)).stato).toBe(200);
      prova.admin = await entra(prova.portale, 'admin', 'admin-demo');
    }
  });

  it('nemmeno un ripristino dallo storico lascia il portale senza', async () => {
    const { memberID } = await prova.nuovo(9);
    await prova.modifica({ memberID, groupID: 2 });
    const token = await entra(prova.portale, memberID, `parola-${memberID.slice(6)}`);
    expect((await prova.modifica({ memberID: 'admin', groupID: 9 }, token)).stato).toBe(200);
    expect((await prova.ripristina(memberID, 1, token)).stato).toBe(409);
    expect((await prova.modifica({ memberID: 'admin', groupID: 2 }, token)).stato).toBe(200);
    prova.admin = await entra(prova.portale, 'admin', 'admin-demo');
  });

  it('chi ha solo i permessi di admin_page amministra gli altri, ma non gli amministratori né sé stesso', async () => {
    const gruppo = (await prova.portale.chiama('POST', '/api/groups', { token: prova.admin, corpo: { group: { name: 'Ufficio' } } })).corpo.message.insertId;
    const riga = { groupID: gruppo, tableName: 'admin_page', allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
    expect((await prova.portale.chiama('POST', '/api/groupsPermissions', { token: prova.admin, corpo: { group: riga } })).stato).toBe(201);
    const { memberID, token } = await prova.nuovo(gruppo);
    const { memberID: altro } = await prova.nuovo(3);
    expect((await prova.leggi('0', token)).stato).toBe(200);
    expect((await prova.modifica({ memberID: altro, custom1: 'Sistemato', groupID: 12 }, token)).stato).toBe(200);
    expect((await prova.crea({ memberID: 'dario', passMD5: md5('x'), groupID: 3 }, token)).stato).toBe(201);
    for (const risposta of [
      await prova.crea({ memberID: 'erika', passMD5: md5('x'), groupID: 2 }, token),
      await prova.modifica({ memberID: altro, groupID: 2 }, token),
      await prova.modifica({ memberID, groupID: 2 }, token),
      await prova.modifica({ memberID, groupID: 9 }, token),
      await prova.modifica({ memberID: 'admin', passMD5: md5('presa') }, token),
      await prova.elimina('admin', token),
    ]) expect(risposta.stato).toBe(403);
    expect(await prova.login('admin', 'admin-demo')).toBe(200);
    expect(await prova.sessione(token)).toBe(200);
  });
});
