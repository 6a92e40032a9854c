import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEQUENZA_MATRICOLE } from '#contracts/modules/noleggi.ts';
import { conRegole } from '#services/rules.ts';
import { avviaPortaleDiProva, mittenteDiProva, type Persona, type PortaleDiProva } from '../../../test/portal.ts';
import { creaDispatch } from '#services/registers/command-handling.ts';
import { conNoleggi, livelli } from './testing.ts';

let portale: PortaleDiProva;
let n: ReturnType<typeof conNoleggi>;
let tutto: Persona;
let suoi: Persona;
let lettore: Persona;

beforeAll(async () => {
  portale = await avviaPortaleDiProva();
  n = conNoleggi(portale);
  tutto = await portale.persona({ permessi: { noleggi_int: livelli(3, 3, 3), macchinari: livelli(3, 3, 3) } });
  suoi = await portale.persona({ permessi: { noleggi_int: livelli(1, 1, 1), accise: livelli(0, 0, 0), macchinari: livelli(0, 0, 0) } });
  lettore = await portale.persona({ permessi: { noleggi_int: livelli(3, 0, 0, 0), accise: livelli(3, 3, 3), macchinari: livelli(3, 3, 3) } });
});
afterAll(() => portale?.ferma());

const cambia = (da: Persona, noleggio: Record<string, unknown>) => portale.chiama('PUT', '/api/noleggi', { da, corpo: { auth: 'x', noleggio } });
const elimina = (da: Persona, tabella: string, id: number) => portale.chiama('DELETE', `/api/${tabella}`, { da, corpo: { id } });
const numeroDi = (matricola: string) => Number(matricola.slice(1));

describe('la matricola di un noleggio', () => {
  it('la dà il portale: N e cinque cifre, il numero dopo l’ultimo', async () => {
    const primo = await n.nuovo(tutto, { marca: 'JLG' });
    const secondo = await n.nuovo(tutto);
    expect(primo.matricola).toMatch(/^N\d{5}$/);
    expect(numeroDi(secondo.matricola)).toBe(numeroDi(primo.matricola) + 1);
    expect(await n.riga(tutto, 'noleggi', primo.id)).toMatchObject({ matricola: primo.matricola, n_matricola: numeroDi(primo.matricola), marca: 'JLG', utente: tutto.memberID });
  });

  it('trenta creazioni insieme ne hanno trenta diverse, senza salti', async () => {
    const prima = numeroDi((await n.nuovo(tutto)).matricola);
    const nuovi = await Promise.all(Array.from({ length: 30 }, (_, i) => n.nuovo(tutto, { note: `n${i}` })));
    expect(nuovi.map((r) => numeroDi(r.matricola)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => prima + 1 + i));
    expect(new Set(nuovi.map((r) => r.id)).size).toBe(30);
  });

  it('quella scritta nel corpo non conta, né creando né modificando', async () => {
    const { id, matricola } = await n.nuovo(tutto, { matricola: 'N99999', n_matricola: 99_999 });
    expect(matricola).not.toBe('N99999');
    expect((await cambia(tutto, { id, matricola: 'N88888', n_matricola: 88_888, targa: 'XA 123 BC' })).stato).toBe(200);
    expect(await n.riga(tutto, 'noleggi', id)).toMatchObject({ matricola, n_matricola: numeroDi(matricola), targa: 'XA 123 BC' });
    expect((await cambia(tutto, { id, matricola: 'N88888' })).corpo.message.affectedRows).toBe(0);
  });

  it('la stessa richiesta ripetuta, anche in dieci insieme, è un noleggio solo con una matricola sola', async () => {
    const headers = { 'idempotency-key': `noleggio-${randomUUID()}` };
    const esiti = await Promise.all(Array.from({ length: 10 }, () => portale.chiama('POST', '/api/noleggi', { da: tutto, headers, corpo: { noleggio: { marca: 'Una' } } })));
    const id = Number(esiti[0]?.corpo.message.insertId);
    for (const esito of esiti) expect([esito.stato, Number(esito.corpo.message.insertId)]).toEqual([201, id]);
    const { matricola } = await n.riga(tutto, 'noleggi', id);
    expect(numeroDi((await n.nuovo(tutto)).matricola)).toBe(numeroDi(matricola) + 1);
  });

  it('di un noleggio eliminato non è data a un altro, e torna con lui', async () => {
    const eliminato = await n.nuovo(tutto);
    expect((await elimina(tutto, 'noleggi', eliminato.id)).stato).toBe(200);
    expect(numeroDi((await n.nuovo(tutto)).matricola)).toBe(numeroDi(eliminato.matricola) + 1);
    await portale.chiama('POST', '/api/storico/ripristina', { da: tutto, corpo: { tabella: 'noleggi', id: eliminato.id, versione: 1 } });
    expect((await n.riga(tutto, 'noleggi', eliminato.id)).matricola).toBe(eliminato.matricola);
  });

  it('dopo il ritorno a una copia vecchia dei numeri, un portale riavviato non ripete le matricole del registro', async () => {
    const ultimo = await n.nuovo(tutto);
    await portale.dip.scritture.updateTable('numeri').set({ ultimo: 2 } as never).where('sequenza', 'in', ['noleggi', SEQUENZA_MATRICOLE]).execute();
    const riavviato = conRegole(portale.dip, creaDispatch(portale.dip));
    const { chiave } = await riavviato({ registro: 'noleggi', azione: 'crea', valori: {} }, mittenteDiProva());
    const eventi = await portale.dip.store.read(`noleggi-${chiave}`);
    expect(eventi[0]?.data['n_matricola']).toBe(numeroDi(ultimo.matricola) + 1);
  });

  it('nessuna macchina si può chiamare come un noleggio', async () => {
    for (const matricola of ['N00001', 'n00001', 'N123456']) {
      const rifiuto = await portale.chiama('POST', '/api/macchinari', { da: tutto, corpo: { macchinario: { matricola } } });
      expect(rifiuto).toMatchObject({ stato: 400, corpo: { errors: [{ campo: 'matricola' }] } });
    }
    expect((await portale.chiama('POST', '/api/macchinari', { da: tutto, corpo: { macchinario: { matricola: 'N0001' } } })).stato).toBe(201);
  });
});

