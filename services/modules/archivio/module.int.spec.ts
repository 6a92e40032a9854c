import { request } from 'node:http';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Livello, Permesso } from '#contracts/core/permissions.ts';
import { avviaPortaleDiProva, type Persona, type PortaleDiProva } from '../../../test/portal.ts';
import { firma } from '#services/platform/files/signed-name.ts';

const pdf = (testo: string) => Buffer.from(`%PDF-1.4\n${testo}`);
const jpeg = (testo: string) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(testo)]);
const livelli = (allowView: Livello, allowEdit: Livello, allowDelete: Livello): Permesso => ({ allowInsert: 1, allowView, allowEdit, allowDelete });

let portale: PortaleDiProva;
let tutto: Persona;
let suoi: Persona;
let lettore: Persona;
let nessuno: Persona;
let direzione: Persona;

beforeAll(async () => {
  portale = await avviaPortaleDiProva({ env: { MAX_UPLOAD_MB: '0.1' } });
  const area = (p: Permesso) => ({ macchinari: p, manutenzioni: p });
  tutto = await portale.persona({ permessi: area(livelli(3, 3, 3)) });
  suoi = await portale.persona({ permessi: area(livelli(1, 1, 1)) });
  lettore = await portale.persona({ permessi: area(livelli(3, 0, 0)) });
  nessuno = await portale.persona({ permessi: { accise: livelli(3, 3, 3) } });
  direzione = await portale.persona({ groupID: 9, permessi: area(livelli(3, 3, 3)) });
});
afterAll(() => portale?.ferma());

let contatore = 0;
async function macchina(da: Persona = tutto): Promise<string> {
  const matricola = `M${(contatore += 1)}`;
  const risposta = await portale.chiama('POST', '/api/macchinari', { da, corpo: { macchinario: { matricola } } });
  expect(risposta.stato).toBe(201);
  return matricola;
}
const riga = async (matricola: string) => (await portale.chiama('GET', `/api/macchinari?matricola=${matricola}`, { da: tutto })).corpo.data[0];

type Campi = Record<string, string>;
function carica(da: Persona | undefined, campi: Campi, dati: Buffer, { prima = false, headers = {} }: { prima?: boolean; headers?: Campi } = {}) {
  const form = new FormData();
  const file = new Blob([new Uint8Array(dati)]);
  if (prima) form.append('file', file, '../../etc/passwd');
  for (const [nome, valore] of Object.entries(campi)) form.append(nome, valore);
  if (!prima) form.append('file', file, 'qualunque.exe');
  return portale.chiama('POST', '/api/ftp/caricaDoc', { ...(da ? { da } : {}), corpo: form, headers });
}
const documento = (matricola: string, suffisso = 'CE.pdf') => ({ matricola, nomeManutenzione: `${matricola}_${suffisso}`, docMacch: 'true' });
const ftp = (da: Persona | undefined, corpo: unknown, headers: Campi = {}) => portale.chiama('POST', '/api/ftp', { ...(da ? { da } : {}), corpo, headers });
async function contenuto(da: Persona, percorso: string, versione?: number): Promise<string> {
  const { corpo } = await ftp(da, { operazione: 'prendi', percorso, file: percorso, ...(versione ? { versione } : {}) });
  return (await portale.chiama('GET', `/file?file=${corpo.message.name}`)).testo;
}

