import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { record, testTables } from '../engine/events.testing.ts';
import { catalogue } from '../../test/catalogue.ts';
import { register, historyOf as historyIn, type TrailRequest } from './storico.queries.ts';

const historyOf = (db: Parameters<typeof historyIn>[0], tabella: string, id: string, asked?: Parameters<typeof historyIn>[3]) =>
  historyIn(db, catalogue, { tabella, id }, asked);

const PROJECTIONS = catalogue.projections;

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;
let store: ReturnType<typeof memoryStore>;

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, PROJECTIONS);
  store = memoryStore();
  await record(
    store,
    'users-anna',
    'UtenteRegistrato.v1',
    { memberID: 'anna', groupID: 2, custom1: 'Anna Bruni' },
    { at: '2026-01-01T00:00:00.000Z' },
  );
  await record(
    store,
    'macchinari-M1',
    'MacchinarioRegistrato.v1',
    { matricola: 'M1', marca: 'Soilmec', ore_km: 100 },
    { utente: 'anna', at: '2026-02-01T22:59:59.000Z' },
  );
  await tables.catchUp(store);
  await record(
    store,
    'macchinari-M1',
    'MacchinarioModificato.v1',
    { matricola: 'M1', ore_km: 150, scadenza_varie2: '2026-12-31', marca: 'Soilmec' },
    { at: '2026-02-01T23:00:00.000Z' },
  );
  await record(store, 'macchinari-M1', 'RigaPianoAggiunta.v1', { id: 5, matricola: 'M1', componente: 'olio_motore' }, { utente: 'luca' });
  await tables.catchUp(store);
  await record(store, 'macchinari-M1', 'DocumentoCaricato.v1', {
    tabella: 'macchinari',
    id: 'M1',
    campo: 'documenti_ce',
    percorso: 'M1/M1_CE.pdf',
    file_versione: 1,
    byte: 10,
  });
  await record(
    store,
    'macchinari-M1',
    'MacchinarioEliminato.v1',
    { matricola: 'M1' },
    { at: '2026-03-05T10:00:00.000Z', motivo: 'venduta a 100%' },
  );
  await tables.catchUp(store);
  await record(
    store,
    'macchinari-M1',
    'MacchinarioRipristinato.v1',
    { matricola: 'M1', marca: 'Casagrande' },
    { utente: 'anna', at: '2026-03-06T10:00:00.000Z' },
  );
  await record(store, 'users-anna', 'PasswordCambiata.v1', { memberID: 'anna' }, { utente: 'anna' });
  await record(store, 'boh-1', 'Sconosciuto.v1', { id: 1 });
  await tables.catchUp(store);
});

afterAll(async () => {
  await tables.db.destroy();
  await database.close();
});

const entriesOf = async (...asked: Parameters<typeof historyOf>) => (await historyOf(...asked))!.voci;

const search = async (request: Partial<TrailRequest>) => {
  const { righe, totale } = await register(tables.db, { pagina: 1, righe: 50, ...request });
  expect(totale).toBe(righe.length);
  return righe.map((entry) => `${entry.tabella}/${entry.id}@${entry.versione}`);
};

describe('le tabelle dello storico', () => {
  it("hanno l'indice delle voci che stanno in una riga", async () => {
    const { rows } = await sql`select indexdef from pg_indexes where indexname = 'storico_gruppo'`.execute(tables.db);
    expect(rows).toEqual([
      {
        indexdef: 'CREATE INDEX storico_gruppo ON letture.storico USING btree (gruppo, posizione) INCLUDE (area, proprietario)',
      },
    ]);
  });
});

