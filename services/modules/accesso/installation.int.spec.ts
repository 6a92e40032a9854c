import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { AREE } from '#contracts/core/permissions.ts';
import { rileggi } from '#contracts/core/history.ts';
import { conCredenziali, entra, pronto } from '../../../test/access.ts';
import { avviaPortaleDiProva, type PortaleDiProva } from '../../../test/portal.ts';
import { ACCOUNT_DEMO } from '#services/platform/identity/demo-accounts.ts';
import { creaAccountDemo, installa } from './installation.ts';

let prova: PortaleDiProva;
afterEach(() => prova.ferma());

const vuoto = { DEMO: '0' };
const eventi = async () => prova.dip.store.countAfter(null, 10_000);

describe("l'installazione", () => {
  it('crea i quattro gruppi con i permessi di ogni area e il primo amministratore, che entra', async () => {
    prova = await avviaPortaleDiProva({ env: vuoto });
    const { passwordIniziale } = await installa(prova.dip);
    expect(passwordIniziale).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await pronto(prova);
    const token = await entra(prova, 'admin', passwordIniziale ?? '');
    const { corpo } = await prova.chiama('GET', '/api/groups', { token });
    expect(corpo.data.map((g: { groupID: number; name: string }) => [g.groupID, g.name]).sort())
      .toEqual([[12, 'Capicantiere'], [2, 'Amministratori'], [3, 'Operativi'], [9, 'Direzione']]);
    for (const groupID of [2, 9, 12, 3]) {
      const { data } = (await prova.chiama('GET', `/api/groupsPermissions?id=${groupID}`, { token })).corpo;
      expect(data.map((r: { tableName: string }) => r.tableName).sort()).toEqual([...AREE].sort());
    }
    expect(await conCredenziali(prova)).toEqual(['admin']);
    const [primo] = await prova.dip.store.read('users-admin');
    expect(primo?.metadata).toMatchObject({ utente: 'sistema', origine: 'sistema' });
  });

  it('ripetuta non cambia nulla e non dà un’altra password', async () => {
    prova = await avviaPortaleDiProva({ env: vuoto });
    await installa(prova.dip);
    const prima = await eventi();
    expect(await installa(prova.dip)).toEqual({ passwordIniziale: null });
    expect(await eventi()).toBe(prima);
  });

  it('due avvii insieme fanno una sola installazione', async () => {
    prova = await avviaPortaleDiProva({ env: vuoto });
    const esiti = await Promise.all([installa(prova.dip), installa(prova.dip), installa(prova.dip)]);
    const password = esiti.flatMap((e) => e.passwordIniziale ?? []);
    expect(password).toHaveLength(1);
    expect((await prova.dip.store.read('groups-2')).length).toBe(13);
    expect((await prova.dip.store.read('users-admin')).length).toBe(1);
    expect(await conCredenziali(prova)).toEqual(['admin']);
    await pronto(prova);
    await entra(prova, 'admin', password[0] ?? '');
  });

  it('interrotta in qualunque punto, il prossimo avvio la completa', async () => {
    prova = await avviaPortaleDiProva({ env: vuoto });
    const { append } = prova.dip.store;
    // 4 groups and the administrator: each start is cut one append later than the one before
    for (let riusciti = 0; riusciti < 5; riusciti += 1) {
      let fatti = 0;
      prova.dip.store.append = (...parti) => (++fatti > 1 ? Promise.reject(new Error('kill')) : append(...parti));
      const esito = await installa(prova.dip).catch(() => 'interrotta');
      prova.dip.store.append = append;
      if (riusciti < 4) expect(esito).toBe('interrotta');
      else expect(esito).toEqual({ passwordIniziale: expect.any(String) });
    }
    expect(await eventi()).toBe(4 * 13 + 1);
  });

  it('se cade prima che la password sia valida, il prossimo avvio ne dà un’altra', async () => {
    prova = await avviaPortaleDiProva({ env: vuoto });
    await expect(installa(prova.dip, () => { throw new Error('kill'); })).rejects.toThrow('kill');
    expect(await conCredenziali(prova)).toEqual([]);
    const annunci: string[] = [];
    const { passwordIniziale } = await installa(prova.dip, (password) => annunci.push(password));
    expect(annunci).toEqual([passwordIniziale]);
    await pronto(prova);
    await entra(prova, 'admin', passwordIniziale ?? '');
  });

  it('con le credenziali perdute e un altro admin nel registro, il nome è il prossimo', async () => {
    prova = await avviaPortaleDiProva({ env: vuoto });
    await installa(prova.dip);
    const chi = { identita: { memberID: 'sistema', groupID: 2, permessi: {} }, commandId: 'a1f0b3a2-54c5-4a1c-9a39-000000000001', correlationId: 'x', origine: 'sistema' as const };
    await pronto(prova);
    await sql`insert into public.credenziali (member_id, hash) values ('altro', 'x')`.execute(prova.dip.scritture);
    await prova.dip.dispatch({ registro: 'users', azione: 'crea', chiave: 'altro', valori: { groupID: 2 } }, chi);
    await pronto(prova);
    await prova.dip.dispatch({ registro: 'users', azione: 'elimina', chiave: 'admin' }, { ...chi, commandId: 'a1f0b3a2-54c5-4a1c-9a39-000000000002' });
    await sql`delete from public.credenziali`.execute(prova.dip.scritture);
    const { passwordIniziale } = await installa(prova.dip);
    await pronto(prova);
    await entra(prova, 'admin-2', passwordIniziale ?? '');
  });
});

describe('gli account della demo', () => {
  it('sono quattro, ognuno nel suo gruppo con la sua password', async () => {
    prova = await avviaPortaleDiProva({ env: { DEMO: '1' } });
    expect(await installa(prova.dip)).toEqual({ passwordIniziale: null });
    await pronto(prova);
    for (const { memberID, password, groupID, nome } of ACCOUNT_DEMO) {
      const token = await entra(prova, memberID, password);
      expect((await prova.chiama('GET', '/api/sessione', { token })).corpo.data[0]).toMatchObject({ memberID, groupID, name: nome });
    }
  });

  it('al prossimo avvio restano come sono stati lasciati: né password né account tornano', async () => {
    prova = await avviaPortaleDiProva({ env: { DEMO: '1' } });
    await installa(prova.dip);
    await pronto(prova);
    const token = await entra(prova, 'admin', 'admin-demo');
    await prova.chiama('DELETE', '/api/users', { token, corpo: { user: 'capo' } });
    await prova.chiama('PUT', '/api/users', { token, corpo: { user: { memberID: 'operaio', passMD5: 'f'.repeat(32) } } });
    const prima = await eventi();
    await installa(prova.dip);
    expect(await eventi()).toBe(prima);
    expect(await conCredenziali(prova)).toEqual(['admin', 'direzione', 'operaio']);
    await expect(entra(prova, 'operaio', 'operaio-demo')).rejects.toThrow('401');
  });

  it('in produzione non esistono, nemmeno con DEMO acceso', async () => {
    prova = await avviaPortaleDiProva({ env: { DEMO: '1', NODE_ENV: 'production' } });
    await expect(creaAccountDemo(prova.dip)).rejects.toThrow('produzione');
    expect((await installa(prova.dip)).passwordIniziale).toEqual(expect.any(String));
    expect([...rileggi(await prova.dip.store.read('users-capo'))]).toEqual([]);
    expect(await conCredenziali(prova)).toEqual(['admin']);
  });
});
