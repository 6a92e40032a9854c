import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREE, type Permesso } from '#contracts/core/permissions.ts';
import { avviaPortaleDiProva, type Persona, type PortaleDiProva } from '../../../test/portal.ts';

const TUTTO: Permesso = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
const NIENTE: Permesso = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };

describe('Lo storico', () => {
  let portale: PortaleDiProva;
  let admin: Persona;
  let direzione: Persona;
  let anna: Persona;

  beforeAll(async () => {
    portale = await avviaPortaleDiProva();
    const tutto = Object.fromEntries(AREE.map((area) => [area, TUTTO]));
    admin = await portale.persona({ memberID: 'admin', groupID: 2, permessi: tutto });
    direzione = await portale.persona({ memberID: 'direzione', groupID: 9, permessi: { ...tutto, admin_page: NIENTE, accise: { ...TUTTO, allowView: 1 } } });
    anna = await portale.persona({ memberID: 'anna', permessi: { macchinari: TUTTO, accise: TUTTO } });
  });
  afterAll(() => portale?.ferma());

  const manda = async (metodo: 'POST' | 'PUT' | 'DELETE', path: string, corpo: unknown, da = anna) => {
    const r = await portale.chiama(metodo, path, { da, corpo });
    if (r.stato >= 400) throw new Error(`${metodo} ${path}: ${r.testo}`);
    return r.corpo.message;
  };
  const leggi = (path: string, da = anna) => portale.chiama('GET', path, { da });

  async function macchina(matricola: string) {
    await manda('POST', '/api/macchinari', { macchinario: { matricola, marca: 'Soilmec', ore_km: 100 } });
    await manda('PUT', '/api/macchinari', { macchinario: { matricola, marca: 'Bauer', ore_km: 100, targa: 'AB123CD' } });
  }

  it('racconta che cosa è cambiato, prima e dopo, dal più recente', async () => {
    await macchina('S1');
    const { corpo } = await leggi('/api/storico?tabella=macchinari&id=S1');
    expect(corpo.data.map((v: { tipo: string }) => v.tipo)).toEqual(['modificato', 'creato']);
    expect(corpo.data[0]).toMatchObject({ versione: 2, utente: 'anna', evento: 'MacchinarioModificato.v1', quando: expect.any(String), motivo: null });
    expect(corpo.data[0].campi).toEqual(expect.arrayContaining([
      { campo: 'marca', etichetta: 'Marca', tipo: 'text', prima: 'Soilmec', dopo: 'Bauer' },
      { campo: 'targa', etichetta: 'Targa', tipo: 'text', prima: null, dopo: 'AB123CD' },
    ]));
    expect(corpo.data[0].campi).toHaveLength(2);
  });

  it('di una macchina racconta anche i dati e il piano', async () => {
    await macchina('S2');
    await manda('POST', '/api/datiMacchina', { dati: { matricola: 'S2', motore_marca: 'Deutz' } });
    await manda('POST', '/api/manutMacchinari', { manut: { matricola: 'S2', componente: 'antigelo' } });
    const { corpo } = await leggi('/api/storico?tabella=macchinari&id=S2');
    expect(corpo.data.map((v: { tabella: string }) => v.tabella)).toEqual(['manutMacchinari', 'datiMacchina', 'macchinari', 'macchinari']);
  });

  it('mostra il record com\'era a una versione o a una data', async () => {
    await macchina('S3');
    const stato = async (query: string) => leggi(`/api/storico/stato?tabella=macchinari&id=S3&${query}`);
    expect((await stato('versione=1')).corpo.data).toMatchObject([{ matricola: 'S3', marca: 'Soilmec', targa: null, modello: null, versione: 1, utente: 'anna', esiste: true }]);
    expect((await stato('versione=2')).corpo.data).toMatchObject([{ marca: 'Bauer', targa: 'AB123CD' }]);
    const oggi = new Date().toISOString();
    expect((await stato(`al=${encodeURIComponent(oggi)}`)).corpo.data).toMatchObject([{ marca: 'Bauer' }]);
    for (const [query, codice] of [['versione=3', 404], ['versione=0', 404], ['al=2020-01-01', 404], ['versione=x', 400], ['al=ieri', 400], ['', 400], ['versione=1&al=2026-01-01', 400]] as const) {
      expect([query, (await stato(query)).stato]).toEqual([query, codice]);
    }
  });

  it('ripristina i valori di una versione con un evento nuovo', async () => {
    await macchina('S4');
    const torna = { tabella: 'macchinari', id: 'S4', versione: 1 };
    expect(await manda('POST', '/api/storico/ripristina', torna)).toEqual({ affectedRows: 1, versione: 3 });
    expect((await leggi('/api/macchinari?matricola=S4')).corpo.data).toMatchObject([{ marca: 'Soilmec', targa: null }]);
    expect(await manda('POST', '/api/storico/ripristina', torna)).toEqual({ affectedRows: 0, versione: 3 });
    const r = await portale.chiama('POST', '/api/storico/ripristina', { da: anna, corpo: { ...torna, versione: 2 }, headers: { 'if-match': '"2"' } });
    expect([r.stato, r.corpo.attuale.marca]).toEqual([409, 'Soilmec']);
    expect((await portale.chiama('POST', '/api/storico/ripristina', { da: anna, corpo: { ...torna, versione: 77 } })).stato).toBe(404);
  });

  it('un record eliminato conserva la sua storia e torna con i suoi figli', async () => {
    await macchina('S5');
    await manda('POST', '/api/datiMacchina', { dati: { matricola: 'S5', motore_marca: 'Deutz' } });
    await manda('DELETE', '/api/macchinari', { matricola: 'S5' });
    expect((await leggi('/api/datiMacchina?matricola=S5')).stato).toBe(404);
    expect((await leggi('/api/storico?tabella=macchinari&id=S5')).corpo.data[0]).toMatchObject({ tipo: 'eliminato', evento: 'MacchinarioEliminato.v1' });
    expect((await leggi('/api/storico/stato?tabella=macchinari&id=S5&versione=4')).corpo.data).toMatchObject([{ esiste: false }]);
    const senzaEliminare = await portale.persona({ permessi: { macchinari: { ...TUTTO, allowDelete: 1 } } });
    const torna = { tabella: 'macchinari', id: 'S5', versione: 2 };
    expect((await portale.chiama('POST', '/api/storico/ripristina', { da: senzaEliminare, corpo: torna })).stato).toBe(403);
    await manda('POST', '/api/storico/ripristina', torna, admin);
    expect((await leggi('/api/macchinari?matricola=S5')).corpo.data).toMatchObject([{ marca: 'Bauer', utente: 'anna' }]);
    expect((await leggi('/api/datiMacchina?matricola=S5')).corpo.data).toMatchObject([{ motore_marca: 'Deutz' }]);
  });

  it('chi non può vedere un record non ne vede la storia', async () => {
    await macchina('S6');
    const propri = await portale.persona({ permessi: { macchinari: { ...TUTTO, allowView: 1 } } });
    const nessuno = await portale.persona({});
    for (const path of ['/api/storico?tabella=macchinari&id=S6', '/api/storico/stato?tabella=macchinari&id=S6&versione=1']) {
      expect((await leggi(path, propri)).stato).toBe(404);
      expect((await leggi(path, nessuno)).stato).toBe(403);
      expect((await leggi(path.replace('S6', 'MAI'), nessuno)).stato).toBe(403);
    }
    expect((await leggi('/api/storico?tabella=macchinari&id=MAI')).stato).toBe(404);
  });

  it('il registro di tutto è dei gruppi 2 e 9, e solo di ciò che possono vedere', async () => {
    await macchina('S7');
    await manda('POST', '/api/accise', { accise: { ore: 4 } });
    await manda('POST', '/api/accise', { accise: { ore: 5 } }, direzione);
    expect((await leggi('/api/storico/registro')).stato).toBe(403);
    const diAdmin = (await leggi('/api/storico/registro?righe=500', admin)).corpo;
    expect(diAdmin.totale).toBe(diAdmin.data.length);
    expect(new Set(diAdmin.data.map((v: { tabella: string }) => v.tabella))).toContain('users');
    const diDirezione = (await leggi('/api/storico/registro?righe=500', direzione)).corpo;
    const tabelle = new Set(diDirezione.data.map((v: { tabella: string }) => v.tabella));
    expect([tabelle.has('macchinari'), tabelle.has('users'), tabelle.has('groupsPermissions')]).toEqual([true, false, false]);
    // of accise it sees its own records only, and so it is in the trail
    const accise = diDirezione.data.filter((v: { tabella: string }) => v.tabella === 'accise');
    expect(accise.map((v: { campi: { dopo: unknown }[] }) => v.campi.map((c) => c.dopo))).toEqual([[5]]);
    expect(diDirezione.totale).toBe(diDirezione.data.length);
    expect((await leggi('/api/storico/registro?tabella=users', direzione)).corpo).toEqual({ data: [], totale: 0 });
    expect((await leggi('/api/storico/registro?area=admin_page', direzione)).corpo).toEqual({ data: [], totale: 0 });
  });

  it('il registro si filtra e va a pagine', async () => {
    await macchina('S8');
    const registro = async (query: string) => (await leggi(`/api/storico/registro?${query}`, admin)).corpo;
    const diS8 = await registro('tabella=macchinari&id=S8');
    expect([diS8.totale, diS8.data[0].tipo]).toEqual([2, 'modificato']);
    expect((await registro('tabella=macchinari&id=S8&evento=creato')).totale).toBe(1);
    expect((await registro('tabella=macchinari&id=S8&evento=MacchinarioModificato.v1&utente=anna&area=macchinari')).totale).toBe(1);
    expect((await registro('tabella=macchinari&id=S8&utente=bruno')).totale).toBe(0);
    expect((await registro('cerca=bauer%20S8')).totale).toBe(1);
    expect((await registro('tabella=macchinari&id=S8&dal=2020-01-01&al=2020-12-31')).totale).toBe(0);
    const pagina = await registro('tabella=macchinari&id=S8&pagina=2&righe=1');
    expect([pagina.totale, pagina.data.length, pagina.data[0].tipo]).toEqual([2, 1, 'creato']);
    expect((await registro('utente=&area=&evento=&dal=&al=&cerca=')).totale).toBeGreaterThan(2);
  });
});
