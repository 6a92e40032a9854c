import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREE } from '#contracts/core/permissions.ts';
import { entra, md5, pronto } from '../../../test/access.ts';
import { avviaPortaleDiProva, type PortaleDiProva } from '../../../test/portal.ts';
import { installa } from '../accesso/installation.ts';

let prova: PortaleDiProva;
let admin: string;
let operaio: string;
const RIGA = { allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 0 };

beforeAll(async () => {
  prova = await avviaPortaleDiProva();
  await installa(prova.dip);
  await pronto(prova);
  admin = await entra(prova, 'admin', 'admin-demo');
  operaio = await entra(prova, 'operaio', 'operaio-demo');
});
afterAll(() => prova.ferma());

const gruppi = (token = admin) => prova.chiama('GET', '/api/groups', { token });
const permessi = (query: string, token = admin) => prova.chiama('GET', `/api/groupsPermissions${query}`, { token });
const nuovoGruppo = async (name: string): Promise<number> => (await prova.chiama('POST', '/api/groups', { token: admin, corpo: { auth: 'x', group: { name } } })).corpo.message.insertId;
const aggiungi = (group: Record<string, unknown>, token = admin) => prova.chiama('POST', '/api/groupsPermissions', { token, corpo: { auth: 'x', group } });
const cambia = (group: Record<string, unknown>, token = admin) => prova.chiama('PUT', '/api/groupsPermissions', { token, corpo: { group } });
const rigaDi = async (gruppo: number, area: string) => (await permessi(`?id=${gruppo}`)).corpo.data.find((r: { tableName: string }) => r.tableName === area);
const mieiPermessi = async (token: string) => (await prova.chiama('GET', '/api/sessione', { token })).corpo.data[0].permessi;

describe('i gruppi', () => {
  it('si creano con un numero mai usato e si modificano', async () => {
    const numero = await nuovoGruppo('Officina');
    expect(numero).toBeGreaterThan(12);
    expect((await prova.chiama('PUT', '/api/groups', { token: admin, corpo: { group: { groupID: numero, description: 'Meccanici' } } })).corpo)
      .toEqual({ message: { affectedRows: 1, versione: 2 } });
    expect((await gruppi()).corpo.data).toContainEqual(expect.objectContaining({ groupID: numero, name: 'Officina', description: 'Meccanici' }));
    expect((await prova.chiama('POST', '/api/groups', { token: admin, corpo: { group: { name: '' } } })).stato).toBe(400);
  });

  it('solo chi amministra li legge e li cambia', async () => {
    expect((await gruppi(operaio)).stato).toBe(403);
    expect((await prova.chiama('POST', '/api/groups', { token: operaio, corpo: { group: { name: 'Abusivi' } } })).stato).toBe(403);
    expect((await prova.chiama('PUT', '/api/groups', { token: operaio, corpo: { group: { groupID: 3, name: 'Capi' } } })).stato).toBe(403);
  });

  it('uno con utenti non si elimina, vuoto sì', async () => {
    const numero = await nuovoGruppo('Passaggio');
    const utente = (passMD5: string | undefined, groupID: number) => ({ token: admin, corpo: { user: { memberID: 'ospite', passMD5, groupID } } });
    expect((await prova.chiama('POST', '/api/users', utente(md5('x'), numero))).stato).toBe(201);
    const respinto = await prova.chiama('DELETE', '/api/groups', { token: admin, corpo: { groupID: numero } });
    expect([respinto.stato, respinto.corpo.message]).toEqual([409, 'Il gruppo ha ancora degli utenti.']);
    expect((await prova.chiama('DELETE', '/api/groups', { token: admin, corpo: { groupID: [numero, 12] } })).stato).toBe(400);
    expect((await prova.chiama('PUT', '/api/users', utente(undefined, 3))).stato).toBe(200);
    expect((await prova.chiama('DELETE', '/api/groups', { token: admin, corpo: { groupID: numero } })).stato).toBe(200);
    expect((await prova.chiama('PUT', '/api/users', utente(undefined, numero))).stato).toBe(400);
    expect((await aggiungi({ groupID: numero, tableName: 'accise', ...RIGA })).stato).toBe(404);
  });
});

describe('chi legge i permessi', () => {
  it('quelli del proprio gruppo sono di ognuno, con o senza id', async () => {
    for (const query of ['?id=3', '?groupID=3', '']) {
      const { stato, corpo } = await permessi(query, operaio);
      expect(stato, query).toBe(200);
      expect(corpo.data.map((r: { tableName: string }) => r.tableName).sort()).toEqual([...AREE].sort());
      expect(corpo.data.every((r: { groupID: number }) => r.groupID === 3)).toBe(true);
    }
    expect((await permessi('?id=3', operaio)).corpo.data.find((r: { tableName: string }) => r.tableName === 'manutenzioni'))
      .toMatchObject({ allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 0 });
  });

  it('quelli degli altri solo di chi amministra', async () => {
    for (const query of ['?id=2', '?id=12', '?id=999', '?groupID=2', '?chiave=1']) expect((await permessi(query, operaio)).stato, query).toBe(403);
    for (const query of ['?id=x', '?id=', '?id=3&id=2', '?id=-1', '?id=1e3']) expect((await permessi(query, operaio)).stato, query).toBe(400);
    expect((await permessi('?id=12')).corpo.data).toHaveLength(12);
    expect((await permessi('?id=999')).stato).toBe(404);
    expect((await permessi('')).corpo.data.length).toBeGreaterThanOrEqual(48);
  });
});