describe('lo storico di un record', () => {
  it('dice chi ha fatto cosa, prima e dopo, dal più recente', async () => {
    const entries = await entriesOf(tables.db, 'macchinari', 'M1');
    expect(entries.map((v) => [v.versione, v.tipo, v.utente, v.nome, v.frase])).toEqual([
      [6, 'ripristinato', 'anna', 'Anna Bruni', 'ha ripristinato il macchinario'],
      [5, 'eliminato', 'mario', null, 'ha eliminato il macchinario'],
      [4, 'caricato', 'mario', null, 'ha caricato un documento'],
      [2, 'modificato', 'mario', null, 'ha modificato 2 campi'],
      [1, 'creato', 'anna', 'Anna Bruni', 'ha creato il macchinario'],
    ]);
    expect(entries[0]?.campi).toEqual([{ campo: 'marca', etichetta: 'Marca', tipo: 'text', prima: 'Soilmec', dopo: 'Casagrande' }]);
    expect(entries[1]).toMatchObject({
      motivo: 'venduta a 100%',
      campi: [],
      evento: 'MacchinarioEliminato.v1',
      quando: '2026-03-05T10:00:00.000Z',
    });
    expect(entries[2]?.campi).toEqual([
      {
        campo: 'documenti_ce',
        etichetta: 'Certificato CE',
        tipo: 'document',
        prima: null,
        dopo: { percorso: 'M1/M1_CE.pdf', versione: 1 },
      },
    ]);
    expect(entries[3]?.campi).toEqual([
      { campo: 'ore_km', etichetta: 'Ore/Km', tipo: 'number', prima: 100, dopo: 150 },
      { campo: 'scadenza_varie2', etichetta: 'Scadenza funi e catene', tipo: 'date', prima: null, dopo: '2026-12-31' },
    ]);
    expect(entries[4]?.campi.map((c) => c.campo)).toEqual(['marca', 'ore_km']);
  });

  it('il nome di chi ha scritto è quello che aveva allora', async () => {
    const store = memoryStore();
    const apart = await testDatabase();
    const own = await testTables(apart.url, PROJECTIONS);
    const names = async () => (await entriesOf(own.db, 'macchinari', 'M9')).map((v) => [v.utente, v.nome]);
    await record(store, 'users-anna', 'UtenteRegistrato.v1', { memberID: 'anna', groupID: 2, custom1: 'Anna Bruni' });
    await record(store, 'macchinari-M9', 'MacchinarioRegistrato.v1', { matricola: 'M9' }, { utente: 'anna' });
    await own.catchUp(store);
    await record(store, 'users-anna', 'UtenteModificato.v1', { memberID: 'anna', custom1: 'mario' }, { utente: 'anna' });
    await record(store, 'macchinari-M9', 'MacchinarioModificato.v1', { matricola: 'M9', marca: 'Soilmec' }, { utente: 'anna' });
    await own.catchUp(store);
    expect(await names()).toEqual([
      ['anna', 'mario'],
      ['anna', 'Anna Bruni'],
    ]);
    expect((await entriesOf(own.db, 'users', 'anna'))[0]).toMatchObject({ tipo: 'modificato', nome: 'Anna Bruni' });
    await own.db.destroy();
    await apart.close();
  });

  it('con i figli ci sono anche le loro voci; da soli, solo le loro', async () => {
    const withChildren = await entriesOf(tables.db, 'macchinari', 'M1', { withChildren: true });
    expect(withChildren.map((v) => v.versione)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await entriesOf(tables.db, 'manutMacchinari', '5')).map((v) => v.frase)).toEqual([
      'ha creato la riga del piano di manutenzione',
    ]);
    expect(await historyOf(tables.db, 'macchinari', 'M', { withChildren: true })).toBeNull();
  });

  it('a pagine, con il totale di tutte, e di certi tipi soltanto', async () => {
    const page = async (pagina: number) => {
      const { voci, totale } = (await historyOf(tables.db, 'macchinari', 'M1', { withChildren: true, pagina, righe: 4 }))!;
      return [voci.map((v) => v.versione), totale];
    };
    expect([await page(1), await page(2), await page(3)]).toEqual([
      [[6, 5, 4, 3], 6],
      [[2, 1], 6],
      [[], 6],
    ]);
    const some = (await historyOf(tables.db, 'macchinari', 'M1', { tipi: ['creato', 'caricato'], pagina: 1, righe: 1 }))!;
    expect([some.voci.map((v) => v.tipo), some.totale, some.owner]).toEqual([['caricato'], 2, 'anna']);
  });

  it('un figlio è di chi ha il padre, e della password si sa solo che è cambiata', async () => {
    const { rows } = await sql`select proprietario from storico where tabella = 'manutMacchinari'`.execute(tables.db);
    expect(rows).toEqual([{ proprietario: 'anna' }]);
    expect((await historyOf(tables.db, 'manutMacchinari', '5'))?.owner).toBe('anna');
    expect((await entriesOf(tables.db, 'users', 'anna'))[0]).toMatchObject({ frase: 'ha cambiato la password', campi: [], versione: 2 });
  });
});

