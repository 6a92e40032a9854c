import { request } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, pdf } from '../../../test/samples.ts';
import type { Person } from '../../../test/portal.ts';
import { archiveScene } from './testing.ts';

type Scene = Awaited<ReturnType<typeof archiveScene>>;
let portale: Scene['portale'];
let everything: Scene['everything'];
let ownFiles: Scene['ownFiles'];
let reader: Scene['reader'];
let none: Scene['none'];
let macchina: Scene['macchina'];
let row: Scene['row'];
let upload: Scene['upload'];
let document: Scene['document'];
let ftp: Scene['ftp'];
let content: Scene['content'];

beforeAll(async () => {
  ({ portale, everything, ownFiles, reader, none, macchina, row, upload, document, ftp, content } = await archiveScene());
});
afterAll(() => portale?.stop());

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
    // the same idempotency key with another content or another file name is refused
    expect((await upload(everything, document(matricola), pdf('altro'), { headers })).status).toBe(422);
    expect((await upload(everything, document(matricola, 'CDP.pdf'), pdf('uno'), { headers })).status).toBe(422);
    expect(await content(everything, `${matricola}/${matricola}_CE.pdf`)).toContain('uno');
    expect((await row(matricola)).documenti_cdp).toBeNull();
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
    expect(await upload(everything, document(matricola, 'FOTO.jpg'), jpeg('x'))).toMatchObject({
      status: 201,
      body: { message: { percorso: `${matricola}/${matricola}_FOTO.jpg` } },
    });
    expect((await row(matricola)).foto).toBe(`${matricola}/${matricola}_FOTO.jpg`);
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
    for (const [name, data] of [
      ['FOTO.jpg', pdf('x')],
      ['CE.pdf', jpeg('x')],
      ['CE.pdf', png],
      ['CE.pdf', Buffer.from('<html>')],
      ['CE.pdf', Buffer.alloc(0)],
      ['FOTO.pdf', pdf('x')],
    ] as const) {
      const refusal = await upload(everything, document(matricola, name), data);
      expect(refusal).toMatchObject({ status: 415, body: { message: expect.stringMatching(/PDF|JPEG/) } });
    }
    expect((await row(matricola)).documenti_ce).toBeNull();
  });

  it('la scheda di una manutenzione prende nome da matricola e data, e la manutenzione ne porta il percorso', async () => {
    const matricola = await macchina();
    const { body } = await portale.call('POST', '/api/manutenzioni', {
      as: everything,
      body: { manutenzione: { matricola, data: '2026-02-03' } },
    });
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

describe('caricamenti rifiutati', () => {
  const empty = async () => expect(await readdir(join(portale.folder, 'temp'))).toEqual([]);

  /** Runs `upload`, and runs `intanto` after the content is written to the archive but before the event is recorded. */
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
    const { versione } = await row(matricola);
    const change = () => portale.call('PUT', '/api/macchinari', { as: everything, body: { macchinario: { matricola, marca: 'altra' } } });
    const headers = { 'if-match': `"${versione}"` };
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
    ['../../fuori.pdf'],
    ['/etc/cron.d/x.pdf'],
    ['M1\\..\\x.pdf'],
    ['.versioni/x.pdf'],
    ['M1/../../../x.pdf'],
    ['M1/\u0001.pdf'],
    ['C:\\x.pdf'],
    ['M1/'.repeat(400) + 'x.pdf'],
  ])('con il percorso %j: 400, e niente è toccato', async (path) => {
    const before = await readdir(portale.folder, { recursive: true });
    expect((await upload(everything, { percorso: path }, pdf('x'))).status).toBe(400);
    expect((await upload(everything, { matricola: path, nomeManutenzione: 'x_CE.pdf', docMacch: 'true' }, pdf('x'))).status).toBe(400);
    expect((await upload(everything, { matricola: 'M1', nomeManutenzione: path, docMacch: 'true' }, pdf('x'))).status).toBe(400);
    for (const operation of ['prendi', 'elimina', 'exist'])
      expect((await ftp(everything, { operazione: operation, percorso: path })).status).toBe(400);
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
    expect(await upload(everything, document(matricola), pdf('x'.repeat(150_000)))).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('massima') },
    });
    expect((await row(matricola)).documenti_ce).toBeNull();
    await empty();
  });

  it('annunciato enorme: 413 senza riceverlo, e la connessione si chiude', async () => {
    const answer = await new Promise<{ stato: number | undefined; connessione: string | undefined }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${everything.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '100000000',
      };
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
    expect([unknown.status, unknown.body.detail]).toEqual([
      400,
      expect.stringMatching(/^Il nome deve essere M\d+_SUFFISSO, con SUFFISSO fra: (\w+, )+\w+\.$/),
    ]);
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
    const test = (kind: string, body: string) =>
      portale.call('POST', '/api/ftp/caricaDoc', { as: everything, body, headers: { 'content-type': kind } });
    expect((await test('application/json', '{}')).status).toBe(400);
    expect((await test('multipart/form-data', 'x')).status).toBe(400);
    expect(
      (await test('multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-'))
        .status,
    ).toBe(400);
    expect((await test('multipart/form-data; boundary=b', '')).status).toBe(400);
    await empty();
  });

  it('interrotti dal client: non resta niente', async () => {
    const matricola = await macchina();
    const { hostname, port } = new URL(portale.base);
    await new Promise<void>((resolve) => {
      const newRequest = request({
        hostname,
        port,
        method: 'POST',
        path: '/api/ftp/caricaDoc',
        headers: {
          authorization: `Bearer ${everything.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': '100000',
        },
      });
      newRequest.on('error', () => resolve()).on('close', () => resolve());
      newRequest.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="${matricola}_CE.pdf"\r\n\r\n%PDF-1.4`, () =>
        newRequest.destroy(),
      );
    });
    await expect.poll(() => readdir(join(portale.folder, 'temp'))).toEqual([]);
    expect((await row(matricola)).documenti_ce).toBeNull();
  });
});

