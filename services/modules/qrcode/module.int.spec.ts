import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { PUBLIC_FIELDS } from '#contracts/modules/qrcode.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { realJpeg } from '../../../test/real-jpeg.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const levels = (allowView: Level, allowEdit: Level): PermissionLevels => ({ allowInsert: 1, allowView, allowEdit, allowDelete: allowEdit });
const JPEG = new Blob([Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')]);
const PDF = new Blob(['%PDF-1.4\nfattura\n%%EOF']);

let portale: TestPortal;
let everything: Person;
let ownRows: Person;
let none: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  await makeReferences(portale, { tipologia: ['Perforatrice'] });
  everything = await portale.person({ permessi: { macchinari: levels(3, 3) } });
  ownRows = await portale.person({ permessi: { macchinari: levels(1, 1) } });
  none = await portale.person({ permessi: { accise: levels(3, 3) } });
});
afterAll(() => portale?.stop());

let counter = 0;
const newMatricola = () => `Q${(counter += 1)}`;
async function macchina(values: Record<string, unknown> = {}, from = everything): Promise<string> {
  const matricola = newMatricola();
  expect((await portale.call('POST', '/api/macchinari', { as: from, body: { macchinario: { matricola, ...values } } })).status).toBe(201);
  return matricola;
}
async function upload(matricola: string, name: string, file: Blob): Promise<void> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ matricola, nomeManutenzione: name, docMacch: 'true' })) form.append(field, value);
  form.append('file', file);
  expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: everything, body: form })).status).toBe(201);
}
const change = (matricola: string, values: object) =>
  portale.call('PUT', '/api/macchinari', { as: everything, body: { macchinario: { matricola, ...values } } });
const publicPage = (matricola: string) => portale.call('GET', `/api/qrcode?matricola=${encodeURIComponent(matricola)}`);

