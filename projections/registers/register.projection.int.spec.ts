import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { record, testTables, everything } from '../engine/events.testing.ts';
import type { Projection } from '../engine/projection.ts';
import { batchTransaction } from '../engine/transaction.ts';
import { catalogue } from '../../test/catalogue.ts';
import { readOne } from './register.queries.ts';

const PROJECTIONS = catalogue.projections;
const knownRegister = catalogue.registerOrThrow;

const def = (path: string) => knownRegister(path);

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;
const store = memoryStore();

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, PROJECTIONS);
});

afterAll(async () => {
  await tables.db.destroy();
  await database.close();
});

const macchina = (type: string, data: JsonObject, utente = 'mario') =>
  record(store, `macchinari-${String(data['matricola'] ?? data['id'])}`, type, data, { utente });
const applied = (projection: Projection, events: readonly StoredEvent[]) =>
  tables.db.transaction().execute(async (tx) => {
    const batch = batchTransaction((query) => tx.executeQuery(query));
    await projection.apply(batch, events);
    await batch.answered();
  });
const one = (path: string, key: string | number) => readOne(tables.db, catalogue, def(path), key);

describe('la tabella di un registro', () => {
  it('tiene i valori di ogni tipo come stanno sul filo', async () => {
    await record(
      store,
      'accise-1',
      'AccisaRegistrata.v1',
      { id: 1, data: '2026-02-28', matricola: 'M1', m_giri: 12.5, ore: 0.1 },
      { utente: 'anna', at: '2026-03-01T10:00:00.123Z' },
    );
    await record(store, 'cantieri-C1', 'CantiereRegistrato.v1', {
      commessa: 'C1',
      protocolloL: 1,
      colore: '#2C6E8C',
      committente: "D'Angiò & <b>",
    });
    await tables.catchUp(store);
    expect(await one('accise', 1)).toEqual({
      id: 1,
      data: '2026-02-28',
      cantiere: null,
      matricola: 'M1',
      m_giri: 12.5,
      k_giri: null,
      ore: 0.1,
      minuti: null,
      utente: 'anna',
      versione: 1,
      archivio: {},
      creato: '2026-03-01T10:00:00.123Z',
      modificato: '2026-03-01T10:00:00.123Z',
      modificato_da: 'anna',
    });
    expect(await one('cantieri', 'C1')).toMatchObject({ protocolloL: 1, colore: '#2C6E8C', committente: "D'Angiò & <b>", provincia: null });
    expect(await one('accise', '1')).toMatchObject({ id: 1 });
    expect(await one('accise', 'x')).toBeNull();
    expect(await one('accise', 99)).toBeNull();
  });

  it('una modifica cambia solo i campi che porta, null svuota, il proprietario resta', async () => {
    await macchina('MacchinarioRegistrato.v1', { matricola: 'M1', marca: 'Soilmec', ore_km: 100 });
    await tables.catchUp(store);
    await macchina('MacchinarioModificato.v1', { matricola: 'M1', ore_km: 150, marca: null }, 'anna');
    await tables.catchUp(store);
    expect(await one('macchinari', 'M1')).toMatchObject({
      marca: null,
      ore_km: 150,
      ore_tot: 150,
      manutenzione_oltre: null,
      utente: 'mario',
      modificato_da: 'anna',
      versione: 2,
    });
  });

  it("un record eliminato non si vede e la riga resta; ripristinato torna com'era", async () => {
    await macchina('MacchinarioRegistrato.v1', { matricola: 'M2', marca: 'Casagrande' });
    await macchina('MacchinarioEliminato.v1', { matricola: 'M2' }, 'anna');
    await tables.catchUp(store);
    expect(await one('macchinari', 'M2')).toBeNull();
    const { rows } = await sql`select marca, eliminato from macchinari where matricola = 'M2'`.execute(tables.db);
    expect(rows).toEqual([{ marca: 'Casagrande', eliminato: true }]);
    await macchina('MacchinarioRipristinato.v1', { matricola: 'M2' });
    await tables.catchUp(store);
    expect(await one('macchinari', 'M2')).toMatchObject({ marca: 'Casagrande', versione: 3, utente: 'mario' });
  });

  it('i figli spariscono con il padre e tornano con lui, quelli eliminati da soli no', async () => {
    await macchina('MacchinarioRegistrato.v1', { matricola: 'M3' });
    await macchina('DatiMacchinaRegistrati.v1', { matricola: 'M3', motore_marca: 'Deutz' }, 'anna');
    await record(store, 'macchinari-M3', 'RigaPianoAggiunta.v1', { id: 31, matricola: 'M3', componente: 'olio_motore' });
    await record(store, 'macchinari-M3', 'RigaPianoAggiunta.v1', { id: 32, matricola: 'M3', componente: 'antigelo' });
    await record(store, 'macchinari-M3', 'RigaPianoEliminata.v1', { id: 32 });
    await tables.catchUp(store);
    await macchina('MacchinarioEliminato.v1', { matricola: 'M3' }, 'luca');
    await tables.catchUp(store);
    expect([await one('datiMacchina', 'M3'), await one('manutMacchinari', 31), await one('manutMacchinari', 32)]).toEqual([
      null,
      null,
      null,
    ]);
    await macchina('MacchinarioRipristinato.v1', { matricola: 'M3' });
    await tables.catchUp(store);
    expect(await one('datiMacchina', 'M3')).toMatchObject({ motore_marca: 'Deutz', versione: 2, utente: 'anna', modificato_da: 'anna' });
    expect(await one('manutMacchinari', 31)).toMatchObject({ componente: 'olio_motore', versione: 3 });
    expect(await one('manutMacchinari', 32)).toBeNull();
  });

  it('tiene in archivio i file caricati, rinominati ed eliminati', async () => {
    await macchina('MacchinarioRegistrato.v1', { matricola: 'M4', scadenza_circolazione: '2026-01-01' });
    const file = { tabella: 'macchinari', id: 'M4', campo: 'documenti_cdc' };
    await record(
      store,
      'macchinari-M4',
      'DocumentoCaricato.v1',
      { ...file, percorso: 'M4/M4_CDC.pdf', file_versione: 2, byte: 900 },
      { utente: 'anna', at: '2026-03-02T08:00:00.000Z' },
    );
    await tables.catchUp(store);
    expect(await one('macchinari', 'M4')).toMatchObject({
      documenti_cdc: 'M4/M4_CDC.pdf',
      versione: 2,
      archivio: {
        documenti_cdc: { percorso: 'M4/M4_CDC.pdf', versione: 2, byte: 900, quando: '2026-03-02T08:00:00.000Z', utente: 'anna' },
      },
    });
    await record(store, 'macchinari-M4', 'DocumentoEliminato.v1', file);
    await tables.catchUp(store);
    expect(await one('macchinari', 'M4')).toMatchObject({ documenti_cdc: null, scadenza_circolazione: null, archivio: {}, versione: 3 });
    // a file of another register does not touch this one
    await record(store, 'manutenzioni-4', 'DocumentoCaricato.v1', {
      ...file,
      tabella: 'manutenzioni',
      id: '4',
      campo: 'documento',
      percorso: 'x.pdf',
    });
    await tables.catchUp(store);
    expect(await one('macchinari', 'M4')).toMatchObject({ versione: 3 });
  });

  it('la versione segue solo i propri campi: un fatto che si racconta e basta non la muove', async () => {
    await record(store, 'users-anna', 'UtenteRegistrato.v1', { memberID: 'anna', groupID: 2 });
    await record(store, 'users-anna', 'PasswordCambiata.v1', { memberID: 'anna' });
    await tables.catchUp(store);
    expect(await one('users', 'anna')).toMatchObject({ versione: 1 });
  });

  it('gli stessi eventi applicati di nuovo non cambiano nulla', async () => {
    const foto = async () =>
      (await sql`select * from macchinari order by matricola`.execute(tables.db)).rows.concat(
        (await sql`select * from "datiMacchina" union all select * from "datiMacchina"`.execute(tables.db)).rows,
      );
    const before = await foto();
    const events = await everything(store);
    for (const projection of PROJECTIONS) {
      await applied(projection, events);
      for (const event of events) await applied(projection, [event]);
    }
    expect(await foto()).toEqual(before);
  });

  it('un evento già visto non torna indietro, in nessuna tabella di nessuna proiezione', async () => {
    const foto = async () =>
      Promise.all(
        PROJECTIONS.flatMap((p) => p.tables).map(async (table) => [
          table,
          (await sql`select * from ${sql.table(table)} t order by t::text`.execute(tables.db)).rows,
        ]),
      );
    const before = await foto();
    const events = (await everything(store)).toReversed();
    for (const projection of PROJECTIONS) {
      const own = events.filter(({ type }) => projection.events === 'all' || projection.events.includes(type));
      for (const event of own) await applied(projection, [event]);
    }
    expect(await foto()).toEqual(before);
  });

  it('non si ferma su nessun fatto, nemmeno su valori che il campo non può avere', async () => {
    await macchina('MacchinarioRegistrato.v1', {
      matricola: 'M\u00005',
      ore_km: 'molte',
      scadenza_varie2: '1899-11-30',
      anno_acquisto: { a: 1 },
      marca: 'a\u0000b\ud800',
      foto: 3,
    });
    await record(store, 'accise-x', 'AccisaRegistrata.v1', { id: 'x', ore: 1 });
    await record(store, 'accise-9', 'AccisaRegistrata.v1', { id: 9, data: '2026-02-31', ore: '7.5' }, { at: 'mai' });
    await record(store, 'manutenzioni-y', 'ManutenzioneRegistrata.v1', {
      id: 'y',
      manutenzione: `${'x'.repeat(5000)}, b`,
      matricola: 'M1',
      ore_scadenza: 3,
    });
    await record(store, 'manutenzioni-8', 'ManutenzioneRegistrata.v1', {
      id: 8,
      manutenzione: `${'x'.repeat(5000)}, b`,
      matricola: 'M1',
      ore_scadenza: 3,
    });
    await record(store, 'boh-1', 'Sconosciuto.v1', { id: 1 });
    await tables.catchUp(store);
    const { rows } = await sql`select nome, errore from proiezioni where stato <> 'attiva'`.execute(tables.db);
    expect(rows).toEqual([]);
    expect(await one('macchinari', 'M5')).toMatchObject({
      ore_km: null,
      scadenza_varie2: null,
      anno_acquisto: null,
      marca: 'ab\ufffd',
      foto: '3',
    });
    expect(await one('accise', 9)).toMatchObject({ data: null, ore: 7.5, creato: '1970-01-01T00:00:00.000Z' });
  });
});