describe('un caricamento di chi non può', () => {
  /**
   * Sends an upload whose file never ends. Resolves with the status of the response, the number of file bytes sent until then, and whether
   * the server closed the connection.
   */
  function endless(from: Person | null, fields: Record<string, string>, { fileFirst = false } = {}) {
    return new Promise<{ status: number | undefined; sent: number; closed: boolean }>((resolve, reject) => {
      const { hostname, port } = new URL(portale.base);
      const headers = {
        ...(from ? { authorization: `Bearer ${from.token}` } : {}),
        'content-type': 'multipart/form-data; boundary=b',
        'transfer-encoding': 'chunked',
      };
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
      const parts = fileFirst
        ? []
        : Object.entries(fields).map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
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

  it.each([
    ['con i campi prima', false],
    ['con il file prima', true],
  ])('si rifiuta mentre il corpo arriva, e la connessione si chiude (%s)', async (_how, fileFirst) => {
    const matricola = await macchina();
    for (const [from, status] of [
      [reader, 403],
      [none, 403],
      [null, 401],
    ] as const) {
      const answer = await endless(from, document(matricola), { fileFirst });
      expect(answer).toMatchObject({ status, closed: true });
      expect(answer.sent).toBeLessThan(60_000_000);
    }
  });

  it('di un record che non è suo: 404 prima del primo byte; oltre la dimensione massima 413, senza leggere il resto', async () => {
    const others = await macchina();
    expect(await endless(ownFiles, document(others))).toMatchObject({ status: 404, closed: true });
    for (const fileFirst of [false, true])
      expect(await endless(everything, document(others), { fileFirst })).toMatchObject({ status: 413, closed: true });
    await expect.poll(() => readdir(join(portale.folder, 'temp'))).toEqual([]);
  });
});
