import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PermissionLevels } from '#contracts/core/permissions.ts';
import { check } from '#projections/engine/verify.ts';
import { listWriter } from '#workers/formats/list-file.ts';
import { pdf } from '../../../test/samples.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { installKinds } from './install-kinds.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { listReader } from '#projections/export/list-reader.ts';

type Row = Record<string, unknown>;
interface Subject {
  soggetto: string;
  path: string;
  body: string;
  /** Field of the key in a request body; `values` has the other values of a new record. */
  key: string;
  values: Row;
  folder(key: string, row: Row): string;
  suffix: string;
  upload(key: string, row: Row): Record<string, string>;
}

const PAST = '2020-01-31';
const FAR = '2099-12-31';

const SUBJECTS: Subject[] = [
  {
    soggetto: 'macchina',
    path: 'macchinari',
    body: 'macchinario',
    key: 'matricola',
    values: { matricola: 'AMM15' },
    folder: () => 'AMM15',
    suffix: 'AMM15_COLLAUDO.pdf',
    upload: () => ({ matricola: 'AMM15', nomeManutenzione: 'AMM15_COLLAUDO.pdf', docMacch: 'true' }),
  },
  {
    soggetto: 'noleggio',
    path: 'noleggi',
    body: 'noleggio',
    key: 'id',
    values: { noleggiatore: 'Bosco' },
    folder: (_key, row) => String(row['matricola']),
    suffix: '_COLLAUDO.pdf',
    upload: (_key, row) => ({ matricola: String(row['matricola']), nomeManutenzione: `${String(row['matricola'])}_COLLAUDO` }),
  },
  {
    soggetto: 'lavoratore',
    path: 'personale',
    body: 'personale',
    key: 'matricola',
    values: { matricola: 'W15', cognome: 'Rossi', nome: 'Mario' },
    folder: () => 'PERSONALE/W15_ROSSI_MARIO',
    suffix: 'W15_collaudo.pdf',
    upload: () => ({ matricola: 'W15', personale: 'PERSONALE/W15_ROSSI_MARIO/W15_collaudo.pdf', docMacch: 'false' }),
  },
];

let portale: TestPortal;
let admin: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  const all: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
  admin = await portale.person({ groupID: 2, permessi: { macchinari: all, noleggi_int: all, report: all } });
  await installKinds(portale.deps);
});
afterAll(() => portale.stop());

const get = async (path: string) => (await portale.call('GET', `/api/${path}`, { as: admin })).body;
const put = (path: string, body: unknown) => portale.call('PUT', `/api/${path}`, { as: admin, body });
const send = (path: string, body: unknown) => portale.call('POST', `/api/${path}`, { as: admin, body });
const list = (path: string, query: Record<string, unknown>) =>
  get(
    `${path}?${new URLSearchParams(Object.entries(query).map(([k, v]): [string, string] => [k, typeof v === 'string' ? v : JSON.stringify(v)]))}`,
  );
const newKind = async (soggetto: string, codice: string, more: Row = {}) => {
  const { status, body } = await send('tipi_documento', { tipi_documento: { soggetto, codice, nome: `Nome di ${codice}`, ...more } });
  return { status, id: body.message?.insertId as string, errors: body.errors };
};
function upload(fields: Record<string, string>, text: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(pdf(text))]), 'qualunque');
  return portale.call('POST', '/api/ftp/caricaDoc', { as: admin, body: form });
}

