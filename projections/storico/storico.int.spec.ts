import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeMemoria } from '#services/platform/event-store/memory.ts';
import { databaseDiProva, type DatabaseDiProva } from '../../test/postgres.ts';
import { registra, tabelleDiProva } from '../engine/events.testing.ts';
import { PROIEZIONI } from '../index.ts';
import { registro, storicoDi, type RichiestaRegistro } from './storico.queries.ts';

let database: DatabaseDiProva;
let tabelle: Awaited<ReturnType<typeof tabelleDiProva>>;

beforeAll(async () => {
  database = await databaseDiProva();
  tabelle = await tabelleDiProva(database.url, PROIEZIONI);
  const store = storeMemoria();
  await registra(store, 'users-anna', 'UtenteRegistrato.v1', { memberID: 'anna', groupID: 2, custom1: 'Anna Bruni' }, { at: '2026-01-01T00:00:00.000Z' });
  await registra(store, 'macchinari-M1', 'MacchinarioRegistrato.v1', { matricola: 'M1', marca: 'Soilmec', ore_km: 100 }, { utente: 'anna', at: '2026-02-01T22:59:59.000Z' });
  await tabelle.aggiorna(store);
  await registra(store, 'macchinari-M1', 'MacchinarioModificato.v1', { matricola: 'M1', ore_km: 150, scadenza_varie2: '2026-12-31', marca: 'Soilmec' }, { at: '2026-02-01T23:00:00.000Z' });
  await registra(store, 'macchinari-M1', 'RigaPianoAggiunta.v1', { id: 5, matricola: 'M1', componente: 'olio_motore' }, { utente: 'luca' });
  await tabelle.aggiorna(store);
  await registra(store, 'macchinari-M1', 'DocumentoCaricato.v1', { tabella: 'macchinari', id: 'M1', campo: 'documenti_ce', percorso: 'M1/M1_CE.pdf', file_versione: 1, byte: 10 });
  await registra(store, 'macchinari-M1', 'MacchinarioEliminato.v1', { matricola: 'M1' }, { at: '2026-03-05T10:00:00.000Z', motivo: 'venduta a 100%' });
  await tabelle.aggiorna(store);
  await registra(store, 'macchinari-M1', 'MacchinarioRipristinato.v1', { matricola: 'M1', marca: 'Casagrande' }, { utente: 'anna', at: '2026-03-06T10:00:00.000Z' });
  await registra(store, 'users-anna', 'PasswordCambiata.v1', { memberID: 'anna' }, { utente: 'anna' });
  await registra(store, 'boh-1', 'Sconosciuto.v1', { id: 1 });
  await tabelle.aggiorna(store);
});

afterAll(async () => {
  await tabelle.db.destroy();
  await database.chiudi();
});

const cerca = async (richiesta: Partial<RichiestaRegistro>) => {
  const { righe, totale } = await registro(tabelle.db, { pagina: 1, righe: 50, ...richiesta });
  expect(totale).toBe(righe.length);
  return righe.map((voce) => `${voce.tabella}/${voce.id}@${voce.versione}`);
};