describe('cambiare i permessi', () => {
  it('vale subito per le sessioni aperte', async () => {
    const riga = await rigaDi(3, 'costi');
    expect((await mieiPermessi(operaio)).costi.allowView).toBe(0);
    expect((await cambia({ ...riga, allowView: 3 })).corpo.message.affectedRows).toBe(1);
    expect((await mieiPermessi(operaio)).costi.allowView).toBe(3);
    await cambia({ permissionID: riga.permissionID, allowView: 0 });
    expect((await mieiPermessi(operaio)).costi.allowView).toBe(0);
  });

  it('accetta solo livelli che esistono, su un’area che esiste, una volta sola', async () => {
    const groupID = await nuovoGruppo('Prova');
    const buona = { groupID, tableName: 'accise', ...RIGA };
    for (const [campo, riga] of [
      ['allowView', { ...buona, allowView: 2 }], ['allowEdit', { ...buona, allowEdit: 4 }], ['allowInsert', { ...buona, allowInsert: 3 }],
      ['allowDelete', { ...buona, allowDelete: 'tutti' }], ['tableName', { ...buona, tableName: 'segreto' }], ['tableName', { ...buona, tableName: null }],
      ['groupID', { ...buona, groupID: undefined }], ['groupID', { ...buona, groupID: 'x' }],
    ] as const) {
      const { stato, corpo } = await aggiungi(riga);
      expect(stato, JSON.stringify(riga)).toBe(400);
      expect(corpo.errors[0].campo).toBe(campo);
    }
    const { stato, corpo } = await aggiungi({ groupID, tableName: 'accise', allowInsert: true, allowView: '3' });
    expect([stato, corpo.message.insertId]).toEqual([201, expect.any(Number)]);
    expect(await rigaDi(groupID, 'accise')).toMatchObject({ permissionID: corpo.message.insertId, allowInsert: 1, allowView: 3, allowEdit: 0, allowDelete: 0 });
    expect((await aggiungi(buona)).stato).toBe(409);
    expect((await aggiungi({ ...buona, tableName: 'costi' })).stato).toBe(201);
    const costi = await rigaDi(groupID, 'costi');
    expect((await cambia({ permissionID: costi.permissionID, groupID, tableName: 'accise' })).stato).toBe(409);
    expect((await cambia({ permissionID: costi.permissionID, allowEdit: 2 })).stato).toBe(400);
    expect((await cambia({ permissionID: 99_999, allowEdit: 3 })).stato).toBe(404);
    expect((await aggiungi({ ...buona, groupID: 99_999 })).stato).toBe(404);
  });

  it('due righe della stessa area nello stesso momento: una sola passa', async () => {
    const groupID = await nuovoGruppo('Gara');
    const esiti = await Promise.all([0, 1, 2, 3].map(() => aggiungi({ groupID, tableName: 'report', ...RIGA })));
    expect(esiti.map((e) => e.stato).sort()).toEqual([201, 409, 409, 409]);
  });

  it('chi non amministra non cambia nemmeno i propri', async () => {
    const riga = await rigaDi(3, 'costi');
    expect((await cambia({ ...riga, allowView: 3 }, operaio)).stato).toBe(403);
    expect((await aggiungi({ groupID: 3, tableName: 'costi', ...RIGA }, operaio)).stato).toBe(403);
    expect((await prova.chiama('DELETE', '/api/groupsPermissions', { token: operaio, corpo: { permissionID: riga.permissionID } })).stato).toBe(403);
    expect((await mieiPermessi(operaio)).costi.allowView).toBe(0);
  });

  it('gli amministratori non si chiudono fuori da soli', async () => {
    const riga = await rigaDi(2, 'admin_page');
    expect((await cambia({ ...riga, allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 })).stato).toBe(200);
    expect((await gruppi()).stato).toBe(200);
    expect((await cambia({ ...riga })).stato).toBe(200);
  });

  it('la storia di un gruppo dice chi ha cambiato che cosa', async () => {
    const ultimo = (await prova.dip.store.read('groups-2')).at(-1);
    expect(ultimo).toMatchObject({ type: 'PermessoModificato.v1', metadata: { utente: 'admin', groupID: 2 } });
  });
});
