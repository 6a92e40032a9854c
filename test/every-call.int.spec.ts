import { chooseOwn } from './access.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { pdf } from '#services/demo/pdf.ts';
import type { Answer, Method } from './calls.ts';
import { samplePair } from './contabilita-samples.ts';
import { makeReferences } from './make-references.ts';
import { startTestPortal, type Person, type TestPortal } from './portal.ts';
import { realQueue, workersOf } from './workers.ts';

/**
 * All permissions, for the calls below. The spec makes every call in the tables of the specification's two parts as the specification's
 * client does, and checks the expected response.
 */
const EVERYTHING = Object.fromEntries(
  AREE.map((area) => [area, { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 }]),
) as unknown as Permissions;
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

let portale: TestPortal;
let workers: { stop(): Promise<void> };
let admin: Person;
let capo: Person;

beforeAll(async () => {
  portale = await startTestPortal({ jobs: realQueue });
  await makeReferences(portale, { cantieri: ['EC00'], tipologia_costi: ['Nafta'], wbs: ['PILA', 'SPALLA'], lavorazioni: ['TIRANTI'] });
  workers = await workersOf(portale);
  admin = await portale.person({ memberID: 'amministra', groupID: 2, permessi: EVERYTHING });
  capo = await portale.person({ memberID: 'caposquadra', groupID: 12, permessi: EVERYTHING });
  await portale.command({ register: 'users', action: 'change', key: 'amministra', values: { email: 'amministra@example.it' } });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

const ask = async (
  method: Method,
  path: string,
  body?: unknown,
  as: Person | null = admin,
  headers: Record<string, string> = {},
): Promise<Answer> => portale.call(method, path, { ...(as ? { as } : {}), ...(body === undefined ? {} : { body }), headers });
const list = ({ status, body }: Answer): Record<string, unknown>[] => {
  expect(status).toBe(200);
  expect(Array.isArray(body.data)).toBe(true);
  return body.data;
};
const created = ({ status, body }: Answer) => {
  expect([status, body]).toEqual([201, { message: { insertId: expect.anything(), versione: expect.any(Number) } }]);
  return body.message.insertId as number | string;
};
const written = ({ status, body }: Answer) =>
  expect([status, body]).toEqual([200, { message: { affectedRows: expect.any(Number), versione: expect.any(Number) } }]);

/** Defines the test of a register's GET, POST, PUT and DELETE. */
function register(path: string, bodyKey: string, key: string, values: Record<string, unknown>, change: Record<string, unknown>) {
  it(`GET POST PUT DELETE api/${path}`, async () => {
    const before = list(await ask('GET', `/api/${path}`)).length;
    const id = created(await ask('POST', `/api/${path}`, { auth: 'x', [bodyKey]: values }));
    expect(list(await ask('GET', `/api/${path}`))).toHaveLength(before + 1);
    written(await ask('PUT', `/api/${path}`, { auth: 'x', [bodyKey]: { [key]: id, ...change } }));
    expect(list(await ask('GET', `/api/${path}`)).find((row) => String(row[key]) === String(id))).toMatchObject(change);
    written(await ask('DELETE', `/api/${path}`, { auth: 'x', [key === 'ID' ? 'id' : key]: id }));
    expect(list(await ask('GET', `/api/${path}`))).toHaveLength(before);
  });
}

async function upload(fields: Record<string, string>, content: Buffer, as: Person | null = admin, name = 'file.pdf'): Promise<number> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const headers: Record<string, string> = as ? { authorization: `Bearer ${as.token}` } : {};
  return (await fetch(`${portale.base}/api/ftp/caricaDoc`, { method: 'POST', body: form, headers })).status;
}

const document = pdf('prova', ['riga']);

describe('parte 1: accesso e macchinari', () => {
  it('POST api/login', async () => {
    written(await ask('PUT', '/api/users', { user: { memberID: 'caposquadra', passMD5: md5('nuova') } }));
    const { status, body } = await ask('POST', '/api/login', { username: 'caposquadra', password: md5('nuova') }, null);
    expect([status, body.utente.data[0], typeof body.utente.token]).toEqual([
      200,
      expect.objectContaining({ memberID: 'caposquadra', groupID: 12 }),
      'string',
    ]);
    capo = { ...capo, token: await chooseOwn(portale, 'caposquadra', 'nuova') };
    expect((await ask('POST', '/api/login', { username: 'caposquadra', password: md5('altra') }, null)).status).toBe(401);
  });

  it('GET api/groupsPermissions', async () => {
    expect(list(await ask('GET', '/api/groupsPermissions?id=2')).map(({ tableName }) => tableName)).toEqual(
      expect.arrayContaining([...AREE]),
    );
  });

  register('macchinari', 'macchinario', 'matricola', { matricola: 'EC-1', marca: 'Soilmec' }, { marca: 'Casagrande' });
  register('tipologia', 'tipologia', 'id', { tipologia: 'Gru' }, { tipologia: 'Gru a torre' });
  register('meccanici', 'meccanici', 'id', { descrizione: 'Rossi' }, { descrizione: 'Bianchi' });
  register('elencoManutenzioni', 'elencoManutenzioni', 'ID', { Descrizione: 'Cinghie' }, { Descrizione: 'Cinghia' });
  register('accise', 'accise', 'id', { data: '2026-01-02', ore: 3 }, { ore: 4 });
  register('manutenzioni', 'manutenzione', 'id', { data: '2026-01-02', ore_km: 3 }, { ore_km: 4 });

  it('DELETE api/accise di più numeri uniti da virgole', async () => {
    const ids = [
      created(await ask('POST', '/api/accise', { accise: { data: '2026-01-02' } })),
      created(await ask('POST', '/api/accise', { accise: { data: '2026-01-03' } })),
    ];
    written(await ask('DELETE', '/api/accise', { id: ids.join(',') }));
  });

  it('GET POST PUT api/manutMacchinari e api/datiMacchina, GET api/scadenzaManutenzioni, GET api/qrcode', async () => {
    created(await ask('POST', '/api/macchinari', { macchinario: { matricola: 'EC-2', ore_km: 100 } }));
    const id = created(
      await ask('POST', '/api/manutMacchinari', { auth: 'x', manut: { matricola: 'EC-2', componente: 'filtro_olio', quantita: '1' } }),
    );
    written(await ask('PUT', '/api/manutMacchinari', { manut: { id, matricola: 'EC-2', quantita: '2' } }));
    expect(list(await ask('GET', '/api/manutMacchinari?matricola=EC-2'))).toMatchObject([{ componente: 'filtro_olio', quantita: '2' }]);
    created(await ask('POST', '/api/datiMacchina', { auth: 'x', dati: { matricola: 'EC-2', motore_marca: 'Deutz' } }));
    written(await ask('PUT', '/api/datiMacchina', { dati: { matricola: 'EC-2', motore_marca: 'Perkins' } }));
    expect(list(await ask('GET', '/api/datiMacchina?matricola=EC-2'))).toMatchObject([{ motore_marca: 'Perkins' }]);
    created(await ask('POST', '/api/elencoManutenzioni', { elencoManutenzioni: { Descrizione: 'Cambio Olio' } }));
    created(
      await ask('POST', '/api/manutenzioni', {
        manutenzione: { matricola: 'EC-2', data: '2026-01-02', manutenzione: 'Cambio Olio', ore_km: 10, ore_scadenza: 50 },
      }),
    );
    await vi.waitFor(
      async () =>
        expect(list(await ask('GET', '/api/scadenzaManutenzioni'))).toEqual(
          expect.arrayContaining([expect.objectContaining({ matricola: 'EC-2', manutenzione: 'Cambio Olio' })]),
        ),
      { timeout: 5000 },
    );
    expect(list(await ask('GET', '/api/qrcode?matricola=EC-2', undefined, null))).toMatchObject([{ matricola: 'EC-2' }]);
    expect(list(await ask('GET', '/api/qrcode')).map(({ matricola }) => matricola)).toContain('EC-2');
  });

  it('POST api/ftp/caricaDoc, api/ftp prendi exist elimina, GET file', async () => {
    expect(await upload({ matricola: 'EC-2', nomeManutenzione: 'EC-2_CE.pdf', docMacch: 'true' }, document)).toBeLessThan(300);
    expect(await upload({ matricola: 'EC-2', data: '2026-01-02', nomeManutenzione: 'EC-2_260102.pdf' }, document)).toBeLessThan(300);
    const taken = await ask('POST', '/api/ftp', { file: 'EC-2_CE.pdf', percorso: 'EC-2/EC-2_CE.pdf', operazione: 'prendi' });
    const file = await fetch(`${portale.base}/file?file=${encodeURIComponent(taken.body.message.name)}`);
    expect([file.status, Buffer.from(await file.arrayBuffer()).equals(document)]).toEqual([200, true]);
    const there = await ask('POST', '/api/ftp', { file: 'EC-2_260102.pdf', matricola: 'EC-2', operazione: 'exist' });
    expect(there.body.message).toMatchObject({ exist: true, files: expect.arrayContaining(['EC-2_260102.pdf']) });
    expect((await ask('POST', '/api/ftp', { percorso: 'EC-2/EC-2_260102.pdf', operazione: 'elimina' })).status).toBe(200);
    expect(await upload({ matricola: 'EC-2', nomeManutenzione: 'EC-2_CE.pdf', docMacch: 'true' }, document, null)).toBe(401);
  });

  it('POST api/allegati: zip, di più macchinari, e cambio di nome', async () => {
    expect((await ask('POST', '/api/allegati', { macchina: 'EC-2' })).status).toBe(202);
    const zip = await fetch(`${portale.base}/api/allegati`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', accept: 'application/zip' },
      body: JSON.stringify({ all: true, macchina: ['EC-2'] }),
    });
    expect([
      zip.status,
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ]).toEqual([200, 'PK']);
    expect(
      (await ask('POST', '/api/allegati', { rename: true, path: [{ from: 'EC-2/EC-2_CE.pdf', to: 'EC-2/EC-2_certificato.pdf' }] })).status,
    ).toBe(200);
  });

  const COMPANY = [
    'cantieriLavorazioni',
    'dataLavorazioni',
    'dataAttrezzatura',
    'attrezzatureLavorazioni',
    'operatoreLavorazioni',
    'lavorazioniCommesse',
    'ProduzionePROD',
    'ProduzioneAVG',
    'ProduzioneMedieAVG',
    'ProduzioneMAX',
    'ProduzioneMIN',
    'ProduzioneSUM',
  ];
  const OWN = [
    'commesseNomeUtente',
    'giornataNomeUtente',
    'giornataAttrezzatureNomeUtente',
    'attrezzatureNomeUtente',
    'operatoreNomeUtente',
    'lavorazioniNomeUtente',
    'UtenteProduzionePROD',
    'UtenteProduzioneAVG',
    'UtenteProduzioneMAX',
    'UtenteProduzioneMIN',
    'UtenteProduzioneSUM',
    'UtenteProduzioneMediaAVG',
  ];
  const FILTERED = [
    'FiltroProduzioneAVG',
    'FiltroMediaProduzioneAVG',
    'FiltroProduzioneMIN',
    'FiltroProduzioneMAX',
    'FiltroProduzioneSUM',
    'FiltroProduzioneTorta',
  ];
  it.each([...COMPANY, ...OWN, ...FILTERED])('GET api/analysis operazione=%s', async (operation) => {
    const period = 'dal=2026-01-01&al=2026-12-31';
    const more = operation.startsWith('Filtro')
      ? `&lav='JET GROUTING','PALI'&can=0412&wbs=A`
      : OWN.includes(operation)
        ? '&utente=amministra'
        : '';
    list(await ask('GET', `/api/analysis?operazione=${operation}&${period}${more}`));
    expect((await ask('GET', `/api/analysis?operazione=${operation}&${period}${more}`, undefined, capo)).status).toBe(
      COMPANY.includes(operation) ? 403 : 200,
    );
  });
});