describe('caricare un documento', () => {
  it('il file va al suo posto e il record ne porta il percorso, anche con i campi dopo il file', async () => {
    const matricola = await macchina();
    const { stato, corpo } = await carica(tutto, documento(matricola), pdf('uno'), { prima: true });
    expect(stato).toBe(201);
    expect(corpo.message).toMatchObject({ percorso: `${matricola}/${matricola}_CE.pdf`, file_versione: 1, byte: 12 });
    const record = await riga(matricola);
    expect(record.documenti_ce).toBe(`${matricola}/${matricola}_CE.pdf`);
    expect(record.versione).toBe(corpo.message.versione);
    expect(record.archivio.documenti_ce).toMatchObject({ versione: 1, byte: 12, utente: tutto.memberID });
    expect(await contenuto(lettore, record.documenti_ce)).toBe('%PDF-1.4\nuno');
  });

  it('un secondo caricamento sostituisce il primo, che resta apribile', async () => {
    const matricola = await macchina();
    await carica(tutto, documento(matricola), pdf('uno'));
    expect((await carica(tutto, documento(matricola), pdf('due'))).corpo.message.file_versione).toBe(2);
    expect(await contenuto(tutto, `${matricola}/${matricola}_CE.pdf`)).toContain('due');
    expect(await contenuto(tutto, `${matricola}/${matricola}_CE.pdf`, 1)).toContain('uno');
  });

  it('la stessa richiesta ripetuta non carica due volte', async () => {
    const matricola = await macchina();
    const headers = { 'idempotency-key': `carica-${matricola}` };
    const uno = await carica(tutto, documento(matricola), pdf('uno'), { headers });
    const due = await carica(tutto, documento(matricola), pdf('uno'), { headers });
    expect(due.stato).toBe(201);
    expect(due.corpo).toEqual(uno.corpo);
    expect((await portale.dip.files.info(`${matricola}/${matricola}_CE.pdf`))?.versione).toBe(1);
  });

  it('dieci caricamenti insieme si registrano tutti, e il record indica l’ultimo contenuto', async () => {
    const matricola = await macchina();
    const esiti = await Promise.all(Array.from({ length: 10 }, (_, i) => carica(tutto, documento(matricola), pdf(`n${i}`))));
    expect(esiti.map((e) => e.stato)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(esiti.map((e) => e.corpo.message.file_versione).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await riga(matricola)).archivio.documenti_ce.versione).toBe(10);
  });

  it('una foto vuole un JPEG, un documento un PDF, per contenuto e non per nome', async () => {
    const matricola = await macchina();
    expect(await carica(tutto, documento(matricola, 'FOTO.jpg'), jpeg('x'))).toMatchObject({ stato: 201, corpo: { message: { percorso: `${matricola}/${matricola}_FOTO.jpg` } } });
    expect((await riga(matricola)).foto).toBe(`${matricola}/${matricola}_FOTO.jpg`);
    for (const [nome, dati] of [['FOTO.jpg', pdf('x')], ['CE.pdf', jpeg('x')], ['CE.pdf', Buffer.from('<html>')], ['CE.pdf', Buffer.alloc(0)], ['CE.jpg', jpeg('x')], ['FOTO.pdf', pdf('x')]] as const) {
      const rifiuto = await carica(tutto, documento(matricola, nome), dati);
      expect(rifiuto).toMatchObject({ stato: 415, corpo: { message: expect.stringMatching(/PDF|JPEG/) } });
    }
    expect((await riga(matricola)).documenti_ce).toBeNull();
  });

  it('la scheda di una manutenzione prende nome da matricola e data, e la manutenzione ne porta il percorso', async () => {
    const matricola = await macchina();
    const { corpo } = await portale.chiama('POST', '/api/manutenzioni', { da: tutto, corpo: { manutenzione: { matricola, data: '2026-02-03' } } });
    const esito = await carica(tutto, { matricola, data: '2026-02-03', nomeManutenzione: 'x', docMacch: 'false' }, pdf('scheda'));
    expect(esito).toMatchObject({ stato: 201, corpo: { message: { percorso: `${matricola}/${matricola}_260203.pdf`, versione: 2 } } });
    const { data } = (await portale.chiama('GET', `/api/manutenzioni?id=${corpo.message.insertId}`, { da: tutto })).corpo;
    expect(data[0].documento).toBe(`${matricola}/${matricola}_260203.pdf`);
    const { message } = (await ftp(tutto, { operazione: 'exist', matricola, file: `${matricola}_260203.pdf` })).corpo;
    expect(message).toEqual({ exist: true, files: [`${matricola}_260203.pdf`] });
  });

  it('con una versione superata non cambia niente', async () => {
    const matricola = await macchina();
    const letta = (await riga(matricola)).versione;
    await carica(tutto, documento(matricola), pdf('uno'));
    const conflitto = await carica(tutto, documento(matricola, 'CDP.pdf'), pdf('due'), { headers: { 'if-match': `"${letta}"` } });
    expect(conflitto).toMatchObject({ stato: 409, corpo: { versione: letta + 1 } });
    expect(await portale.dip.files.info(`${matricola}/${matricola}_CDP.pdf`)).toBeNull();
  });
});

