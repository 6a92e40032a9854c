import { request } from 'node:http';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { signature } from '#services/platform/files/signed-name.ts';
import { jpeg, pdf } from '../../../test/samples.ts';

const levels = (allowView: Level, allowEdit: Level, allowDelete: Level): PermissionLevels => ({ allowInsert: 1, allowView, allowEdit, allowDelete });

let portale: TestPortal;
let everything: Person;
let ownFiles: Person;
let reader: Person;
let none: Person;
let direzione: Person;

beforeAll(async () => {
  portale = await startTestPortal({ env: { MAX_UPLOAD_MB: '0.1' } });
  const area = (p: PermissionLevels) => ({ macchinari: p, manutenzioni: p });
  everything = await portale.person({ permessi: area(levels(3, 3, 3)) });
  ownFiles = await portale.person({ permessi: area(levels(1, 1, 1)) });
  reader = await portale.person({ permessi: area(levels(3, 0, 0)) });
  none = await portale.person({ permessi: { accise: levels(3, 3, 3) } });
  direzione = await portale.person({ groupID: 9, permessi: area(levels(3, 3, 3)) });
});
afterAll(() => portale?.stop());

let counter = 0;
async function macchina(from: Person = everything): Promise<string> {
  const matricola = `M${(counter += 1)}`;
  const answer = await portale.call('POST', '/api/macchinari', { as: from, body: { macchinario: { matricola } } });
  expect(answer.status).toBe(201);
  return matricola;
}
const row = async (matricola: string) => (await portale.call('GET', `/api/macchinari?matricola=${matricola}`, { as: everything })).body.data[0];

type Fields = Record<string, string>;
function upload(from: Person | undefined, fields: Fields, data: Buffer, { prima: before = false, headers = {} }: { prima?: boolean; headers?: Fields } = {}) {
  const form = new FormData();
  const file = new Blob([new Uint8Array(data)]);
  if (before) form.append('file', file, '../../etc/passwd');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (!before) form.append('file', file, 'qualunque.exe');
  return portale.call('POST', '/api/ftp/caricaDoc', { ...(from ? { as: from } : {}), body: form, headers });
}
const document = (matricola: string, suffix = 'CE.pdf') => ({ matricola, nomeManutenzione: `${matricola}_${suffix}`, docMacch: 'true' });
const ftp = (from: Person | undefined, body: unknown, headers: Fields = {}) => portale.call('POST', '/api/ftp', { ...(from ? { as: from } : {}), body, headers });
async function content(from: Person, path: string, version?: number): Promise<string> {
  const { body } = await ftp(from, { operazione: 'prendi', percorso: path, file: path, ...(version ? { versione: version } : {}) });
  return (await portale.call('GET', `/file?file=${body.message.name}`)).text;
}