describe('parte 2: noleggi, cantieri, produzione, costi', () => {
  register('noleggi', 'noleggio', 'id', { marca: 'Bauer' }, { marca: 'Casagrande' });
  register('lavorazioni', 'lavorazione', 'id', { descrizione: 'MICROPALI', um: 'ml' }, { um: 'mq' });
  register('cantieri', 'cantiere', 'commessa', { commessa: 'EC01', committente: 'Anas' }, { committente: 'RFI' });
  register(
    'costi',
    'costi',
    'id',
    { data: '2026-01-02', cantiere: 'EC00', tipologia_costo: 'Nafta', quantita: 2, importo: 3 },
    { quantita: 4, totale: 12 },
  );
  register('wbs', 'wbs', 'id', { descrizione: 'PILA' }, { descrizione: 'SPALLA' });
  register('operatore', 'operatore', 'id', { descrizione: 'Verdi' }, { descrizione: 'Neri' });
  register('tipologia_costi', 'tipologia_costi', 'id', { descrizione: 'Carburante' }, { descrizione: 'Gasolio' });
  register('referenti', 'referente', 'ID', { Nome: 'Anna', Telefono: '059' }, { Telefono: '0522' });

  it('GET POST PUT DELETE api/storicoNoleggi e api/fotoNoleggi', async () => {
    const id = created(await ask('POST', '/api/noleggi', { auth: 'x', noleggio: { marca: 'Bauer' } }));
    const period = created(
      await ask('POST', '/api/storicoNoleggi', { auth: 'x', storicoNoleggi: { id_noleggi: id, data_inizio: '2026-01-01', tariffa: 900 } }),
    );
    written(await ask('PUT', '/api/storicoNoleggi', { auth: 'x', storicoNoleggi: { id: period, id_noleggi: id, tariffa: 950 } }));
    expect(list(await ask('GET', `/api/storicoNoleggi?id=${id}`))).toMatchObject([{ id: period, tariffa: 950 }]);
    written(await ask('DELETE', '/api/storicoNoleggi', { id: period }));
    const photo = created(await ask('POST', '/api/fotoNoleggi', { auth: 'x', fotoNoleggi: { id_noleggi: id, data: '2026-01-02' } }));
    expect(list(await ask('GET', `/api/fotoNoleggi?id=${id}`))).toMatchObject([{ id: photo }]);
    written(await ask('DELETE', '/api/fotoNoleggi', { id: photo }));
  });

  it('cantieri_wbs, cantieri_lavorazioni, POST api/Mail', async () => {
    created(await ask('POST', '/api/cantieri', { cantiere: { commessa: 'EC02' } }));
    const wbs = created(await ask('POST', '/api/cantieri_wbs', { cantieri_wbs: { commessa: 'EC02', descrizione: 'PILA' } }));
    written(await ask('PUT', '/api/cantieri_wbs', { cantieri_wbs: { id: wbs, commessa: 'EC02', descrizione: 'SPALLA' } }));
    const item = created(
      await ask('POST', '/api/cantieri_lavorazioni', { cantieri_lavorazioni: { commessa: 'EC02', lavorazione: 'TIRANTI', prezzo: 10 } }),
    );
    written(await ask('PUT', '/api/cantieri_lavorazioni', { cantieri_lavorazioni: { id: item, commessa: 'EC02', prezzo: 12 } }));
    expect(list(await ask('GET', '/api/cantieri_lavorazioni')).find(({ id }) => id === item)).toMatchObject({ prezzo: 12 });
    expect(list(await ask('GET', '/api/cantieri_wbs')).find(({ id }) => id === wbs)).toMatchObject({ descrizione: 'SPALLA' });
    expect((await ask('POST', '/api/Mail', { dataCantiere: { commessa: 'EC02' }, lavorazioni: 'TIRANTI' })).status).toBe(202);
  });

  it('produzione_padre, produzione, prospetto del mese, RICALCOLA', async () => {
    const header = created(await ask('POST', '/api/produzione_padre', { produzione_padre: { data: '2026-02-03', cantiere: 'EC02' } }));
    written(await ask('PUT', '/api/produzione_padre', { produzione_padre: { id: header, data: '2026-02-04' } }));
    const line = created(
      await ask('POST', '/api/produzione', {
        produzione: { id_intestazione: header, wbs: 'SPALLA', lavorazione: 'TIRANTI', quantita: 5, produzione: 999 },
      }),
    );
    written(await ask('PUT', '/api/produzione', { produzione: { id: line, quantita: 6 } }));
    expect(list(await ask('GET', '/api/produzione')).find(({ id }) => id === line)).toMatchObject({ produzione: 72 });
    expect(list(await ask('GET', `/api/produzione?id=${header}`))).toHaveLength(1);
    expect(list(await ask('GET', `/api/produzione_padre?id=${header}`))).toMatchObject([{ produzione: 72 }]);
    const days = Array.from({ length: 28 }, (_, i) => `giorni=${i + 1}`).join('&');
    const [row] = list(await ask('GET', `/api/produzione?${days}&anno=2026&mese=2&commesse=EC02&val=TIRANTI`));
    expect((row!['giorni'] as number[])[3]).toBe(1);
    expect((await ask('POST', '/api/produzione/ricalcola', { id: [header] })).status).toBe(200);
    written(await ask('DELETE', '/api/produzione', { id: [line] }));
    written(await ask('DELETE', '/api/produzione_padre', { id: header }));
    written(await ask('DELETE', '/api/cantieri_lavorazioni', { id: list(await ask('GET', '/api/cantieri_lavorazioni'))[0]!['id'] }));
    written(await ask('DELETE', '/api/cantieri_wbs', { id: list(await ask('GET', '/api/cantieri_wbs'))[0]!['id'] }));
  });
});