describe('pagina pubblica di un macchinario', () => {
  it('senza sessione: i campi della pagina e nessun altro', async () => {
    const m = await macchina({
      tipologia: 'Perforatrice',
      marca: 'Casagrande',
      modello: 'C7',
      descrizione: 'Mast 24 m',
      chassis: 'CH1',
      targa: 'AB1',
      anno_acquisto: 2020,
      stato_attuale: 'Operativo',
      costo: 10,
      cespite: 'segreto',
      costo_storico: 11,
      valore_ammortamento: 12,
      matricola_costr: 'segreta',
      ore_km: 99,
      scadenza_circolazione: '2030-01-01',
    });
    const { status: state, body, headers } = await publicPage(m);
    expect([state, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      data: [
        {
          matricola: m,
          tipologia: 'Perforatrice',
          marca: 'Casagrande',
          modello: 'C7',
          descrizione: 'Mast 24 m',
          chassis: 'CH1',
          targa: 'AB1',
          anno_acquisto: 2020,
          foto: null,
          stato_attuale: 'Operativo',
        },
      ],
    });
    expect(Object.keys(body.data[0]).toSorted()).toEqual(PUBLIC_FIELDS.toSorted());
  });

  it('la foto esce senza dire dove e quando fu presa, né ciò che sta dopo la sua fine: caricata adesso o messa lì prima', async () => {
    const exif = Buffer.from('Exif\0\0GPS 45.07 N 7.68 E, 2026-02-03', 'latin1');
    const plain = realJpeg({ columns: 3, rows: 2 });
    const taken = Buffer.concat([
      plain.subarray(0, 2),
      Buffer.from([0xff, 0xe1, 0, exif.length + 2]),
      exif,
      plain.subarray(2),
      Buffer.from('filmato con la voce'),
    ]);
    const sent = async (m: string) =>
      Buffer.from(await (await fetch(`${portale.base}/file?file=${(await publicPage(m)).body.data[0].foto}`)).arrayBuffer());
    const m = await macchina();
    await upload(m, `${m}_FOTO.jpg`, new Blob([taken]));
    const disk = join(portale.folder, 'archivio', m, `${m}_FOTO.jpg`);
    expect(await readFile(disk)).toEqual(plain);
    expect(await sent(m)).toEqual(plain);
    await writeFile(disk, taken);
    expect(await sent(m)).toEqual(plain);
  });

  it('la foto si apre con un nome di breve durata', async () => {
    const m = await macchina();
    await upload(m, `${m}_FOTO.jpg`, JPEG);
    const { foto } = (await publicPage(m)).body.data[0];
    const file = await fetch(`${portale.base}/file?file=${foto}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(await JPEG.arrayBuffer()));
    await rm(join(portale.folder, 'archivio', m, `${m}_FOTO.jpg`));
    expect(await publicPage(m)).toMatchObject({ status: 200, body: { data: [{ foto: null }] } });
  });

  it('un percorso scritto a mano nella foto non fa uscire altro: né un documento, né la foto di un’altra', async () => {
    const [m, other] = [await macchina(), await macchina()];
    await upload(m, `${m}_FATTURA.pdf`, PDF);
    await upload(other, `${other}_FOTO.jpg`, JPEG);
    for (const foto of [
      `${m}/${m}_FATTURA.pdf`,
      `${other}/${other}_FOTO.jpg`,
      `${m}/../${other}/${other}_FOTO.jpg`,
      '../../etc/passwd',
      '/etc/passwd',
      'nulla',
    ]) {
      await change(m, { foto });
      expect(await publicPage(m), foto).toMatchObject({ status: 200, body: { data: [{ matricola: m, foto: null }] } });
    }
  });

  it('sconosciuta o eliminata: 404; chiave impossibile o doppia: 400', async () => {
    const m = await macchina();
    expect((await portale.call('DELETE', '/api/macchinari', { as: everything, body: { matricola: m } })).status).toBe(200);
    for (const missing of [m, 'FANTASMA']) expect((await publicPage(missing)).status).toBe(404);
    expect((await publicPage('a/b')).status).toBe(400);
    expect((await portale.call('GET', '/api/qrcode?matricola=A&matricola=B')).status).toBe(400);
  });

  it('senza sessione e senza matricola, o con una sessione finita: 401', async () => {
    const m = await macchina();
    for (const query of ['', '?matricola=', `?id=${m}`, '?pagina=1'])
      expect((await portale.call('GET', `/api/qrcode${query}`)).status, query).toBe(401);
    const finished = { ...everything, token: 'x'.repeat(43) };
    expect((await portale.call('GET', `/api/qrcode?matricola=${m}`, { as: finished })).status).toBe(401);
  });
});

describe('con la sessione', () => {
  it('per matricola o per id: il record intero come primo', async () => {
    const m = await macchina({ costo: 10 });
    const integer = (await portale.call('GET', `/api/macchinari?matricola=${m}`, { as: everything })).body;
    for (const query of [`matricola=${m}`, `id=${m}`])
      expect((await portale.call('GET', `/api/qrcode?${query}`, { as: everything })).body).toEqual(integer);
    expect(integer.data[0]).toMatchObject({ matricola: m, costo: 10 });
  });

  it('senza matricola: l’elenco di ciò che si vede', async () => {
    const ownOne = await macchina({}, ownRows);
    const [all, ownOnly] = await Promise.all([everything, ownRows].map((from) => portale.call('GET', '/api/qrcode', { as: from })));
    expect(all!.body).toEqual((await portale.call('GET', '/api/macchinari', { as: everything })).body);
    expect(all!.body.data.length).toBeGreaterThan(1);
    expect(ownOnly!.body.data.map((r: { matricola: string }) => r.matricola)).toEqual([ownOne]);
  });

  it('chi non la vede: 404 se è di altri, 403 se l’area gli è chiusa', async () => {
    const m = await macchina({ costo: 10 });
    const answers = await Promise.all(
      [
        [ownRows, `?matricola=${m}`],
        [none, `?matricola=${m}`],
        [none, ''],
      ].map(([from, query]) => portale.call('GET', `/api/qrcode${query as string}`, { as: from as Person })),
    );
    expect(answers.map((r) => r.status)).toEqual([404, 403, 403]);
    expect(JSON.stringify(answers.map((r) => r.body))).not.toContain('costo');
  });
});

describe('il limite', () => {
  it('chi prova a leggerle tutte senza sessione riceve 429 con l’attesa; chi ha la sessione continua', async () => {
    const m = await macchina();
    let last = await publicPage(m);
    for (let visit = 0; visit < 60 && last.status === 200; visit += 1) last = await publicPage(m);
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(last.body.message).toMatch(/^Troppe richieste da questo indirizzo/);
    expect((await publicPage('FANTASMA')).status).toBe(429);
    expect((await portale.call('GET', `/api/qrcode?matricola=${m}`, { as: everything })).status).toBe(200);
  });
});
