import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Livello, Permesso } from '#contracts/core/permissions.ts';
import { CAMPI_PUBBLICI } from '#contracts/modules/qrcode.ts';
import { avviaPortaleDiProva, type Persona, type PortaleDiProva } from '../../../test/portal.ts';

const livelli = (allowView: Livello, allowEdit: Livello): Permesso => ({ allowInsert: 1, allowView, allowEdit, allowDelete: allowEdit });
const JPEG = new Blob([Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')]);
const PDF = new Blob(['%PDF-1.4\nfattura']);

let portale: PortaleDiProva;
let tutto: Persona;
let suoi: Persona;
let nessuno: Persona;

beforeAll(async () => {
  portale = await avviaPortaleDiProva();
  tutto = await portale.persona({ permessi: { macchinari: livelli(3, 3) } });
  suoi = await portale.persona({ permessi: { macchinari: livelli(1, 1) } });
  nessuno = await portale.persona({ permessi: { accise: livelli(3, 3) } });
});
afterAll(() => portale?.ferma());

let contatore = 0;
const matricolaNuova = () => `Q${(contatore += 1)}`;
async function macchina(valori: Record<string, unknown> = {}, da = tutto): Promise<string> {
  const matricola = matricolaNuova();
  expect((await portale.chiama('POST', '/api/macchinari', { da, corpo: { macchinario: { matricola, ...valori } } })).stato).toBe(201);
  return matricola;
}
async function carica(matricola: string, nome: string, file: Blob): Promise<void> {
  const form = new FormData();
  for (const [campo, valore] of Object.entries({ matricola, nomeManutenzione: nome, docMacch: 'true' })) form.append(campo, valore);
  form.append('file', file);
  expect((await portale.chiama('POST', '/api/ftp/caricaDoc', { da: tutto, corpo: form })).stato).toBe(201);
}
const modifica = (matricola: string, valori: object) => portale.chiama('PUT', '/api/macchinari', { da: tutto, corpo: { macchinario: { matricola, ...valori } } });
const pubblica = (matricola: string) => portale.chiama('GET', `/api/qrcode?matricola=${encodeURIComponent(matricola)}`);

describe('pagina pubblica di un macchinario', () => {
  it('senza sessione: i campi della pagina e nessun altro', async () => {
    const m = await macchina({
      tipologia: 'Perforatrice', marca: 'Casagrande', modello: 'C7', descrizione: 'Mast 24 m', chassis: 'CH1', targa: 'AB1', anno_acquisto: 2020, stato_attuale: 'Operativo',
      costo: 10, cespite: 'segreto', costo_storico: 11, valore_ammortamento: 12, matricola_costr: 'segreta', ore_km: 99, scadenza_circolazione: '2030-01-01', documenti_ce: 'x/y.pdf',
    });
    const { stato, corpo, headers } = await pubblica(m);
    expect([stato, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(corpo).toEqual({ data: [{
      matricola: m, tipologia: 'Perforatrice', marca: 'Casagrande', modello: 'C7', descrizione: 'Mast 24 m', chassis: 'CH1', targa: 'AB1', anno_acquisto: 2020, foto: null, stato_attuale: 'Operativo',
    }] });
    expect(Object.keys(corpo.data[0]).toSorted()).toEqual(CAMPI_PUBBLICI.toSorted());
  });

  it('la foto si apre con un nome di breve durata', async () => {
    const m = await macchina();
    await carica(m, `${m}_FOTO.jpg`, JPEG);
    const { foto } = (await pubblica(m)).corpo.data[0];
    const file = await fetch(`${portale.base}/file?file=${foto}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(await JPEG.arrayBuffer()));
    await rm(join(portale.cartella, 'archivio', m, `${m}_FOTO.jpg`));
    expect(await pubblica(m)).toMatchObject({ stato: 200, corpo: { data: [{ foto: null }] } });
  });

  it('un percorso scritto a mano nella foto non fa uscire altro: né un documento, né la foto di un’altra', async () => {
    const [m, altra] = [await macchina(), await macchina()];
    await carica(m, `${m}_FATTURA.pdf`, PDF);
    await carica(altra, `${altra}_FOTO.jpg`, JPEG);
    for (const foto of [`${m}/${m}_FATTURA.pdf`, `${altra}/${altra}_FOTO.jpg`, `${m}/../${altra}/${altra}_FOTO.jpg`, '../../etc/passwd', '/etc/passwd', 'nulla']) {
      await modifica(m, { foto });
      expect(await pubblica(m), foto).toMatchObject({ stato: 200, corpo: { data: [{ matricola: m, foto: null }] } });
    }
  });

  it('sconosciuta o eliminata: 404; chiave impossibile o doppia: 400', async () => {
    const m = await macchina();
    expect((await portale.chiama('DELETE', '/api/macchinari', { da: tutto, corpo: { matricola: m } })).stato).toBe(200);
    for (const assente of [m, 'FANTASMA']) expect((await pubblica(assente)).stato).toBe(404);
    expect((await pubblica('a/b')).stato).toBe(400);
    expect((await portale.chiama('GET', '/api/qrcode?matricola=A&matricola=B')).stato).toBe(400);
  });

  it('senza sessione e senza matricola, o con una sessione finita: 401', async () => {
    const m = await macchina();
    for (const query of ['', '?matricola=', `?id=${m}`, '?pagina=1']) expect((await portale.chiama('GET', `/api/qrcode${query}`)).stato, query).toBe(401);
    const finita = { ...tutto, token: 'x'.repeat(43) };
    expect((await portale.chiama('GET', `/api/qrcode?matricola=${m}`, { da: finita })).stato).toBe(401);
  });
});

describe('con la sessione', () => {
  it('per matricola o per id: il record intero come primo', async () => {
    const m = await macchina({ costo: 10 });
    const intero = (await portale.chiama('GET', `/api/macchinari?matricola=${m}`, { da: tutto })).corpo;
    for (const query of [`matricola=${m}`, `id=${m}`]) expect((await portale.chiama('GET', `/api/qrcode?${query}`, { da: tutto })).corpo).toEqual(intero);
    expect(intero.data[0]).toMatchObject({ matricola: m, costo: 10 });
  });

  it('senza matricola: l’elenco di ciò che si vede', async () => {
    const sua = await macchina({}, suoi);
    const [tutte, proprie] = await Promise.all([tutto, suoi].map((da) => portale.chiama('GET', '/api/qrcode', { da })));
    expect(tutte!.corpo).toEqual((await portale.chiama('GET', '/api/macchinari', { da: tutto })).corpo);
    expect(tutte!.corpo.data.length).toBeGreaterThan(1);
    expect(proprie!.corpo.data.map((r: { matricola: string }) => r.matricola)).toEqual([sua]);
  });

  it('chi non la vede: 404 se è di altri, 403 se l’area gli è chiusa', async () => {
    const m = await macchina({ costo: 10 });
    const risposte = await Promise.all([[suoi, `?matricola=${m}`], [nessuno, `?matricola=${m}`], [nessuno, '']].map(([da, query]) => portale.chiama('GET', `/api/qrcode${query as string}`, { da: da as Persona })));
    expect(risposte.map((r) => r.stato)).toEqual([404, 403, 403]);
    expect(JSON.stringify(risposte.map((r) => r.corpo))).not.toContain('costo');
  });
});

describe('il limite', () => {
  it('chi prova a leggerle tutte senza sessione riceve 429 con l’attesa; chi ha la sessione continua', async () => {
    const m = await macchina();
    let ultima = await pubblica(m);
    for (let visita = 0; visita < 60 && ultima.stato === 200; visita += 1) ultima = await pubblica(m);
    expect(ultima.stato).toBe(429);
    expect(Number(ultima.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(ultima.corpo.message).toMatch(/^Troppe richieste da questo indirizzo/);
    expect((await pubblica('FANTASMA')).stato).toBe(429);
    expect((await portale.chiama('GET', `/api/qrcode?matricola=${m}`, { da: tutto })).stato).toBe(200);
  });
});