describe.each(SUBJECTS)('un tipo nuovo di $soggetto', ({ soggetto, path, body, key: field, values, folder, suffix, upload: fieldsOf }) => {
  let key = '';
  const row = async () => (await get(`${path}?chiave=${key}`)).data[0] as Row;
  const change = (more: Row) => put(path, { [body]: { [field]: key, ...more } });

  it('senza, il suo nome è ignorato; appena c’è ha file e scadenza come gli altri', async () => {
    const made = await send(path, { [body]: { ...values, scadenza_collaudo: FAR, collaudo: 'x' } });
    expect(made.status).toBe(201);
    key = String(made.body.message.insertId);
    expect(await row()).not.toHaveProperty('scadenza_collaudo');
    const kind = await newKind(soggetto, 'collaudo');
    expect(kind.status).toBe(201);
    expect(await row()).toMatchObject({ collaudo: null, scadenza_collaudo: null });
    expect((await change({ scadenza_collaudo: FAR, scadenza_altro_ancora: FAR })).status).toBe(200);
    const now = await row();
    expect(now['scadenza_collaudo']).toBe(FAR);
    expect(now).not.toHaveProperty('scadenza_altro_ancora');
  });

  it('una data sbagliata si rifiuta con il nome del campo; un percorso altrui anche', async () => {
    const wrong = await change({ scadenza_collaudo: '2026-02-31' });
    expect([wrong.status, wrong.body.errors.map((one: Row) => one['campo'])]).toEqual([400, ['scadenza_collaudo']]);
    const other = await change({ collaudo: 'ALTRA/ALTRA_CE.pdf' });
    expect([other.status, other.body.errors.map((one: Row) => one['campo'])]).toEqual([400, ['collaudo']]);
  });

  it('si carica, si cerca, si ordina e conta fra gli scaduti', async () => {
    const before = await row();
    expect((await upload(fieldsOf(key, before), 'primo')).status).toBe(201);
    const there = await row();
    expect(String(there['collaudo'])).toMatch(new RegExp(`^${folder(key, there)}/.*${suffix}$`));
    expect((there['archivio'] as Row)['collaudo']).toMatchObject({ percorso: there['collaudo'], versione: 1 });
    const second = await send(path, { [body]: { ...values, ...(field === 'id' ? {} : { matricola: `${String(values['matricola'])}B` }) } });
    const other = String(second.body.message.insertId);
    await put(path, { [body]: { [field]: other, scadenza_collaudo: PAST } });
    const keys = async (query: Record<string, unknown>) => ((await list(path, query)).data as Row[]).map((one) => String(one[field]));
    expect(await keys({ ordina: 'scadenza_collaudo', righe: '10' })).toEqual([other, key]);
    expect(await keys({ ordina: '-scadenza_collaudo', righe: '1' })).toEqual([key]);
    expect(await keys({ ordina: '-collaudo' })).toEqual([key, other]);
    expect(await keys({ filtri: { scadenza_collaudo: { a: '2030-01-01' } } })).toEqual([other]);
    expect(await keys({ filtri: { scadenza_collaudo: FAR } })).toEqual([key]);
    expect(await keys({ filtri: { collaudo: { vuoto: true } } })).toEqual([other]);
    expect(await keys({ filtri: { collaudo: { contiene: 'OLLAUD' } } })).toEqual([key]);
    expect(await keys({ filtri: { scaduti: true } })).toEqual([other]);
    expect((await portale.call('GET', `/api/${path}?ordina=scadenza_mai_vista`, { as: admin })).status).toBe(400);
    expect((await change({ scadenza_collaudo: PAST })).status).toBe(200);
    expect(await keys({ filtri: { scaduti: true }, ordina: field })).toHaveLength(2);
    await change({ scadenza_collaudo: FAR });
  });

  it('lo storico lo chiama per nome e una versione torna, con il suo contenuto', async () => {
    const before = await row();
    const then = Number(before['versione']);
    expect((await upload(fieldsOf(key, before), 'secondo')).status).toBe(201);
    await change({ scadenza_collaudo: '2050-05-05' });
    const history = (await get(`storico?tabella=${path}&id=${key}`)).data as { campi: Row[]; tipo: string }[];
    expect(history[0]!.campi).toEqual([
      expect.objectContaining({
        campo: 'scadenza_collaudo',
        etichetta: 'Scadenza Nome di collaudo',
        tipo: 'date',
        prima: FAR,
        dopo: '2050-05-05',
      }),
    ]);
    expect(history[1]!.campi[0]).toMatchObject({ campo: 'collaudo', etichetta: 'Nome di collaudo', tipo: 'document' });
    expect((await get(`storico/stato?tabella=${path}&id=${key}&versione=${then}`)).data[0]).toMatchObject({ scadenza_collaudo: FAR });
    const restored = await send('storico/ripristina', { tabella: path, id: key, versione: then });
    expect(restored.status).toBe(200);
    const now = await row();
    expect(now).toMatchObject({ scadenza_collaudo: FAR, collaudo: before['collaudo'] });
    expect((now['archivio'] as Record<string, Row>)['collaudo']!['versione']).toBe(3);
    const name = (await send('ftp', { operazione: 'prendi', percorso: now['collaudo'] })).body.message.name;
    expect((await portale.call('GET', `/file?file=${name}`)).text).toContain('primo');
    expect((await send('storico/ripristina', { tabella: path, id: key, versione: then, campi: ['mai_visto'] })).status).toBe(400);
  });

  it('è nello zip e nei file degli elenchi', async () => {
    const now = await row();
    const names = path === 'personale' ? { personale: ['W15_ROSSI_MARIO'] } : { macchina: [String(now['matricola'])] };
    const zip = await portale.call('POST', '/api/allegati', { as: admin, body: names, headers: { accept: 'application/zip' } });
    expect([zip.status, zip.text.includes(suffix)]).toEqual([200, true]);
    const file = join(portale.folder, `${randomUUID()}.csv`);
    const request = { tabella: path, colonne: ['matricola', 'scadenza_collaudo'], formato: 'csv' as const, nome: 'x.csv' };
    expect((await send('esporta', { ...request, nome: undefined })).status).toBe(202);
    expect((await send('esporta', { ...request, colonne: ['scadenza_mai_vista'] })).status).toBe(400);
    const { readDb: db, catalogue, clock } = portale.deps;
    const write = listWriter(catalogue, listReader({ db, catalogue, clock, identity: (memberID) => currentIdentity(db, memberID) }));
    await write({ request, memberID: admin.memberID, file }, { signal: new AbortController().signal, progress: () => {} });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('Nome di collaudo');
    expect(text).toContain(FAR);
  });

  it('eliminato il file se ne va anche la scadenza; eliminato il tipo la colonna sparisce e i valori restano', async () => {
    const [kind] = (await list('tipi_documento', { filtri: { soggetto, codice: 'collaudo' } })).data as Row[];
    expect((await portale.call('DELETE', '/api/tipi_documento', { as: admin, body: { id: kind!['id'] } })).status).toBe(200);
    expect(await row()).not.toHaveProperty('collaudo');
    expect((await list(path, { filtri: { scaduti: true } })).data).toHaveLength(0);
    expect((await newKind(soggetto, 'collaudo')).status).toBe(201);
    const again = await row();
    expect(again).toMatchObject({ scadenza_collaudo: FAR });
    expect((await send('ftp', { operazione: 'elimina', percorso: again['collaudo'] })).status).toBe(200);
    expect(await row()).toMatchObject({ collaudo: null, scadenza_collaudo: null });
  });
});