describe('caricare un documento', () => {
  it('il file va al suo posto e il record ne porta il percorso, anche con i campi dopo il file', async () => {
    const matricola = await macchina();
    const { status: state, body } = await upload(everything, document(matricola), pdf('uno'), { prima: true });
    expect(state).toBe(201);
    expect(body.message).toMatchObject({ percorso: `${matricola}/${matricola}_CE.pdf`, file_versione: 1, byte: 18 });
    const record = await row(matricola);
    expect(record.documenti_ce).toBe(`${matricola}/${matricola}_CE.pdf`);
    expect(record.versione).toBe(body.message.versione);
    expect(record.archivio.documenti_ce).toMatchObject({ versione: 1, byte: 18, utente: everything.memberID });
    expect(await content(reader, record.documenti_ce)).toBe('%PDF-1.4\nuno\n%%EOF');
  });

  it('un secondo caricamento sostituisce il primo, che resta apribile', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola), pdf('uno'));
    expect((await upload(everything, document(matricola), pdf('due'))).body.message.file_versione).toBe(2);
    expect(await content(everything, `${matricola}/${matricola}_CE.pdf`)).toContain('due');
    expect(await content(everything, `${matricola}/${matricola}_CE.pdf`, 1)).toContain('uno');
  });

  it('la stessa richiesta ripetuta non carica due volte', async () => {
    const matricola = await macchina();
    const headers = { 'idempotency-key': `carica-${matricola}` };
    const one = await upload(everything, document(matricola), pdf('uno'), { headers });
    const two = await upload(everything, document(matricola), pdf('uno'), { headers });
    expect(two.status).toBe(201);
    expect(two.body).toEqual(one.body);
    expect((await portale.deps.files.info(`${matricola}/${matricola}_CE.pdf`))?.version).toBe(1);
  });

  it('dieci caricamenti insieme si registrano tutti, e il record indica l’ultimo contenuto', async () => {
    const matricola = await macchina();
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, i) => upload(everything, document(matricola), pdf(`n${i}`))));
    expect(outcomes.map((e) => e.status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(outcomes.map((e) => e.body.message.file_versione).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await row(matricola)).archivio.documenti_ce.versione).toBe(10);
  });

  it('una foto vuole un JPEG, un documento un PDF, per contenuto e non per nome', async () => {
    const matricola = await macchina();
    expect(await upload(everything, document(matricola, 'FOTO.jpg'), jpeg('x'))).toMatchObject({ status: 201, body: { message: { percorso: `${matricola}/${matricola}_FOTO.jpg` } } });
    expect((await row(matricola)).foto).toBe(`${matricola}/${matricola}_FOTO.jpg`);
    for (const [name, data] of [['FOTO.jpg', pdf('x')], ['CE.pdf', jpeg('x')], ['CE.pdf', Buffer.from('<html>')], ['CE.pdf', Buffer.alloc(0)], ['CE.jpg', jpeg('x')], ['FOTO.pdf', pdf('x')]] as const) {
      const refusal = await upload(everything, document(matricola, name), data);
      expect(refusal).toMatchObject({ status: 415, body: { message: expect.stringMatching(/PDF|JPEG/) } });
    }
    expect((await row(matricola)).documenti_ce).toBeNull();
  });

  it('la scheda di una manutenzione prende nome da matricola e data, e la manutenzione ne porta il percorso', async () => {
    const matricola = await macchina();
    const { body } = await portale.call('POST', '/api/manutenzioni', { as: everything, body: { manutenzione: { matricola, data: '2026-02-03' } } });
    const outcome = await upload(everything, { matricola, data: '2026-02-03', nomeManutenzione: 'x', docMacch: 'false' }, pdf('scheda'));
    expect(outcome).toMatchObject({ status: 201, body: { message: { percorso: `${matricola}/${matricola}_260203.pdf`, versione: 2 } } });
    const { data } = (await portale.call('GET', `/api/manutenzioni?id=${body.message.insertId}`, { as: everything })).body;
    expect(data[0].documento).toBe(`${matricola}/${matricola}_260203.pdf`);
    const { message } = (await ftp(everything, { operazione: 'exist', matricola, file: `${matricola}_260203.pdf` })).body;
    expect(message).toEqual({ exist: true, files: [`${matricola}_260203.pdf`] });
  });

  it('con una versione superata non cambia niente', async () => {
    const matricola = await macchina();
    const read = (await row(matricola)).versione;
    await upload(everything, document(matricola), pdf('uno'));
    const conflict = await upload(everything, document(matricola, 'CDP.pdf'), pdf('due'), { headers: { 'if-match': `"${read}"` } });
    expect(conflict).toMatchObject({ status: 409, body: { versione: read + 1 } });
    expect(await portale.deps.files.info(`${matricola}/${matricola}_CDP.pdf`)).toBeNull();
  });
});

describe('cercare e aprire un file', () => {
  it('per percorso, per matricola e nome, per matricola e data, o tutta la cartella', async () => {
    const matricola = await macchina();
    const exists = async (body: object) => (await ftp(everything, { operazione: 'exist', ...body })).body.message;
    expect(await exists({ matricola })).toEqual({ exist: false, files: [] });
    await upload(everything, document(matricola), pdf('x'));
    const [name, files] = [`${matricola}_CE.pdf`, [`${matricola}_CE.pdf`]];
    for (const body of [{ matricola }, { percorso: `${matricola}/${name}` }, { matricola, file: name }, { matricola, file: `${matricola}_CE` }, { file: `${matricola}/${name}` }, { matricola: 'altra', file: `${matricola}/${name}` }]) {
      expect(await exists(body), JSON.stringify(body)).toEqual({ exist: true, files });
    }
    for (const body of [{ matricola, file: 'altro' }, { matricola, data: '2026-02-03' }, { percorso: `${matricola}/altro.pdf` }]) {
      expect(await exists(body), JSON.stringify(body)).toEqual({ exist: false, files });
    }
    await portale.call('POST', '/api/manutenzioni', { as: everything, body: { manutenzione: { matricola, data: '2026-02-03' } } });
    await upload(everything, { matricola, data: '2026-02-03' }, pdf('scheda'));
    expect(await exists({ matricola, data: '2026-02-03' })).toEqual({ exist: true, files: [`${matricola}_260203.pdf`, name] });
    expect(await exists({ file: name })).toEqual({ exist: false, files: [] });
  });

  it('si apre anche con matricola e nome soltanto', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola), pdf('x'));
    const open = async (body: object) => (await ftp(everything, { operazione: 'prendi', ...body })).status;
    expect(await open({ matricola, file: `${matricola}_CE.pdf` })).toBe(200);
    expect(await open({ file: `${matricola}/${matricola}_CE.pdf` })).toBe(200);
    expect(await open({ matricola: 'altra', file: `${matricola}/${matricola}_CE.pdf` })).toBe(200);
    expect(await open({ file: `${matricola}_CE.pdf` })).toBe(404);
  });
});

