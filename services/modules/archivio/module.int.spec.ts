import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf } from '../../../test/samples.ts';
import { signature } from '#services/platform/files/signed-name.ts';
import type { Person } from '../../../test/portal.ts';
import { archiveScene } from './testing.ts';

type Scene = Awaited<ReturnType<typeof archiveScene>>;
let portale: Scene['portale'];
let everything: Scene['everything'];
let ownFiles: Scene['ownFiles'];
let reader: Scene['reader'];
let none: Scene['none'];
let direzione: Scene['direzione'];
let macchina: Scene['macchina'];
let row: Scene['row'];
let upload: Scene['upload'];
let document: Scene['document'];
let ftp: Scene['ftp'];
let content: Scene['content'];

beforeAll(async () => {
  ({ portale, everything, ownFiles, reader, none, direzione, macchina, row, upload, document, ftp, content } = await archiveScene());
});
afterAll(() => portale?.stop());

describe('cercare e aprire un file', () => {
  it('per percorso, per matricola e nome, per matricola e data, o tutta la cartella', async () => {
    const matricola = await macchina();
    const exists = async (body: object) => (await ftp(everything, { operazione: 'exist', ...body })).body.message;
    expect(await exists({ matricola })).toEqual({ exist: false, files: [] });
    await upload(everything, document(matricola), pdf('x'));
    const [name, files] = [`${matricola}_CE.pdf`, [`${matricola}_CE.pdf`]];
    for (const body of [
      { matricola },
      { percorso: `${matricola}/${name}` },
      { matricola, file: name },
      { matricola, file: `${matricola}_CE` },
      { file: `${matricola}/${name}` },
      { matricola: 'altra', file: `${matricola}/${name}` },
    ]) {
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
    for (const operation of ['prendi', 'elimina'])
      expect((await ftp(ownFiles, { operazione: operation, percorso: path })).status).toBe(404);
    expect((await ftp(ownFiles, { operazione: 'exist', percorso: path })).body.message).toEqual({ exist: false, files: [] });
    expect((await upload(ownFiles, document(others), pdf('y'))).status).toBe(404);
    expect((await upload(ownFiles, document(own), pdf('mio'))).status).toBe(201);
    expect(await content(ownFiles, `${own}/${own}_CE.pdf`)).toContain('mio');
    expect((await ftp(ownFiles, { operazione: 'elimina', percorso: `${own}/${own}_CE.pdf` })).status).toBe(200);
  });

  it('la scheda di due manutenzioni dello stesso giorno la cambia solo chi può cambiarle tutte e due', async () => {
    const matricola = await macchina();
    const fresh = async (from: Person) =>
      (await portale.call('POST', '/api/manutenzioni', { as: from, body: { manutenzione: { matricola, data: '2026-02-03' } } })).body
        .message.insertId;
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
    await portale.call('PUT', '/api/macchinari', {
      as: everything,
      body: { macchinario: { matricola, scadenza_assicurazione: '2030-01-01' } },
    });
    const path = `${matricola}/${matricola}_ASS.pdf`;
    const headers = { 'idempotency-key': `elimina-${matricola}` };
    const outcome = await ftp(everything, { operazione: 'elimina', percorso: path }, headers);
    expect(outcome).toMatchObject({ status: 200, body: { message: { affectedRows: 1 } } });
    const record = await row(matricola);
    expect(record).toMatchObject({ documenti_ass: null, scadenza_assicurazione: null, versione: outcome.body.message.versione });
    expect(await portale.deps.files.info(path)).toBeNull();
    expect(await content(everything, path, 1)).toContain('polizza');
    expect((await ftp(everything, { operazione: 'elimina', percorso: path }, headers)).status).toBe(200);
    expect(await ftp(everything, { operazione: 'elimina', percorso: path })).toMatchObject({
      status: 404,
      body: { message: 'Eliminazione fallita, controllare presenza del file' },
    });
  });
});

describe('un file caricato mentre se ne elimina un altro', () => {
  it('resta, anche quando l’eliminazione si ripete perché non è venuta risposta', async () => {
    const matricola = await macchina();
    const path = `${matricola}/${matricola}_CE.pdf`;
    await upload(everything, document(matricola), pdf('vecchia'));
    const headers = { 'idempotency-key': `elimina-e-ricarica-${matricola}` };
    expect((await ftp(everything, { operazione: 'elimina', percorso: path }, headers)).status).toBe(200);
    await upload(everything, document(matricola), pdf('nuova'));
    expect((await ftp(everything, { operazione: 'elimina', percorso: path }, headers)).status).toBe(200);
    expect(await content(everything, path)).toContain('nuova');
    expect(await row(matricola)).toMatchObject({ documenti_ce: path, archivio: { documenti_ce: { versione: 2 } } });
  });

  it('si elimina il solo contenuto che si voleva eliminare', async () => {
    const matricola = await macchina();
    const path = `${matricola}/${matricola}_CE.pdf`;
    for (const text of ['uno', 'due']) await upload(everything, document(matricola), pdf(text));
    await portale.deps.files.delete(path, 1);
    expect((await portale.deps.files.info(path))?.version).toBe(2);
    await portale.deps.files.delete(path, 2);
    expect(await portale.deps.files.info(path)).toBeNull();
  });
});

describe('ripristinare una versione del record', () => {
  const back = async (matricola: string, versione: number, more: object = {}, headers: Record<string, string> = {}) =>
    await portale.call('POST', '/api/storico/ripristina', {
      as: everything,
      body: { tabella: 'macchinari', id: matricola, versione, ...more },
      headers,
    });

  it('riporta il contenuto di un documento sostituito, come versione nuova, una volta', async () => {
    const matricola = await macchina();
    const path = `${matricola}/${matricola}_CE.pdf`;
    for (const text of ['uno', 'due']) await upload(everything, document(matricola), pdf(text));
    const headers = { 'idempotency-key': `torna-${matricola}` };
    const answer = await back(matricola, 2, {}, headers);
    expect(answer).toMatchObject({ status: 200, body: { message: { affectedRows: 1, versione: 4 } } });
    expect(await content(everything, path)).toContain('uno');
    expect(await row(matricola)).toMatchObject({ documenti_ce: path, versione: 4, archivio: { documenti_ce: { versione: 3 } } });
    expect((await back(matricola, 2, {}, headers)).body).toEqual(answer.body);
    expect((await back(matricola, 2)).body.message).toEqual({ affectedRows: 0, versione: 4 });
    expect((await portale.deps.files.info(path))?.version).toBe(3);
    const { data } = (await portale.call('GET', `/api/storico?tabella=macchinari&id=${matricola}`, { as: everything })).body;
    expect(data[0]).toMatchObject({
      tipo: 'caricato',
      campi: [{ campo: 'documenti_ce', prima: { percorso: path, versione: 2 }, dopo: { percorso: path, versione: 3 } }],
    });
  });

  it('riporta quello di un documento eliminato, e dei soli campi scelti', async () => {
    const matricola = await macchina();
    const path = (suffix: string) => `${matricola}/${matricola}_${suffix}.pdf`;
    for (const suffix of ['CE', 'CDP']) await upload(everything, document(matricola, `${suffix}.pdf`), pdf(`testo ${suffix}`));
    const { versione } = await row(matricola);
    for (const suffix of ['CE', 'CDP']) await ftp(everything, { operazione: 'elimina', percorso: path(suffix) });
    expect((await back(matricola, versione, { campi: ['documenti_ce'] })).status).toBe(200);
    expect(await content(everything, path('CE'))).toContain('testo CE');
    expect(await row(matricola)).toMatchObject({
      documenti_ce: path('CE'),
      documenti_cdp: null,
      archivio: { documenti_ce: { versione: 2 } },
    });
    expect(await portale.deps.files.info(path('CDP'))).toBeNull();
  });

  it('dei soli campi scelti: gli altri documenti restano quelli di oggi, anche sostituiti allo stesso nome', async () => {
    const matricola = await macchina();
    const path = (suffix: string) => `${matricola}/${matricola}_${suffix}.pdf`;
    for (const suffix of ['CE', 'CDP']) await upload(everything, document(matricola, `${suffix}.pdf`), pdf(`primo ${suffix}`));
    const { versione } = await row(matricola);
    for (const suffix of ['CE', 'CDP']) await upload(everything, document(matricola, `${suffix}.pdf`), pdf(`secondo ${suffix}`));
    expect((await back(matricola, versione, { campi: ['documenti_ce'] })).status).toBe(200);
    expect([await content(everything, path('CE')), await content(everything, path('CDP'))]).toEqual([
      expect.stringContaining('primo CE'),
      expect.stringContaining('secondo CDP'),
    ]);
    expect((await row(matricola)).archivio).toMatchObject({ documenti_ce: { versione: 3 }, documenti_cdp: { versione: 2 } });
    // restoring a field that is no document restores no file
    expect((await back(matricola, versione, { campi: ['marca'] })).body.message.affectedRows).toBe(0);
    expect((await portale.deps.files.info(path('CDP')))?.version).toBe(2);
  });

  it('chi non può modificare il record non muove i suoi file', async () => {
    const matricola = await macchina();
    for (const text of ['uno', 'due']) await upload(everything, document(matricola), pdf(text));
    const body = { tabella: 'macchinari', id: matricola, versione: 2 };
    expect((await portale.call('POST', '/api/storico/ripristina', { as: reader, body })).status).toBe(403);
    expect((await portale.deps.files.info(`${matricola}/${matricola}_CE.pdf`))?.version).toBe(2);
  });
});

describe('nomi di breve durata', () => {
  it('indovinati, alterati, scaduti o assenti: 404', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola), pdf('x'));
    const target = { path: `${matricola}/${matricola}_CE.pdf`, version: 1 };
    const secret = String(portale.deps.config.SEGRETO);
    const open = { session: null, now: new Date() };
    const good = signature(secret, target, open);
    expect((await portale.call('GET', `/file?file=${good}`)).status).toBe(200);
    const badOnes = [
      `${good}x`,
      good.slice(0, -1),
      `x${good}`,
      '',
      'abc',
      `${matricola}/${matricola}_CE.pdf`,
      signature('z'.repeat(32), target, open),
      signature(secret, target, { session: null, now: new Date(Date.now() - 301_000) }),
      signature(secret, { ...target, version: 9 }, open),
      signature(secret, { processo: 'x' }, open),
      signature(secret, target, { ...open, session: 'di nessuno' }),
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
    const take = (headers: Record<string, string> = {}, other = '') =>
      portale.call('GET', `/file?file=${name}${other}`, { headers: { 'accept-encoding': 'identity', ...headers } });
    const integer = await take();
    expect(Object.fromEntries(integer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '25',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
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
    expect((await portale.call('GET', `/file?file=${name}`)).headers.get('content-disposition')).toBe(
      `inline; filename="perche _no_.pdf"; filename*=UTF-8''perch%C3%A9%20%22no%22.pdf`,
    );
    expect((await ftp(everything, { operazione: 'elimina', percorso: path })).status).toBe(200);
  });
});