describe('tutti insieme', () => {
  it('un codice che è già il nome di un altro campo o file si rifiuta', async () => {
    for (const [soggetto, codice] of [
      ['lavoratore', 'nome'],
      ['lavoratore', 'profilo'],
      ['lavoratore', 'utente'],
      ['lavoratore', 'constructor'],
      ['lavoratore', 'scadenza_ci'],
      ['macchina', 'foto'],
      ['macchina', 'circolazione'],
      ['noleggio', 'contratto'],
    ]) {
      const { status, errors } = await newKind(soggetto!, codice!);
      expect([codice, status, errors?.[0]?.campo]).toEqual([codice, 400, 'codice']);
    }
  });

  it('un tipo sanitario si apre solo a chi modifica, e lo storico dice chi', async () => {
    expect((await newKind('lavoratore', 'visita', { sanitario: 1 })).status).toBe(201);
    await upload({ matricola: 'W15', personale: 'PERSONALE/W15_ROSSI_MARIO/W15_visita.pdf', docMacch: 'false' }, 'segreto');
    const path = 'PERSONALE/W15_ROSSI_MARIO/W15_visita.pdf';
    const reader = await portale.person({ permessi: { report: { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 } } });
    const take = (as: Person) => portale.call('POST', '/api/ftp', { as, body: { operazione: 'prendi', percorso: path } });
    expect((await take(reader)).status).toBe(403);
    expect((await take(admin)).status).toBe(200);
    const [last] = (await get('storico?tabella=personale&id=W15')).data as Row[];
    expect(last).toMatchObject({ tipo: 'aperto', utente: admin.memberID });
  });

  it('con un altro cognome i file dei tipi nuovi seguono la cartella', async () => {
    await put('personale', { personale: { matricola: 'W15', cognome: 'Verdi' } });
    const worker = (await get('personale?matricola=W15')).data[0] as Row;
    expect(worker['visita']).toBe('PERSONALE/W15_VERDI_MARIO/W15_visita.pdf');
  });

  it('le tabelle rifatte dagli eventi sono uguali', async () => {
    const { catalogue, store } = portale.deps;
    const { projections, upcasts } = catalogue;
    const log = pino({ level: 'silent' });
    const before = (await get('personale')).data as Row[];
    expect(await check({ store, url: portale.url, log, projections, upcasts })).toMatchObject({ equal: true, differences: [] });
    await portale.deps.rebuild(() => {}, new AbortController().signal);
    expect((await get('personale')).data).toEqual(before);
  });
});