describe('caricamenti rifiutati', () => {
  const empty = async () => expect(await readdir(join(portale.folder, 'temp'))).toEqual([]);

  /** Something happens to the record once the content is in place and nothing is recorded yet. */
  async function justPut<T>(intanto: () => Promise<unknown>, upload: () => Promise<T>): Promise<T> {
    const { files } = portale.deps;
    const { write } = files;
    files.write = async (...args) => {
      files.write = write;
      const info = await write(...args);
      await intanto();
      return info;
    };
    return upload().finally(() => (files.write = write));
  }

  it('da un record eliminato intanto: il contenuto non resta al suo posto', async () => {
    const matricola = await macchina();
    const remove = () => portale.call('DELETE', '/api/macchinari', { as: everything, body: { matricola } });
    expect((await justPut(remove, () => upload(everything, document(matricola), pdf('tardi')))).status).toBe(404);
    expect(await portale.deps.files.info(`${matricola}/${matricola}_CE.pdf`)).toBeNull();
    expect(await portale.deps.files.list(matricola)).toEqual([]);
  });

  it('da un record cambiato intanto: torna il contenuto che c’era, e il record lo indica ancora', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola), pdf('buono'));
    const { versione: version } = await row(matricola);
    const change = () => portale.call('PUT', '/api/macchinari', { as: everything, body: { macchinario: { matricola, marca: 'altra' } } });
    const headers = { 'if-match': `"${version}"` };
    expect((await justPut(change, () => upload(everything, document(matricola), pdf('tardi'), { headers }))).status).toBe(409);
    const path = `${matricola}/${matricola}_CE.pdf`;
    expect(await content(everything, path)).toContain('buono');
    expect(await content(everything, path, 1)).toContain('buono');
    expect(await row(matricola)).toMatchObject({ documenti_ce: path, archivio: { documenti_ce: { versione: 1 } } });
  });

  it('di una macchina che non c’è: 404, e niente è conservato', async () => {
    expect((await upload(everything, document('FANTASMA'), pdf('x'))).status).toBe(404);
    expect(await readdir(join(portale.folder, 'archivio'))).not.toContain('FANTASMA');
    await empty();
  });

  it.each([
    ['../../fuori.pdf'], ['/etc/cron.d/x.pdf'], ['M1\\..\\x.pdf'], ['.versioni/x.pdf'], ['M1/../../../x.pdf'], ['M1/\u0001.pdf'], ['C:\\x.pdf'], ['M1/'.repeat(400) + 'x.pdf'],
  ])('con il percorso %j: 400, e niente è toccato', async (path) => {
    const before = await readdir(portale.folder, { recursive: true });
    expect((await upload(everything, { percorso: path }, pdf('x'))).status).toBe(400);
    expect((await upload(everything, { matricola: path, nomeManutenzione: 'x_CE.pdf', docMacch: 'true' }, pdf('x'))).status).toBe(400);
    expect((await upload(everything, { matricola: 'M1', nomeManutenzione: path, docMacch: 'true' }, pdf('x'))).status).toBe(400);
    for (const operation of ['prendi', 'elimina', 'exist']) expect((await ftp(everything, { operazione: operation, percorso: path })).status).toBe(400);
    expect((await readdir(portale.folder, { recursive: true })).filter((n) => n !== 'temp')).toEqual(before.filter((n) => n !== 'temp'));
  });

  it('un nome che nessun campo del record porta si rifiuta, dicendo quale', async () => {
    const matricola = await macchina();
    const { status, body } = await upload(everything, { percorso: `${matricola}/${matricola}_ZZZ.pdf` }, pdf('x'));
    expect([status, body.message]).toEqual([400, `Nessun documento del record si chiama ${matricola}_ZZZ.pdf.`]);
  });

  it('un percorso lungo duemila caratteri si cerca, uno più lungo si rifiuta', async () => {
    const answer = (length: number) => ftp(everything, { operazione: 'exist', percorso: `M1/${'a'.repeat(length - 3)}` });
    expect((await answer(2001)).body.errors).toEqual([{ campo: 'percorso', messaggio: 'Testo troppo lungo' }]);
    expect((await answer(2000)).body.errors?.[0]?.messaggio).not.toBe('Testo troppo lungo');
  });

  it('troppo grande: 413 con la dimensione massima', async () => {
    const matricola = await macchina();
    expect(await upload(everything, document(matricola), pdf('x'.repeat(150_000)))).toMatchObject({ status: 413, body: { message: expect.stringContaining('massima') } });
    expect((await row(matricola)).documenti_ce).toBeNull();
    await empty();
  });

  it('annunciato enorme: 413 senza riceverlo, e la connessione si chiude', async () => {
    const answer = await new Promise<{ stato: number | undefined; connessione: string | undefined }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${everything.token}`, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000000' };
      const newRequest = request(`${portale.base}/api/ftp/caricaDoc`, { method: 'POST', headers }, (res) => {
        resolve({ stato: res.statusCode, connessione: res.headers.connection });
        newRequest.destroy();
      });
      newRequest.on('error', reject).flushHeaders();
    });
    expect(answer).toEqual({ stato: 413, connessione: 'close' });
  });

  it('con un campo troppo lungo: 400 e il suo nome', async () => {
    const matricola = await macchina();
    const refusal = await upload(everything, { ...document(matricola), note: 'x'.repeat(5000), altre: 'x'.repeat(5000) }, pdf('x'));
    expect([refusal.status, refusal.body.detail]).toEqual([400, 'Il campo note è troppo lungo.']);
    expect(await portale.deps.files.info(`${matricola}/${matricola}_CE.pdf`)).toBeNull();
    await empty();
  });

  it('con un nome che non è di nessun documento, senza file, senza campi, con una data impossibile', async () => {
    const matricola = await macchina();
    const unknown = await upload(everything, document(matricola, 'BOH.pdf'), pdf('x'));
    expect([unknown.status, unknown.body.detail]).toEqual([400, expect.stringMatching(/^Il nome deve essere M\d+_SUFFISSO, con SUFFISSO fra: (\w+, )+\w+\.$/)]);
    expect((await upload(everything, { percorso: `${matricola}/altro.pdf` }, pdf('x'))).status).toBe(400);
    expect((await upload(everything, {}, pdf('x'))).status).toBe(400);
    expect((await upload(everything, { matricola, data: '2026-02-31', docMacch: 'false' }, pdf('x'))).status).toBe(400);
    const without = new FormData();
    without.append('matricola', matricola);
    expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: everything, body: without })).status).toBe(400);
    const two = new FormData();
    for (const name of ['file', 'file2']) two.append(name, new Blob([new Uint8Array(pdf('x'))]), 'x.pdf');
    for (const [name, value] of Object.entries(document(matricola))) two.append(name, value);
    expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: everything, body: two })).status).toBe(400);
  });

  it('malformati: non multipart, senza confine, tagliati a metà', async () => {
    const test = (kind: string, body: string) => portale.call('POST', '/api/ftp/caricaDoc', { as: everything, body, headers: { 'content-type': kind } });
    expect((await test('application/json', '{}')).status).toBe(400);
    expect((await test('multipart/form-data', 'x')).status).toBe(400);
    expect((await test('multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-')).status).toBe(400);
    expect((await test('multipart/form-data; boundary=b', '')).status).toBe(400);
    await empty();
  });

  it('interrotti dal client: non resta niente', async () => {
    const matricola = await macchina();
    const { hostname, port } = new URL(portale.base);
    await new Promise<void>((resolve) => {
      const newRequest = request({ hostname, port, method: 'POST', path: '/api/ftp/caricaDoc', headers: { authorization: `Bearer ${everything.token}`, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' } });
      newRequest.on('error', () => resolve()).on('close', () => resolve());
      newRequest.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="${matricola}_CE.pdf"\r\n\r\n%PDF-1.4`, () => newRequest.destroy());
    });
    await expect.poll(() => readdir(join(portale.folder, 'temp'))).toEqual([]);
    expect((await row(matricola)).documenti_ce).toBeNull();
  });
});