describe('lo storico di un noleggio', () => {
  it('sta con il suo noleggio e ne porta la matricola; ?id= è il noleggio', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const altro = await n.nuovo(tutto);
    await n.crea(tutto, 'storicoNoleggi', { id_noleggi: altro.id, data_inizio: '2026-01-01' });
    const { stato, corpo } = await n.crea(tutto, 'storicoNoleggi', { id_noleggi: id, cantiere: '0412', tariffa: '1.250,50', data_inizio: '2026-02-03', matricola: 'N00000' });
    expect(stato).toBe(201);
    const elenco = await portale.chiama('GET', `/api/storicoNoleggi?id=${id}`, { da: tutto });
    expect(elenco.corpo.data).toEqual([expect.objectContaining({ id: corpo.message.insertId, id_noleggi: id, matricola, tariffa: 1250.5, cantiere: '0412', data_fine: null })]);
    const modifica = (valori: Record<string, unknown>) => portale.chiama('PUT', '/api/storicoNoleggi', { da: tutto, corpo: { storicoNoleggi: { id: corpo.message.insertId, ...valori } } });
    expect((await modifica({ matricola: altro.matricola, data_fine: '2026-03-01' })).stato).toBe(200);
    expect((await modifica({ id_noleggi: altro.id, data_fine: '2026-04-01' })).stato).toBe(404);
    expect(await n.riga(tutto, 'storicoNoleggi', corpo.message.insertId)).toMatchObject({ id_noleggi: id, matricola, data_fine: '2026-03-01' });
  });

  it('di un noleggio che non c’è non si scrive', async () => {
    for (const tabella of ['storicoNoleggi', 'fotoNoleggi'] as const) {
      expect((await n.crea(tutto, tabella, { id_noleggi: 999_999 })).stato).toBe(404);
      expect((await n.crea(tutto, tabella, {})).stato).toBe(400);
      expect((await portale.chiama('GET', `/api/${tabella}?id=999999`, { da: tutto })).stato).toBe(404);
    }
  });

  it('eliminando il noleggio storico e foto spariscono, ripristinandolo tornano', async () => {
    const { id } = await n.nuovo(tutto);
    const periodo = Number((await n.crea(tutto, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03' })).corpo.message.insertId);
    const foto = Number((await n.crea(tutto, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03' })).corpo.message.insertId);
    const cancellata = Number((await n.crea(tutto, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-04' })).corpo.message.insertId);
    await elimina(tutto, 'fotoNoleggi', cancellata);
    await elimina(tutto, 'noleggi', id);
    const tutti = async (tabella: string) => ((await portale.chiama('GET', `/api/${tabella}`, { da: tutto })).corpo.data as { id: number }[]).map((riga) => riga.id);
    expect(await tutti('storicoNoleggi')).not.toContain(periodo);
    expect(await tutti('fotoNoleggi')).not.toContain(foto);
    expect((await portale.chiama('GET', `/api/storicoNoleggi?chiave=${periodo}`, { da: tutto })).stato).toBe(404);
    expect((await n.crea(tutto, 'fotoNoleggi', { id_noleggi: id })).stato).toBe(404);
    expect((await portale.chiama('POST', '/api/storico/ripristina', { da: tutto, corpo: { tabella: 'noleggi', id, versione: 1 } })).stato).toBe(200);
    expect(await tutti('storicoNoleggi')).toContain(periodo);
    expect(await tutti('fotoNoleggi')).toContain(foto);
    expect(await tutti('fotoNoleggi')).not.toContain(cancellata);
  });
});

describe('i permessi sui noleggi', () => {
  it('li decide noleggi_int, storico compreso: accise e macchinari riguardano lo schermo', async () => {
    const suo = await n.nuovo(suoi);
    const { stato, corpo } = await n.crea(suoi, 'storicoNoleggi', { id_noleggi: suo.id, data_inizio: '2026-02-03' });
    expect(stato).toBe(201);
    const id = Number(corpo.message.insertId);
    const periodo = (da: Persona) => portale.chiama('PUT', '/api/storicoNoleggi', { da, corpo: { storicoNoleggi: { id, tariffa: 10 } } });
    expect((await periodo(suoi)).stato).toBe(200);
    expect((await periodo(lettore)).stato).toBe(403);
    expect((await elimina(lettore, 'storicoNoleggi', id)).stato).toBe(403);
    expect((await n.crea(lettore, 'storicoNoleggi', { id_noleggi: suo.id })).stato).toBe(403);
    expect((await portale.chiama('POST', '/api/noleggi', { da: lettore, corpo: { noleggio: {} } })).stato).toBe(403);
    expect((await elimina(suoi, 'storicoNoleggi', id)).stato).toBe(200);
  });

  it('chi vede solo i propri non vede quelli degli altri, né i loro figli', async () => {
    const [suo, altrui] = [await n.nuovo(suoi), await n.nuovo(tutto)];
    for (const noleggio of [suo, altrui]) {
      await n.crea(tutto, 'storicoNoleggi', { id_noleggi: noleggio.id, data_inizio: '2026-05-06' });
      await n.crea(tutto, 'fotoNoleggi', { id_noleggi: noleggio.id, data: '2026-05-06' });
    }
    const visti = (await portale.chiama('GET', '/api/noleggi', { da: suoi })).corpo.data as { id: number; utente: string }[];
    expect(visti.map((riga) => riga.id)).toContain(suo.id);
    expect(visti.every((riga) => riga.utente === suoi.memberID)).toBe(true);
    for (const tabella of ['storicoNoleggi', 'fotoNoleggi']) {
      const figli = (await portale.chiama('GET', `/api/${tabella}`, { da: suoi })).corpo.data as { id_noleggi: number }[];
      expect(figli.map((riga) => riga.id_noleggi)).toContain(suo.id);
      expect(figli.map((riga) => riga.id_noleggi)).not.toContain(altrui.id);
      expect((await portale.chiama('GET', `/api/${tabella}?id=${altrui.id}`, { da: suoi })).stato).toBe(404);
    }
    expect((await n.crea(suoi, 'fotoNoleggi', { id_noleggi: altrui.id })).stato).toBe(404);
  });
});