describe('caricamenti rifiutati', () => {
  const vuoto = async () => expect(await readdir(join(portale.cartella, 'temp'))).toEqual([]);

  it('di una macchina che non c’è: 404, e niente è conservato', async () => {
    expect((await carica(tutto, documento('FANTASMA'), pdf('x'))).stato).toBe(404);
    expect(await readdir(join(portale.cartella, 'archivio'))).not.toContain('FANTASMA');
    await vuoto();
  });

  it.each([
    ['../../fuori.pdf'], ['/etc/cron.d/x.pdf'], ['M1\\..\\x.pdf'], ['.versioni/x.pdf'], ['M1/../../../x.pdf'], ['M1/\u0001.pdf'], ['C:\\x.pdf'], ['M1/'.repeat(400) + 'x.pdf'],
  ])('con il percorso %j: 400, e niente è toccato', async (percorso) => {
    const prima = await readdir(portale.cartella, { recursive: true });
    expect((await carica(tutto, { percorso }, pdf('x'))).stato).toBe(400);
    expect((await carica(tutto, { matricola: percorso, nomeManutenzione: 'x_CE.pdf', docMacch: 'true' }, pdf('x'))).stato).toBe(400);
    expect((await carica(tutto, { matricola: 'M1', nomeManutenzione: percorso, docMacch: 'true' }, pdf('x'))).stato).toBe(400);
    for (const operazione of ['prendi', 'elimina', 'exist']) expect((await ftp(tutto, { operazione, percorso })).stato).toBe(400);
    expect((await readdir(portale.cartella, { recursive: true })).filter((n) => n !== 'temp')).toEqual(prima.filter((n) => n !== 'temp'));
  });

  it('troppo grande: 413 con la dimensione massima', async () => {
    const matricola = await macchina();
    expect(await carica(tutto, documento(matricola), pdf('x'.repeat(150_000)))).toMatchObject({ stato: 413, corpo: { message: expect.stringContaining('massima') } });
    expect((await riga(matricola)).documenti_ce).toBeNull();
    await vuoto();
  });

  it('con un nome che non è di nessun documento, senza file, senza campi, con una data impossibile', async () => {
    const matricola = await macchina();
    expect((await carica(tutto, documento(matricola, 'BOH.pdf'), pdf('x'))).stato).toBe(400);
    expect((await carica(tutto, { percorso: `${matricola}/altro.pdf` }, pdf('x'))).stato).toBe(400);
    expect((await carica(tutto, {}, pdf('x'))).stato).toBe(400);
    expect((await carica(tutto, { matricola, data: '2026-02-31', docMacch: 'false' }, pdf('x'))).stato).toBe(400);
    const senza = new FormData();
    senza.append('matricola', matricola);
    expect((await portale.chiama('POST', '/api/ftp/caricaDoc', { da: tutto, corpo: senza })).stato).toBe(400);
    const due = new FormData();
    for (const nome of ['file', 'file2']) due.append(nome, new Blob([new Uint8Array(pdf('x'))]), 'x.pdf');
    for (const [nome, valore] of Object.entries(documento(matricola))) due.append(nome, valore);
    expect((await portale.chiama('POST', '/api/ftp/caricaDoc', { da: tutto, corpo: due })).stato).toBe(400);
  });

  it('malformati: non multipart, senza confine, tagliati a metà', async () => {
    const prova = (tipo: string, corpo: string) => portale.chiama('POST', '/api/ftp/caricaDoc', { da: tutto, corpo, headers: { 'content-type': tipo } });
    expect((await prova('application/json', '{}')).stato).toBe(400);
    expect((await prova('multipart/form-data', 'x')).stato).toBe(400);
    expect((await prova('multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-')).stato).toBe(400);
    expect((await prova('multipart/form-data; boundary=b', '')).stato).toBe(400);
    await vuoto();
  });

  it('interrotti dal client: non resta niente', async () => {
    const matricola = await macchina();
    const { hostname, port } = new URL(portale.base);
    await new Promise<void>((resolve) => {
      const richiesta = request({ hostname, port, method: 'POST', path: '/api/ftp/caricaDoc', headers: { authorization: `Bearer ${tutto.token}`, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' } });
      richiesta.on('error', () => resolve()).on('close', () => resolve());
      richiesta.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="${matricola}_CE.pdf"\r\n\r\n%PDF-1.4`, () => richiesta.destroy());
    });
    await expect.poll(() => readdir(join(portale.cartella, 'temp'))).toEqual([]);
    expect((await riga(matricola)).documenti_ce).toBeNull();
  });
});

describe('permessi sui file', () => {
  it('senza sessione: 401', async () => {
    expect((await carica(undefined, documento('M1'), pdf('x'))).stato).toBe(401);
    expect((await ftp(undefined, { operazione: 'prendi', percorso: 'M1/M1_CE.pdf' })).stato).toBe(401);
  });

  it('chi legge e basta apre ma non carica né elimina; chi non vede l’area riceve 403', async () => {
    const matricola = await macchina();
    const percorso = `${matricola}/${matricola}_CE.pdf`;
    await carica(tutto, documento(matricola), pdf('x'));
    expect((await ftp(lettore, { operazione: 'prendi', percorso })).stato).toBe(200);
    expect((await carica(lettore, documento(matricola), pdf('y'))).stato).toBe(403);
    expect((await ftp(lettore, { operazione: 'elimina', percorso })).stato).toBe(403);
    for (const operazione of ['prendi', 'elimina']) expect((await ftp(nessuno, { operazione, percorso })).stato).toBe(403);
    expect((await carica(nessuno, documento(matricola), pdf('y'))).stato).toBe(403);
    expect((await ftp(nessuno, { operazione: 'exist', percorso })).corpo.message).toEqual({ exist: false, files: [] });
    expect(await contenuto(tutto, percorso)).toContain('x');
  });

  it('chi vede solo i propri record non apre, non carica, non elimina e non trova i file degli altri', async () => {
    const [altrui, sua] = [await macchina(), await macchina(suoi)];
    await carica(tutto, documento(altrui), pdf('x'));
    const percorso = `${altrui}/${altrui}_CE.pdf`;
    for (const operazione of ['prendi', 'elimina']) expect((await ftp(suoi, { operazione, percorso })).stato).toBe(404);
    expect((await ftp(suoi, { operazione: 'exist', percorso })).corpo.message).toEqual({ exist: false, files: [] });
    expect((await carica(suoi, documento(altrui), pdf('y'))).stato).toBe(404);
    expect((await carica(suoi, documento(sua), pdf('mio'))).stato).toBe(201);
    expect(await contenuto(suoi, `${sua}/${sua}_CE.pdf`)).toContain('mio');
    expect((await ftp(suoi, { operazione: 'elimina', percorso: `${sua}/${sua}_CE.pdf` })).stato).toBe(200);
  });

  it('un file che non è di nessun record lo leggono solo amministratori e direzione, e nessuno lo scrive', async () => {
    await portale.dip.files.scrivi('SENZA/padrone.pdf', (await import('node:stream')).Readable.from([pdf('x')]), 'pdf');
    const percorso = 'SENZA/padrone.pdf';
    expect((await ftp(tutto, { operazione: 'prendi', percorso })).stato).toBe(404);
    expect((await ftp(direzione, { operazione: 'prendi', percorso })).stato).toBe(200);
    expect((await ftp(direzione, { operazione: 'elimina', percorso })).stato).toBe(403);
    expect((await carica(direzione, { percorso }, pdf('y'))).stato).toBe(404);
  });
});

describe('eliminare un documento', () => {
  it('il record perde percorso e scadenza, il contenuto resta come versione', async () => {
    const matricola = await macchina();
    await carica(tutto, documento(matricola, 'ASS.pdf'), pdf('polizza'));
    await portale.chiama('PUT', '/api/macchinari', { da: tutto, corpo: { macchinario: { matricola, scadenza_assicurazione: '2030-01-01' } } });
    const percorso = `${matricola}/${matricola}_ASS.pdf`;
    const headers = { 'idempotency-key': `elimina-${matricola}` };
    const esito = await ftp(tutto, { operazione: 'elimina', percorso }, headers);
    expect(esito).toMatchObject({ stato: 200, corpo: { message: { affectedRows: 1 } } });
    const record = await riga(matricola);
    expect(record).toMatchObject({ documenti_ass: null, scadenza_assicurazione: null, versione: esito.corpo.message.versione });
    expect(await portale.dip.files.info(percorso)).toBeNull();
    expect(await contenuto(tutto, percorso, 1)).toContain('polizza');
    expect((await ftp(tutto, { operazione: 'elimina', percorso }, headers)).stato).toBe(200);
    expect(await ftp(tutto, { operazione: 'elimina', percorso })).toMatchObject({ stato: 404, corpo: { message: 'Eliminazione fallita, controllare presenza del file' } });
  });
});

describe('nomi di breve durata', () => {
  it('indovinati, alterati, scaduti o assenti: 404', async () => {
    const matricola = await macchina();
    await carica(tutto, documento(matricola), pdf('x'));
    const bersaglio = { percorso: `${matricola}/${matricola}_CE.pdf`, versione: 1 };
    const segreto = String(portale.dip.config.SEGRETO);
    const buono = firma(segreto, bersaglio, new Date());
    expect((await portale.chiama('GET', `/file?file=${buono}`)).stato).toBe(200);
    const cattivi = [
      `${buono}x`, buono.slice(0, -1), `x${buono}`, '', 'abc', `${matricola}/${matricola}_CE.pdf`, firma('z'.repeat(32), bersaglio, new Date()),
      firma(segreto, bersaglio, new Date(Date.now() - 301_000)), firma(segreto, { ...bersaglio, versione: 9 }, new Date()), firma(segreto, { processo: 'x' }, new Date()),
    ];
    for (const nome of cattivi) expect((await portale.chiama('GET', `/file?file=${encodeURIComponent(nome)}`)).stato).toBe(404);
    expect((await portale.chiama('GET', '/file')).stato).toBe(404);
    expect((await portale.chiama('GET', `/file?file=${buono}&file=${buono}`)).stato).toBe(404);
  });

  it('un nome vale per il contenuto per cui è stato dato, anche dopo una sostituzione', async () => {
    const matricola = await macchina();
    await carica(tutto, documento(matricola), pdf('uno'));
    const { name } = (await ftp(tutto, { operazione: 'prendi', percorso: `${matricola}/${matricola}_CE.pdf` })).corpo.message;
    await carica(tutto, documento(matricola), pdf('due'));
    expect((await portale.chiama('GET', `/file?file=${name}`)).testo).toContain('uno');
  });

  it('intestazioni, intervalli, convalida', async () => {
    const matricola = await macchina();
    await carica(tutto, documento(matricola), pdf('0123456789'));
    const { name } = (await ftp(tutto, { operazione: 'prendi', percorso: `${matricola}/${matricola}_CE.pdf` })).corpo.message;
    const prendi = (headers: Campi = {}, altro = '') => portale.chiama('GET', `/file?file=${name}${altro}`, { headers: { 'accept-encoding': 'identity', ...headers } });
    const intero = await prendi();
    expect(Object.fromEntries(intero.headers)).toMatchObject({
      'content-type': 'application/pdf', 'content-length': '19', 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN',
      'content-disposition': `inline; filename="${matricola}_CE.pdf"; filename*=UTF-8''${matricola}_CE.pdf`,
    });
    expect(intero.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await prendi({}, '&scarica=1')).headers.get('content-disposition')).toMatch(/^attachment;/);
    const parte = await prendi({ range: 'bytes=9-13' });
    expect(parte).toMatchObject({ stato: 206, testo: '01234' });
    expect(parte.headers.get('content-range')).toBe('bytes 9-13/19');
    expect((await prendi({ range: 'bytes=-3' })).testo).toBe('789');
    const fuori = await prendi({ range: 'bytes=19-' });
    expect([fuori.stato, fuori.headers.get('content-range')]).toEqual([416, 'bytes */19']);
    const etag = String(intero.headers.get('etag'));
    expect((await prendi({ 'if-none-match': etag })).stato).toBe(304);
    expect((await prendi({ range: 'bytes=0-0', 'if-range': etag })).stato).toBe(206);
    expect((await prendi({ range: 'bytes=0-0', 'if-range': '"altro"' })).stato).toBe(200);
    const testa = await fetch(`${portale.base}/file?file=${name}`, { method: 'HEAD' });
    expect([testa.status, testa.headers.get('content-length'), await testa.text()]).toEqual([200, '19', '']);
  });

  it('un file messo a mano nella cartella della macchina si apre, con il suo nome accentato', async () => {
    const matricola = await macchina();
    await carica(tutto, documento(matricola), pdf('x'));
    await writeFile(join(portale.cartella, 'archivio', matricola, 'perché "no".pdf'), pdf('a mano'));
    const percorso = `${matricola}/perché "no".pdf`;
    expect(await contenuto(lettore, percorso)).toContain('a mano');
    const { name } = (await ftp(lettore, { operazione: 'prendi', percorso })).corpo.message;
    expect((await portale.chiama('GET', `/file?file=${name}`)).headers.get('content-disposition')).toBe(`inline; filename="perche _no_.pdf"; filename*=UTF-8''perch%C3%A9%20%22no%22.pdf`);
    expect((await ftp(tutto, { operazione: 'elimina', percorso })).stato).toBe(200);
  });
});