describe('un caricamento di chi non può', () => {
  /** Sends the fields and then bytes without end; what is answered, and how many bytes had been taken by then. */
  function endless(from: Person | null, fields: Fields, { fileFirst = false } = {}) {
    return new Promise<{ status: number | undefined; sent: number; closed: boolean }>((resolve, reject) => {
      const { hostname, port } = new URL(portale.base);
      const headers = { ...(from ? { authorization: `Bearer ${from.token}` } : {}), 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' };
      const sending = request({ hostname, port, method: 'POST', path: '/api/ftp/caricaDoc', headers });
      let [status, sent, over]: [number | undefined, number, boolean] = [undefined, 0, false];
      const end = (closed: boolean) => {
        if (!over) resolve({ status, sent, closed });
        over = true;
      };
      sending.on('response', (res) => {
        status = res.statusCode;
        res.resume();
      });
      sending.on('error', (error) => (status === undefined ? reject(error) : end(true))).on('close', () => end(true));
      const parts = fileFirst ? [] : Object.entries(fields).map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
      sending.write(`${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-1.4\n`);
      const more = () => {
        if (over || sending.destroyed) return;
        if (sent > 300_000_000) return void sending.destroy(new Error('nobody stops it'));
        sent += 65_536;
        sending.write(Buffer.alloc(65_536, 32), () => setImmediate(more));
      };
      more();
    });
  }

  it.each([['con i campi prima', false], ['con il file prima', true]])('si rifiuta mentre il corpo arriva, e la connessione si chiude (%s)', async (_how, fileFirst) => {
    const matricola = await macchina();
    for (const [from, status] of [[reader, 403], [none, 403], [null, 401]] as const) {
      const answer = await endless(from, document(matricola), { fileFirst });
      expect(answer).toMatchObject({ status, closed: true });
      expect(answer.sent).toBeLessThan(60_000_000);
    }
  });

  it('di un record che non è suo: 404 prima del primo byte; oltre la dimensione massima 413, senza leggere il resto', async () => {
    const others = await macchina();
    expect(await endless(ownFiles, document(others))).toMatchObject({ status: 404, closed: true });
    for (const fileFirst of [false, true]) expect(await endless(everything, document(others), { fileFirst })).toMatchObject({ status: 413, closed: true });
    await expect.poll(() => readdir(join(portale.folder, 'temp'))).toEqual([]);
  });
});

describe('permessi sui file', () => {
  it('senza sessione: 401', async () => {
    expect((await upload(undefined, document('M1'), pdf('x'))).status).toBe(401);
    expect((await ftp(undefined, { operazione: 'prendi', percorso: 'M1/M1_CE.pdf' })).status).toBe(401);
  });

  it('chi legge e basta apre ma non carica né elimina; chi non vede l’area riceve 403', async () => {
    const matricola = await macchina();
    const path = `${matricola}/${matricola}_CE.pdf`;
    await upload(everything, document(matricola), pdf('x'));
    expect((await ftp(reader, { operazione: 'prendi', percorso: path })).status).toBe(200);
    expect((await upload(reader, document(matricola), pdf('y'))).status).toBe(403);
    expect((await ftp(reader, { operazione: 'elimina', percorso: path })).status).toBe(403);
    for (const operation of ['prendi', 'elimina']) expect((await ftp(none, { operazione: operation, percorso: path })).status).toBe(403);
    expect((await upload(none, document(matricola), pdf('y'))).status).toBe(403);
    expect((await ftp(none, { operazione: 'exist', percorso: path })).body.message).toEqual({ exist: false, files: [] });
    expect(await content(everything, path)).toContain('x');
  });

  it('chi vede solo i propri record non apre, non carica, non elimina e non trova i file degli altri', async () => {
    const [others, own] = [await macchina(), await macchina(ownFiles)];
    await upload(everything, document(others), pdf('x'));
    const path = `${others}/${others}_CE.pdf`;
    for (const operation of ['prendi', 'elimina']) expect((await ftp(ownFiles, { operazione: operation, percorso: path })).status).toBe(404);
    expect((await ftp(ownFiles, { operazione: 'exist', percorso: path })).body.message).toEqual({ exist: false, files: [] });
    expect((await upload(ownFiles, document(others), pdf('y'))).status).toBe(404);
    expect((await upload(ownFiles, document(own), pdf('mio'))).status).toBe(201);
    expect(await content(ownFiles, `${own}/${own}_CE.pdf`)).toContain('mio');
    expect((await ftp(ownFiles, { operazione: 'elimina', percorso: `${own}/${own}_CE.pdf` })).status).toBe(200);
  });

  it('la scheda di due manutenzioni dello stesso giorno la cambia solo chi può cambiarle tutte e due', async () => {
    const matricola = await macchina();
    const fresh = async (from: Person) => (await portale.call('POST', '/api/manutenzioni', { as: from, body: { manutenzione: { matricola, data: '2026-02-03' } } })).body.message.insertId;
    const [own, others] = [await fresh(ownFiles), await fresh(everything)];
    const card = { matricola, data: '2026-02-03', docMacch: 'false' };
    const path = `${matricola}/${matricola}_260203.pdf`;
    expect((await upload(everything, card, pdf('di tutti e due'))).status).toBe(201);
    expect(await content(ownFiles, path)).toContain('di tutti e due');
    expect((await upload(ownFiles, card, pdf('sua'))).status).toBe(403);
    expect((await ftp(ownFiles, { operazione: 'elimina', percorso: path })).status).toBe(403);
    expect(await content(everything, path)).toContain('di tutti e due');
    await portale.call('DELETE', '/api/manutenzioni', { as: everything, body: { id: others } });
    expect((await upload(ownFiles, card, pdf('sua'))).status).toBe(201);
    const { data } = (await portale.call('GET', `/api/manutenzioni?id=${own}`, { as: ownFiles })).body;
    expect(data[0]).toMatchObject({ documento: path, archivio: { documento: { versione: 2 } } });
  });

  it('un file che non è di nessun record lo leggono solo amministratori e direzione, e nessuno lo scrive', async () => {
    await portale.deps.files.write('SENZA/padrone.pdf', (await import('node:stream')).Readable.from([pdf('x')]), 'pdf');
    const path = 'SENZA/padrone.pdf';
    expect((await ftp(everything, { operazione: 'prendi', percorso: path })).status).toBe(404);
    expect((await ftp(direzione, { operazione: 'prendi', percorso: path })).status).toBe(200);
    expect((await ftp(direzione, { operazione: 'elimina', percorso: path })).status).toBe(403);
    expect((await upload(direzione, { percorso: path }, pdf('y'))).status).toBe(404);
  });
});

describe('eliminare un documento', () => {
  it('il record perde percorso e scadenza, il contenuto resta come versione', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola, 'ASS.pdf'), pdf('polizza'));
    await portale.call('PUT', '/api/macchinari', { as: everything, body: { macchinario: { matricola, scadenza_assicurazione: '2030-01-01' } } });
    const path = `${matricola}/${matricola}_ASS.pdf`;
    const headers = { 'idempotency-key': `elimina-${matricola}` };
    const outcome = await ftp(everything, { operazione: 'elimina', percorso: path }, headers);
    expect(outcome).toMatchObject({ status: 200, body: { message: { affectedRows: 1 } } });
    const record = await row(matricola);
    expect(record).toMatchObject({ documenti_ass: null, scadenza_assicurazione: null, versione: outcome.body.message.versione });
    expect(await portale.deps.files.info(path)).toBeNull();
    expect(await content(everything, path, 1)).toContain('polizza');
    expect((await ftp(everything, { operazione: 'elimina', percorso: path }, headers)).status).toBe(200);
    expect(await ftp(everything, { operazione: 'elimina', percorso: path })).toMatchObject({ status: 404, body: { message: 'Eliminazione fallita, controllare presenza del file' } });
  });
});