describe('il registro di tutto il portale', () => {
  it('va dal fatto più recente, a pagine', async () => {
    const before = await register(tables.db, { pagina: 1, righe: 3 });
    const second = await register(tables.db, { pagina: 2, righe: 3 });
    expect(before.totale).toBe(8);
    expect([...before.righe, ...second.righe].map((v) => v.evento)).toEqual([
      'MacchinarioRipristinato.v1',
      'MacchinarioEliminato.v1',
      'PasswordCambiata.v1',
      'DocumentoCaricato.v1',
      'RigaPianoAggiunta.v1',
      'MacchinarioModificato.v1',
    ]);
  });

  it('si filtra per utente, area, evento, tabella e record', async () => {
    expect(await search({ utente: 'luca' })).toEqual(['manutMacchinari/5@3']);
    expect(await search({ area: 'admin_page' })).toEqual(['users/anna@2', 'users/anna@1']);
    expect(await search({ visible: { tutte: ['accise'], proprie: [], utente: 'anna' } })).toEqual([]);
    expect(await search({ visible: { tutte: ['admin_page'], proprie: ['macchinari'], utente: 'nessuno' } })).toEqual([
      'users/anna@2',
      'users/anna@1',
    ]);
    expect(await search({ visible: { tutte: [], proprie: ['macchinari'], utente: 'anna' } })).toContain('manutMacchinari/5@3');
    expect(await search({ evento: 'MacchinarioEliminato.v1' })).toEqual(['macchinari/M1@5']);
    expect(await search({ evento: 'caricato' })).toEqual(['macchinari/M1@4']);
    expect(await search({ tabella: 'users', id: 'anna' })).toEqual(['users/anna@2', 'users/anna@1']);
  });

  it('si filtra per ciò che ha cambiato un record, e per chi l’ha fatto: persone o portale', async () => {
    const all = await search({});
    // a changed password has an entry, but changes no field of the record
    expect(await search({ solo: 'modifiche' })).toEqual(all.filter((entry) => entry !== 'users/anna@2'));
    expect([await search({ sistema: 'senza' }), await search({ sistema: 'solo' })]).toEqual([all, []]);
  });

  it('i giorni del periodo sono quelli di Roma, compresi', async () => {
    expect(await search({ dal: '2026-02-01', al: '2026-02-01' })).toEqual(['macchinari/M1@1']);
    expect(await search({ dal: '2026-02-02', al: '2026-02-02' })).toEqual(['macchinari/M1@2']);
    expect(await search({ dal: '2026-03-05', al: '2026-03-06' })).toEqual(['macchinari/M1@6', 'macchinari/M1@5']);
  });

  it('si cerca per parole nei valori, nelle etichette, nei motivi e nei nomi', async () => {
    expect(await search({ cerca: 'casagrande' })).toEqual(['macchinari/M1@6']);
    expect(await search({ cerca: 'funi 31/12/2026' })).toEqual(['macchinari/M1@2']);
    expect(await search({ cerca: '100%' })).toEqual(['macchinari/M1@5']);
    expect(await search({ cerca: 'M1_CE.pdf' })).toEqual(['macchinari/M1@4']);
    expect(await search({ cerca: 'introvabile' })).toEqual([]);
    // characters with a meaning in SQL patterns are searched literally
    for (const jolly of ['casa_rande', 'casa%grande', 'casagrande\\']) expect(await search({ cerca: jolly })).toEqual([]);
  });
});

describe('due record con lo stesso numero', () => {
  it('lo stesso numero in un altro registro è un altro record', async () => {
    await record(store, 'costi-5', 'CostoRegistrato.v1', { id: 5, cantiere: '0420' }, { utente: 'bruno' });
    await tables.catchUp(store);
    expect((await historyOf(tables.db, 'costi', '5'))?.owner).toBe('bruno');
    expect((await historyOf(tables.db, 'manutMacchinari', '5'))?.owner).toBe('anna');
    expect((await entriesOf(tables.db, 'manutMacchinari', '5')).map(({ tabella }) => tabella)).toEqual(['manutMacchinari']);
  });
});