describe('parte 2: utenti, gruppi, personale, contabilità', () => {
  it('GET POST PUT DELETE api/users, api/groups, api/groupsPermissions', async () => {
    const group = created(await ask('POST', '/api/groups', { auth: 'x', group: { name: 'Ufficio', description: 'Prova' } }));
    written(await ask('PUT', '/api/groups', { auth: 'x', group: { groupID: group, description: 'Ufficio tecnico' } }));
    expect(list(await ask('GET', '/api/groups')).find(({ groupID }) => groupID === group)).toMatchObject({
      description: 'Ufficio tecnico',
    });
    const permission = created(
      await ask('POST', '/api/groupsPermissions', {
        auth: 'x',
        group: { groupID: group, tableName: 'accise', allowInsert: 1, allowView: 3, allowEdit: 1, allowDelete: 0 },
      }),
    );
    written(
      await ask('PUT', '/api/groupsPermissions', {
        auth: 'x',
        group: { permissionID: permission, groupID: group, tableName: 'accise', allowView: 1 },
      }),
    );
    expect(list(await ask('GET', `/api/groupsPermissions?id=${group}`))).toMatchObject([{ tableName: 'accise', allowView: 1 }]);
    created(
      await ask('POST', '/api/users', {
        user: { memberID: 'nuovo', passMD5: md5('parola-nuova'), groupID: group, custom1: 'Nuovo Utente', signupDate: '2026-01-01' },
      }),
    );
    expect(list(await ask('GET', '/api/users?user=0')).map(({ memberID }) => memberID)).toContain('nuovo');
    written(await ask('PUT', '/api/users', { user: { memberID: 'nuovo', custom3: 'Modena' } }));
    expect(list(await ask('GET', '/api/users?user=amministra'))).toMatchObject([{ memberID: 'amministra' }]);
    written(await ask('PUT', '/api/users', { auth: 'x', user: { memberID: 'caposquadra', custom3: 'Carpi' } }, capo));
    written(await ask('DELETE', '/api/users', { user: 'nuovo' }));
  });

  register('mansioni', 'mansioni', 'id', { descrizione: 'Perforatore' }, { descrizione: 'Fochino' });
  register('personale', 'personale', 'matricola', { matricola: '900', nome: 'Mario', cognome: 'Rossi' }, { luogo: 'Forlì' });

  it('i file del personale: documento, foto, zip; GET api/qrcode?id', async () => {
    created(await ask('POST', '/api/personale', { auth: 'x', personale: { matricola: '901', nome: 'Anna Maria', cognome: 'De Luca' } }));
    const folder = 'PERSONALE/901_DELUCA_ANNAMARIA';
    expect(await upload({ matricola: '901', personale: `${folder}/901_ci.pdf`, docMacch: 'false' }, document)).toBeLessThan(300);
    expect(list(await ask('GET', '/api/personale')).find(({ matricola }) => matricola === '901')).toMatchObject({
      ci: `${folder}/901_ci.pdf`,
    });
    const taken = await ask('POST', '/api/ftp', { file: '901_ci.pdf', percorso: `${folder}/901_ci.pdf`, operazione: 'prendi' });
    expect((await fetch(`${portale.base}/file?file=${encodeURIComponent(taken.body.message.name)}`)).status).toBe(200);
    expect((await ask('POST', '/api/allegati', { personale: '901_DELUCA_ANNAMARIA' })).status).toBe(202);
    expect((await ask('POST', '/api/allegati', { all: true, personale: ['901_DELUCA_ANNAMARIA'] })).status).toBe(202);
    expect(list(await ask('GET', '/api/qrcode?id=901'))).toMatchObject([{ matricola: '901', cognome: 'De Luca' }]);
    expect((await ask('GET', '/api/qrcode?id=901', undefined, null)).status).toBe(401);
  });

  it('POST process-files, GET process-result, GET download', async () => {
    const form = new FormData();
    for (const [name, content] of Object.entries(samplePair('01_ore')))
      form.append(name, new Blob([new Uint8Array(content)]), `${name}.csv`);
    const sent = await fetch(`${portale.base}/api/contabilita-lavoratori/process-files`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(sent.status).toBe(200);
    await vi.waitFor(
      async () => {
        const { body } = await ask('GET', '/api/contabilita-lavoratori/process-result');
        expect(body.message).toMatchObject([{ taskName: 'Contabilità lavoratori 01/2026 #000001', status: 'done' }]);
      },
      { timeout: 20_000, interval: 50 },
    );
    const { body } = await ask('GET', '/api/contabilita-lavoratori/process-result');
    const file = await fetch(`${portale.base}/api/contabilita-lavoratori/download?filename=${body.message[0].filename}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect([
      file.status,
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ]).toEqual([200, 'PK']);
  });

  it('POST api/logout', async () => {
    expect((await ask('POST', '/api/logout', {}, capo)).status).toBeLessThan(300);
    expect((await ask('GET', '/api/accise', undefined, capo)).status).toBe(401);
  });
});