describe('nomi di breve durata', () => {
  it('indovinati, alterati, scaduti o assenti: 404', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola), pdf('x'));
    const target = { path: `${matricola}/${matricola}_CE.pdf`, version: 1 };
    const secret = String(portale.deps.config.SEGRETO);
    const good = signature(secret, target, new Date());
    expect((await portale.call('GET', `/file?file=${good}`)).status).toBe(200);
    const badOnes = [
      `${good}x`, good.slice(0, -1), `x${good}`, '', 'abc', `${matricola}/${matricola}_CE.pdf`, signature('z'.repeat(32), target, new Date()),
      signature(secret, target, new Date(Date.now() - 301_000)), signature(secret, { ...target, version: 9 }, new Date()), signature(secret, { processo: 'x' }, new Date()),
    ];
    for (const name of badOnes) expect((await portale.call('GET', `/file?file=${encodeURIComponent(name)}`)).status).toBe(404);
    expect((await portale.call('GET', '/file')).status).toBe(404);
    expect((await portale.call('GET', `/file?file=${good}&file=${good}`)).status).toBe(404);
  });

  it('un nome vale per il contenuto per cui è stato dato, anche dopo una sostituzione', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola), pdf('uno'));
    const { name } = (await ftp(everything, { operazione: 'prendi', percorso: `${matricola}/${matricola}_CE.pdf` })).body.message;
    await upload(everything, document(matricola), pdf('due'));
    expect((await portale.call('GET', `/file?file=${name}`)).text).toContain('uno');
  });

  it('un nome finisce quando il file è eliminato, anche se poi se ne carica un altro; lo storico ne dà uno nuovo', async () => {
    const matricola = await macchina();
    const path = `${matricola}/${matricola}_CE.pdf`;
    await upload(everything, document(matricola), pdf('uno'));
    const { name } = (await ftp(everything, { operazione: 'prendi', percorso: path })).body.message;
    expect((await portale.call('GET', `/file?file=${name}`)).status).toBe(200);
    expect((await ftp(everything, { operazione: 'elimina', percorso: path })).status).toBe(200);
    expect((await portale.call('GET', `/file?file=${name}`)).status).toBe(404);
    expect(await content(everything, path, 1)).toContain('uno');
    await upload(everything, document(matricola), pdf('due'));
    expect((await portale.call('GET', `/file?file=${name}`)).status).toBe(404);
    expect(await content(everything, path)).toContain('due');
  });

  it('intestazioni, intervalli, convalida', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola), pdf('0123456789'));
    const { name } = (await ftp(everything, { operazione: 'prendi', percorso: `${matricola}/${matricola}_CE.pdf` })).body.message;
    const take = (headers: Fields = {}, other = '') => portale.call('GET', `/file?file=${name}${other}`, { headers: { 'accept-encoding': 'identity', ...headers } });
    const integer = await take();
    expect(Object.fromEntries(integer.headers)).toMatchObject({
      'content-type': 'application/pdf', 'content-length': '25', 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN',
      'content-disposition': `inline; filename="${matricola}_CE.pdf"; filename*=UTF-8''${matricola}_CE.pdf`,
    });
    expect(integer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await take({}, '&scarica=1')).headers.get('content-disposition')).toMatch(/^attachment;/);
    const part = await take({ range: 'bytes=9-13' });
    expect(part).toMatchObject({ status: 206, text: '01234' });
    expect(part.headers.get('content-range')).toBe('bytes 9-13/25');
    expect((await take({ range: 'bytes=-3' })).text).toBe('EOF');
    const outside = await take({ range: 'bytes=25-' });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */25']);
    const etag = String(integer.headers.get('etag'));
    expect((await take({ 'if-none-match': etag })).status).toBe(304);
    expect((await take({ range: 'bytes=0-0', 'if-range': etag })).status).toBe(206);
    expect((await take({ range: 'bytes=0-0', 'if-range': '"altro"' })).status).toBe(200);
    const head = await fetch(`${portale.base}/file?file=${name}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '25', '']);
  });

  it('un file messo a mano nella cartella della macchina si apre, con il suo nome accentato', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola), pdf('x'));
    await writeFile(join(portale.folder, 'archivio', matricola, 'perché "no".pdf'), pdf('a mano'));
    const path = `${matricola}/perché "no".pdf`;
    expect(await content(reader, path)).toContain('a mano');
    const { name } = (await ftp(reader, { operazione: 'prendi', percorso: path })).body.message;
    expect((await portale.call('GET', `/file?file=${name}`)).headers.get('content-disposition')).toBe(`inline; filename="perche _no_.pdf"; filename*=UTF-8''perch%C3%A9%20%22no%22.pdf`);
    expect((await ftp(everything, { operazione: 'elimina', percorso: path })).status).toBe(200);
  });
});