describe('lo storico di un record', () => {
  it('dice chi ha fatto cosa, prima e dopo, dal più recente', async () => {
    const voci = await storicoDi(tabelle.db, 'macchinari', 'M1');
    expect(voci.map((v) => [v.versione, v.tipo, v.utente, v.nome, v.frase])).toEqual([
      [6, 'ripristinato', 'anna', 'Anna Bruni', 'ha ripristinato il macchinario'],
      [5, 'eliminato', 'mario', null, 'ha eliminato il macchinario'],
      [4, 'caricato', 'mario', null, 'ha caricato un documento'],
      [2, 'modificato', 'mario', null, 'ha modificato 2 campi'],
      [1, 'creato', 'anna', 'Anna Bruni', 'ha creato il macchinario'],
    ]);
    expect(voci[0]?.campi).toEqual([{ campo: 'marca', etichetta: 'Marca', tipo: 'text', prima: 'Soilmec', dopo: 'Casagrande' }]);
    expect(voci[1]).toMatchObject({ motivo: 'venduta a 100%', campi: [], evento: 'MacchinarioEliminato.v1', quando: '2026-03-05T10:00:00.000Z' });
    expect(voci[2]?.campi).toEqual([{ campo: 'documenti_ce', etichetta: 'Certificato CE', tipo: 'document', prima: null, dopo: { percorso: 'M1/M1_CE.pdf', versione: 1 } }]);
    expect(voci[3]?.campi).toEqual([
      { campo: 'ore_km', etichetta: 'Ore/Km', tipo: 'number', prima: 100, dopo: 150 },
      { campo: 'scadenza_varie2', etichetta: 'Scadenza funi e catene', tipo: 'date', prima: null, dopo: '2026-12-31' },
    ]);
    expect(voci[4]?.campi.map((c) => c.campo)).toEqual(['marca', 'ore_km']);
  });

  it('con i figli ci sono anche le loro voci; da soli, solo le loro', async () => {
    const conFigli = await storicoDi(tabelle.db, 'macchinari', 'M1', { conFigli: true });
    expect(conFigli.map((v) => v.versione)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await storicoDi(tabelle.db, 'manutMacchinari', '5')).map((v) => v.frase)).toEqual(['ha creato la riga del piano di manutenzione']);
    expect(await storicoDi(tabelle.db, 'macchinari', 'M')).toEqual([]);
  });

  it("un figlio è di chi ha il padre, e della password si sa solo che è cambiata", async () => {
    const { rows } = await sql`select proprietario from storico where tabella = 'manutMacchinari'`.execute(tabelle.db);
    expect(rows).toEqual([{ proprietario: 'anna' }]);
    expect((await storicoDi(tabelle.db, 'users', 'anna'))[0]).toMatchObject({ frase: 'ha cambiato la password', campi: [], versione: 2 });
  });
});

describe('il registro di tutto il portale', () => {
  it('va dal fatto più recente, a pagine', async () => {
    const prima = await registro(tabelle.db, { pagina: 1, righe: 3 });
    const seconda = await registro(tabelle.db, { pagina: 2, righe: 3 });
    expect(prima.totale).toBe(8);
    expect([...prima.righe, ...seconda.righe].map((v) => v.evento)).toEqual([
      'MacchinarioRipristinato.v1', 'MacchinarioEliminato.v1', 'PasswordCambiata.v1', 'DocumentoCaricato.v1', 'RigaPianoAggiunta.v1', 'MacchinarioModificato.v1',
    ]);
  });

  it('si filtra per utente, area, evento, tabella e record', async () => {
    expect(await cerca({ utente: 'luca' })).toEqual(['manutMacchinari/5@3']);
    expect(await cerca({ area: 'admin_page' })).toEqual(['users/anna@2', 'users/anna@1']);
    expect(await cerca({ visibile: { tutte: ['accise'], proprie: [], utente: 'anna' } })).toEqual([]);
    expect(await cerca({ visibile: { tutte: ['admin_page'], proprie: ['macchinari'], utente: 'nessuno' } })).toEqual(['users/anna@2', 'users/anna@1']);
    expect(await cerca({ visibile: { tutte: [], proprie: ['macchinari'], utente: 'anna' } })).toContain('manutMacchinari/5@3');
    expect(await cerca({ evento: 'MacchinarioEliminato.v1' })).toEqual(['macchinari/M1@5']);
    expect(await cerca({ evento: 'caricato' })).toEqual(['macchinari/M1@4']);
    expect(await cerca({ tabella: 'users', id: 'anna' })).toEqual(['users/anna@2', 'users/anna@1']);
  });

  it('i giorni del periodo sono quelli di Roma, compresi', async () => {
    expect(await cerca({ dal: '2026-02-01', al: '2026-02-01' })).toEqual(['macchinari/M1@1']);
    expect(await cerca({ dal: '2026-02-02', al: '2026-02-02' })).toEqual(['macchinari/M1@2']);
    expect(await cerca({ dal: '2026-03-05', al: '2026-03-06' })).toEqual(['macchinari/M1@6', 'macchinari/M1@5']);
  });

  it('si cerca per parole nei valori, nelle etichette, nei motivi e nei nomi', async () => {
    expect(await cerca({ cerca: 'casagrande' })).toEqual(['macchinari/M1@6']);
    expect(await cerca({ cerca: 'funi 31/12/2026' })).toEqual(['macchinari/M1@2']);
    expect(await cerca({ cerca: '100%' })).toEqual(['macchinari/M1@5']);
    expect(await cerca({ cerca: 'M1_CE.pdf' })).toEqual(['macchinari/M1@4']);
    expect(await cerca({ cerca: 'introvabile' })).toEqual([]);
  });
});
