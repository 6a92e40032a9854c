import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Permesso, Permessi } from '#contracts/core/permissions.ts';
import { creaDispatch } from './command-handling.ts';
import { avviaPortaleDiProva, mittenteDiProva, type Persona, type PortaleDiProva } from '../../test/portal.ts';

const TUTTO: Permesso = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
const tutto: Permessi = { accise: TUTTO, macchinari: TUTTO, manutenzioni: TUTTO, cantieri: TUTTO };

describe('Le chiamate dei registri', () => {
  let portale: PortaleDiProva;
  let anna: Persona;
  let bruno: Persona;

  beforeAll(async () => {
    portale = await avviaPortaleDiProva();
    anna = await portale.persona({ memberID: 'anna', permessi: tutto });
    bruno = await portale.persona({ memberID: 'bruno', permessi: { ...tutto, accise: { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 } } });
  });
  afterAll(() => portale?.ferma());

  const crea = async (valori: object = {}, da = anna) =>
    (await portale.chiama('POST', '/api/accise', { da, corpo: { accise: { data: '2026-01-02', ore: 3, ...valori } } })).corpo.message.insertId as number;
  const leggi = async (id: number, da = anna) => (await portale.chiama('GET', `/api/accise?id=${id}`, { da })).corpo.data[0];

  it('creare risponde 201 con il numero, la versione, dove sta; e la lettura lo mostra subito', async () => {
    const r = await portale.chiama('POST', '/api/accise', {
      da: anna, corpo: { auth: 'x', accise: { data: '2026-01-02T23:30:00.000Z', ore: '3,5', matricola: ' A1 ', utente: 'altri', id: 999, sconosciuto: 1 } },
    });
    expect([r.stato, r.corpo]).toEqual([201, { message: { insertId: expect.any(Number), versione: 1 } }]);
    expect(r.headers.get('location')).toBe(`/api/accise?chiave=${r.corpo.message.insertId}`);
    expect(r.headers.get('x-proiezione')).toBeNull();
    expect(await leggi(r.corpo.message.insertId)).toMatchObject({ id: r.corpo.message.insertId, data: '2026-01-03', ore: 3.5, minuti: null, utente: 'anna', versione: 1 });
    expect(r.corpo.message.insertId).not.toBe(999);
  });

  it('modificare cambia solo i campi dati e dice quanti record ha toccato', async () => {
    const id = await crea({ minuti: 5 });
    const r = await portale.chiama('PUT', '/api/accise', { da: anna, corpo: { accise: { id, ore: 4 } }, headers: { 'if-match': '"1"' } });
    expect([r.stato, r.corpo, r.headers.get('etag')]).toEqual([200, { message: { affectedRows: 1, versione: 2 } }, '"2"']);
    expect(await leggi(id)).toMatchObject({ ore: 4, minuti: 5, versione: 2 });
    const uguale = await portale.chiama('PUT', '/api/accise', { da: anna, corpo: { accise: { id, ore: '4' } } });
    expect(uguale.corpo).toEqual({ message: { affectedRows: 0, versione: 2 } });
  });

  it('una versione superata dà 409 con i valori dell\'altro, e non cambia nulla', async () => {
    const id = await crea();
    await portale.chiama('PUT', '/api/accise', { da: anna, corpo: { accise: { id, ore: 8 } } });
    const r = await portale.chiama('PUT', '/api/accise', { da: anna, corpo: { accise: { id, ore: 9 } }, headers: { 'if-match': 'W/"1"' } });
    expect([r.stato, r.headers.get('content-type')]).toEqual([409, expect.stringContaining('application/problem+json')]);
    expect(r.corpo).toMatchObject({ type: '/problemi/versione-superata', status: 409, attuale: { ore: 8 }, versione: 2, utente: 'anna', quando: expect.any(String), message: expect.any(String) });
    expect(await leggi(id)).toMatchObject({ ore: 8 });
  });

  it('la stessa Idempotency-Key dà la stessa risposta e nessun secondo record', async () => {
    const totale = async () => (await portale.chiama('GET', '/api/accise?pagina=1', { da: anna })).corpo.totale as number;
    const prima = await totale();
    const manda = () => portale.chiama('POST', '/api/accise', { da: anna, corpo: { accise: { ore: 1 } }, headers: { 'idempotency-key': 'tasto salva 1' } });
    const risposte = await Promise.all([manda(), manda(), manda()]);
    expect(new Set(risposte.map((r) => `${r.stato} ${r.testo}`)).size).toBe(1);
    expect(await totale()).toBe(prima + 1);
    const altro = await portale.chiama('POST', '/api/accise', { da: bruno, corpo: { accise: { ore: 1 } }, headers: { 'idempotency-key': 'tasto salva 1' } });
    expect(altro.corpo.message.insertId).not.toBe(risposte[0]?.corpo.message.insertId);
  });

  it('si elimina con la chiave nel corpo o nell\'indirizzo; poi non c\'è più', async () => {
    const [a, b] = [await crea(), await crea()];
    expect((await portale.chiama('DELETE', '/api/accise', { da: anna, corpo: { id: a } })).corpo).toEqual({ message: { affectedRows: 1, versione: 2 } });
    expect((await portale.chiama('DELETE', `/api/accise?id=${b}`, { da: anna })).stato).toBe(200);
    for (const id of [a, b]) {
      expect((await portale.chiama('GET', `/api/accise?id=${id}`, { da: anna })).stato).toBe(404);
      expect((await portale.chiama('DELETE', '/api/accise', { da: anna, corpo: { id } })).stato).toBe(404);
    }
  });

  it('più chiavi insieme si eliminano tutte o nessuna, e solo con il livello 3', async () => {
    const [a, b, c, d] = [await crea(), await crea(), await crea(), await crea()];
    expect((await portale.chiama('DELETE', '/api/accise', { da: anna, corpo: { id: [a, b, 99_999] } })).stato).toBe(404);
    expect(await leggi(a)).toBeDefined();
    expect((await portale.chiama('DELETE', '/api/accise', { da: anna, corpo: { id: `${a},${b}` } })).corpo.message.affectedRows).toBe(2);
    expect((await portale.chiama('DELETE', '/api/accise', { da: anna, corpo: { id: [c, String(d)] } })).corpo.message.affectedRows).toBe(2);
    const propri = [await crea({}, bruno), await crea({}, bruno)];
    expect((await portale.chiama('DELETE', '/api/accise', { da: bruno, corpo: { id: propri } })).stato).toBe(403);
    expect((await portale.chiama('DELETE', '/api/accise', { da: bruno, corpo: { id: propri[0] } })).stato).toBe(200);
  });

  it('un\'eliminazione di più record ripetuta con la stessa chiave riesce come la prima volta', async () => {
    const id = [await crea(), await crea()];
    const manda = () => portale.chiama('DELETE', '/api/accise', { da: anna, corpo: { id }, headers: { 'idempotency-key': 'elimina-due' } });
    const prima = await manda();
    expect(prima.corpo.message.affectedRows).toBe(2);
    expect((await manda()).corpo).toEqual(prima.corpo);
  });

  it('chi vede solo i propri non sa degli altri: 404 in lettura, modifica ed eliminazione, e non negli elenchi', async () => {
    const [mia, sua] = [await crea({ ore: 77 }, bruno), await crea({ ore: 78 })];
    const elenco = (await portale.chiama('GET', '/api/accise', { da: bruno })).corpo.data as { id: number; utente: string }[];
    expect(elenco.map((r) => r.id)).toContain(mia);
    expect(elenco.every((r) => r.utente === 'bruno')).toBe(true);
    expect((await portale.chiama('GET', `/api/accise?id=${sua}`, { da: bruno })).stato).toBe(404);
    expect((await portale.chiama('PUT', '/api/accise', { da: bruno, corpo: { accise: { id: sua, ore: 1 } } })).stato).toBe(404);
    expect((await portale.chiama('DELETE', '/api/accise', { da: bruno, corpo: { id: sua } })).stato).toBe(404);
    expect((await portale.chiama('PUT', '/api/accise', { da: bruno, corpo: { accise: { id: mia, ore: 1 } } })).stato).toBe(200);
  });

  it('un elenco a pagine porta il totale; ordine, ricerca e filtri si sommano', async () => {
    for (let ore = 1; ore <= 5; ore += 1) await crea({ matricola: 'PAG', ore });
    const filtri = encodeURIComponent(JSON.stringify({ matricola: 'PAG', ore: { da: 2 } }));
    const r = await portale.chiama('GET', `/api/accise?pagina=1&righe=3&ordina=-ore&filtri=${filtri}`, { da: anna });
    expect([r.corpo.totale, r.corpo.data.map((x: { ore: number }) => x.ore)]).toEqual([4, [5, 4, 3]]);
    expect((await portale.chiama('GET', '/api/accise?cerca=pag', { da: anna })).corpo.totale).toBe(5);
    expect((await portale.chiama('GET', '/api/accise', { da: anna })).corpo.totale).toBeUndefined();
  });

  it('un numero non torna, nemmeno dopo un\'eliminazione e con la tabella dei numeri persa', async () => {
    const id = await crea();
    await portale.chiama('DELETE', '/api/accise', { da: anna, corpo: { id } });
    for (const tabella of ['numeri', 'numeri_riservati']) await sql`delete from ${sql.table(`public.${tabella}`)} where sequenza = 'accise'`.execute(portale.dip.scritture);
    const riavviato = creaDispatch(portale.dip);
    const esiti = await Promise.all([1, 2, 3].map(() => riavviato({ registro: 'accise', azione: 'crea', valori: {} }, mittenteDiProva())));
    expect(esiti.map((e) => e.chiave).toSorted()).toEqual([id + 1, id + 2, id + 3]);
  });

  it('una macchina: matricola vuota, doppia, eliminata', async () => {
    const macchina = (matricola: unknown) => portale.chiama('POST', '/api/macchinari', { da: anna, corpo: { macchinario: { matricola, marca: 'Casagrande' } } });
    const vuota = await macchina('  ');
    expect([vuota.stato, vuota.corpo.message]).toEqual([400, 'Attenzione la matricola non può essere vuota']);
    const nuova = await macchina('P 100');
    expect([nuova.stato, nuova.corpo.message]).toEqual([201, { insertId: 'P 100', versione: 1 }]);
    expect((await macchina('P 100')).stato).toBe(409);
    await portale.chiama('DELETE', '/api/macchinari', { da: anna, corpo: { matricola: 'P 100' } });
    const ancora = await macchina('P 100');
    expect([ancora.stato, ancora.corpo.message]).toEqual([409, expect.stringContaining('ripristinarlo')]);
  });

  it('i dati e il piano di una macchina stanno con lei', async () => {
    const chiama = (metodo: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, corpo?: unknown) => portale.chiama(metodo, path, { da: anna, corpo });
    await chiama('POST', '/api/macchinari', { macchinario: { matricola: 'P 200' } });
    expect((await chiama('GET', '/api/datiMacchina?matricola=P%20200')).corpo).toEqual({ data: [] });
    expect((await chiama('POST', '/api/datiMacchina', { auth: '', dati: { matricola: 'P 200', motore_marca: 'Deutz' } })).corpo.message).toEqual({ insertId: 'P 200', versione: 2 });
    expect((await chiama('POST', '/api/datiMacchina', { dati: { matricola: 'P 200' } })).stato).toBe(409);
    expect((await chiama('POST', '/api/datiMacchina', { dati: { matricola: 'NO' } })).stato).toBe(404);
    expect((await chiama('GET', '/api/datiMacchina?matricola=NO')).stato).toBe(404);
    const riga = await chiama('POST', '/api/manutMacchinari', { auth: '', manut: { matricola: 'P 200', componente: 'olio_motore', quantita: '12' } });
    expect(riga.stato).toBe(201);
    const id = riga.corpo.message.insertId as number;
    expect((await chiama('POST', '/api/manutMacchinari', { manut: { matricola: 'P 200', componente: 'olio_motore' } })).stato).toBe(409);
    expect((await chiama('POST', '/api/manutMacchinari', { manut: { componente: 'olio_motore' } })).stato).toBe(400);
    // the row is found by its number alone
    expect((await chiama('PUT', '/api/manutMacchinari', { manut: { id, quantita: '14' } })).corpo.message.affectedRows).toBe(1);
    expect((await chiama('GET', '/api/manutMacchinari?matricola=P%20200')).corpo.data).toMatchObject([{ id, quantita: '14', componente: 'olio_motore' }]);
    await chiama('DELETE', '/api/macchinari', { matricola: 'P 200' });
    expect((await chiama('GET', '/api/manutMacchinari?matricola=P%20200')).stato).toBe(404);
    expect((await chiama('PUT', '/api/manutMacchinari', { manut: { id, quantita: '15' } })).stato).toBe(404);
  });

  it('dice quanti record puntano a uno', async () => {
    await portale.chiama('POST', '/api/macchinari', { da: anna, corpo: { macchinario: { matricola: 'RIF' } } });
    for (let i = 0; i < 3; i += 1) await crea({ matricola: 'RIF' });
    await portale.chiama('POST', '/api/manutenzioni', { da: anna, corpo: { manutenzione: { matricola: 'RIF' } } });
    const r = await portale.chiama('GET', '/api/riferimenti?tabella=macchinari&id=RIF', { da: anna });
    expect(r.corpo.data.totale).toBe(4);
    expect(r.corpo.data.per).toEqual(expect.arrayContaining([{ tabella: 'accise', etichetta: 'accise', quanti: 3 }, { tabella: 'manutenzioni', etichetta: 'manutenzioni', quanti: 1 }]));
    expect((await portale.chiama('GET', '/api/riferimenti?tabella=macchinari&id=MAI', { da: anna })).stato).toBe(404);
  });

  it('le macchine con manutenzione da fare, per chi le può vedere', async () => {
    await portale.chiama('POST', '/api/macchinari', { da: anna, corpo: { macchinario: { matricola: 'ORE', ore_km: 520 } } });
    await portale.chiama('POST', '/api/manutenzioni', { da: anna, corpo: { manutenzione: { matricola: 'ORE', data: '2026-01-01', manutenzione: 'Filtro Motore', ore_scadenza: 500 } } });
    const dovute = (await portale.chiama('GET', '/api/scadenzaManutenzioni', { da: anna })).corpo.data;
    expect(dovute).toContainEqual({ matricola: 'ORE', descrizione: null, manutenzione: 'Filtro Motore', ore_scadenza: 500, ore_attuali: 520, ore_mancanti: -20 });
    const altra = await portale.persona({ permessi: { macchinari: { ...TUTTO, allowView: 1 } } });
    expect((await portale.chiama('GET', '/api/scadenzaManutenzioni', { da: altra })).corpo.data).toEqual([]);
  });
});
