import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { catalogue } from '../../test/catalogue.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { readOne } from '../registers/register.queries.ts';
import { record, testTables, type Details } from '../engine/events.testing.ts';
import { machineInScadenza } from './scadenze.queries.ts';

/** Projections of the deadlines and of the registers that show them. */
const TABLES = catalogue.projections.filter(({ name }) =>
  ['scadenze', 'macchinari', 'manutMacchinari', 'tipi_documento', 'guasti'].includes(name),
);

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;
const store = memoryStore();

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, TABLES);
});

afterAll(async () => {
  await tables.db.destroy();
  await database.close();
});

const fact = (register: string, type: string, data: JsonObject, details?: Details) =>
  record(
    store,
    `${register}-${String(data['matricola'] && register === 'macchinari' ? data['matricola'] : data['id'])}`,
    type,
    data,
    details,
  );
const inScadenza = async () => {
  await tables.catchUp(store);
  return (await machineInScadenza(tables.db)).map((r) => [r.matricola, r.manutenzione, r.ore_scadenza, r.ore_attuali, r.ore_mancanti]);
};

describe('le macchine con la manutenzione scaduta', () => {
  it('entrano quando le ore raggiungono la cifra, da qualunque parte vengano le ore', async () => {
    await fact('macchinari', 'MacchinarioRegistrato.v1', { matricola: 'M1', descrizione: 'Sonda', ore_km: 400 });
    await fact('manutenzioni', 'ManutenzioneRegistrata.v1', {
      id: 1,
      matricola: 'M1',
      data: '2026-01-01',
      manutenzione: 'Filtro Gasolio, Cambio Olio Motore',
      ore_km: 300,
      ore_scadenza: 500,
    });
    expect(await inScadenza()).toEqual([]);
    await fact('accise', 'AccisaRegistrata.v1', { id: 1, matricola: 'M1', ore: 500 });
    expect(await inScadenza()).toEqual([
      ['M1', 'Cambio Olio Motore', 500, 500, 0],
      ['M1', 'Filtro Gasolio', 500, 500, 0],
    ]);
    await fact('manutenzioni', 'ManutenzioneRegistrata.v1', {
      id: 2,
      matricola: 'M1',
      data: '2026-02-01',
      tipologia: 'Lettura',
      ore_km: 520.25,
    });
    expect(await inScadenza()).toEqual([
      ['M1', 'Cambio Olio Motore', 500, 520.25, -20.25],
      ['M1', 'Filtro Gasolio', 500, 520.25, -20.25],
    ]);
    expect(await machineInScadenza(tables.db)).toContainEqual({
      matricola: 'M1',
      descrizione: 'Sonda',
      manutenzione: 'Filtro Gasolio',
      ore_scadenza: 500,
      ore_attuali: 520.25,
      ore_mancanti: -20.25,
      scadenza: null,
      motivo: 'Filtro Gasolio: oltre di 20,25 h',
    });
  });

  it("escono con l'intervento dopo, per la sola voce che ha fatto", async () => {
    await fact('manutenzioni', 'ManutenzioneRegistrata.v1', { id: 3, matricola: 'M1', data: '2026-03-01', manutenzione: 'Filtro Gasolio' });
    expect(await inScadenza()).toEqual([['M1', 'Cambio Olio Motore', 500, 520.25, -20.25]]);
    await fact('manutenzioni', 'ManutenzioneModificata.v1', { id: 3, ore_scadenza: 510 });
    expect(await inScadenza()).toEqual([
      ['M1', 'Cambio Olio Motore', 500, 520.25, -20.25],
      ['M1', 'Filtro Gasolio', 510, 520.25, -10.25],
    ]);
    await fact('manutenzioni', 'ManutenzioneEliminata.v1', { id: 3 });
    expect((await inScadenza())[1]).toEqual(['M1', 'Filtro Gasolio', 500, 520.25, -20.25]);
  });

  it("un record spostato su un'altra macchina riguarda tutte e due", async () => {
    await fact('macchinari', 'MacchinarioRegistrato.v1', { matricola: 'M2', ore_km: 600 });
    await fact('manutenzioni', 'ManutenzioneModificata.v1', { id: 1, matricola: 'M2' });
    expect(await inScadenza()).toEqual([
      ['M2', 'Cambio Olio Motore', 500, 600, -100],
      ['M2', 'Filtro Gasolio', 500, 600, -100],
    ]);
    await fact('manutenzioni', 'ManutenzioneModificata.v1', { id: 1, matricola: null });
    expect(await inScadenza()).toEqual([]);
  });

  it("una macchina eliminata sparisce e ripristinata torna; una che non c'è non conta", async () => {
    await fact('manutenzioni', 'ManutenzioneRegistrata.v1', { id: 4, matricola: 'M2', data: '2026-01-01', ore_scadenza: 100 });
    await fact('manutenzioni', 'ManutenzioneRegistrata.v1', {
      id: 5,
      matricola: 'IGNOTA',
      data: '2026-01-01',
      ore_scadenza: 100,
      ore_km: 900,
    });
    expect(await inScadenza()).toEqual([['M2', 'Manutenzione', 100, 600, -500]]);
    await fact('macchinari', 'MacchinarioEliminato.v1', { matricola: 'M2' });
    expect(await inScadenza()).toEqual([]);
    await fact('macchinari', 'MacchinarioRipristinato.v1', { matricola: 'M2', ore_km: 700 });
    expect(await inScadenza()).toEqual([['M2', 'Manutenzione', 100, 700, -600]]);
  });

  it('una lettura eliminata non conta più', async () => {
    await fact('accise', 'AccisaRegistrata.v1', { id: 7, matricola: 'M2', ore: 5000 });
    expect(await inScadenza()).toEqual([['M2', 'Manutenzione', 100, 5000, -4900]]);
    await fact('accise', 'AccisaEliminata.v1', { id: 7 });
    expect(await inScadenza()).toEqual([['M2', 'Manutenzione', 100, 700, -600]]);
  });
});

describe('il piano di manutenzione', () => {
  const TODAY = romeDate(new Date());
  const row = async (path: 'macchinari' | 'manutMacchinari', key: string | number) => {
    await tables.catchUp(store);
    const def = catalogue.registers.find((one) => one.path === path)!;
    return readOne(tables.db, catalogue, def, key);
  };
  const why = async () => (await row('macchinari', 'P1'))?.['manutenzione_motivo'];
  const dueOfP1 = async () => {
    await tables.catchUp(store);
    return (await machineInScadenza(tables.db)).filter(({ matricola }) => matricola === 'P1');
  };
  const planRow = (type: string, data: JsonObject, at?: string) =>
    record(store, 'macchinari-P1', type, { matricola: 'P1', ...data }, at === undefined ? undefined : { at });

  it('rende dovuta la macchina quando le ore arrivano, e dice perché; un intervento la salda', async () => {
    await fact('macchinari', 'MacchinarioRegistrato.v1', { matricola: 'P1', ore_km: 1000 });
    await planRow('RigaPianoAggiunta.v1', { id: 901, componente: 'filtro_olio', ogni_ore: 250 });
    expect(await row('manutMacchinari', 901)).toMatchObject({ ore_mancanti: 250, scadenza: null });
    expect(await dueOfP1()).toEqual([]);
    expect(await why()).toBeNull();
    await fact('accise', 'AccisaRegistrata.v1', { id: 901, matricola: 'P1', ore: 1262 });
    expect(await dueOfP1()).toEqual([
      {
        matricola: 'P1',
        descrizione: null,
        manutenzione: 'Filtro olio',
        ore_scadenza: 1250,
        ore_attuali: 1262,
        ore_mancanti: -12,
        scadenza: null,
        motivo: 'Filtro olio: oltre di 12 h',
      },
    ]);
    expect(await row('macchinari', 'P1')).toMatchObject({ manutenzione_oltre: 12, manutenzione_motivo: 'Filtro olio: oltre di 12 h' });
    // a record of kind Lettura is only a reading of the hours, so the deadline stays
    const reading = { id: 901, matricola: 'P1', data: '2026-04-01', tipologia: 'Lettura', manutenzione: 'Filtro Olio', ore_km: 2500.5 };
    await fact('manutenzioni', 'ManutenzioneRegistrata.v1', reading);
    expect(await why()).toBe('Filtro olio: oltre di 1.250,5 h');
    await fact('manutenzioni', 'ManutenzioneModificata.v1', { id: 901, tipologia: 'Interna' });
    expect(await why()).toBeNull();
    expect(await row('manutMacchinari', 901)).toMatchObject({ ore_mancanti: 250 });
    await fact('manutenzioni', 'ManutenzioneEliminata.v1', { id: 901 });
    expect(await why()).toBe('Filtro olio: oltre di 12 h');
  });

  it('per mesi basta il tempo: è dovuta dal giorno stesso, e prima vengono le ore', async () => {
    const monthAgo = `${addDays(TODAY, -100)}T12:00:00.000Z`;
    await planRow('RigaPianoAggiunta.v1', { id: 902, componente: 'antigelo', ogni_mesi: 120 }, monthAgo);
    expect((await dueOfP1()).map(({ manutenzione }) => manutenzione)).toEqual(['Filtro olio']);
    await fact('manutenzioni', 'ManutenzioneRegistrata.v1', {
      id: 902,
      matricola: 'P1',
      data: '2015-11-03',
      tipologia: 'Esterna',
      manutenzione: 'Cambio antigelo',
    });
    expect((await dueOfP1())[1]).toMatchObject({
      manutenzione: 'Antigelo',
      ore_scadenza: null,
      ore_mancanti: null,
      scadenza: '2025-11-03',
      motivo: 'Antigelo: scaduta il 2025-11-03',
    });
    expect(await why()).toBe('Filtro olio: oltre di 12 h\nAntigelo: scaduta il 2025-11-03');
    await planRow('RigaPianoModificata.v1', { id: 901, ogni_ore: 262 });
    expect(await why()).toBe('Filtro olio: ore raggiunte\nAntigelo: scaduta il 2025-11-03');
    await planRow('RigaPianoEliminata.v1', { id: 901 });
    // only the deadline by date is left
    expect(await row('macchinari', 'P1')).toMatchObject({
      manutenzione_oltre: null,
      manutenzione_motivo: 'Antigelo: scaduta il 2025-11-03',
    });
    // today is due, tomorrow is not
    for (const [data, due] of [
      [TODAY, 1],
      [addDays(TODAY, 1), 0],
    ] as const) {
      await sql`update scadenze_manutenzione set scadenza = ${data}::date where matricola = 'P1'`.execute(tables.db);
      expect(await dueOfP1()).toHaveLength(due);
    }
  });

  it('mai eseguito, i mesi contano dal giorno in cui il piano li dice, anche se poi cambiano di numero', async () => {
    await fact('manutenzioni', 'ManutenzioneEliminata.v1', { id: 902 });
    await planRow('RigaPianoAggiunta.v1', { id: 903, componente: 'essiccatore', quantita: '1' }, '2026-01-10T12:00:00.000Z');
    expect(await row('manutMacchinari', 903)).toMatchObject({ ore_mancanti: null, scadenza: null });
    // this instant is already the next day in Rome
    await planRow('RigaPianoModificata.v1', { id: 903, ogni_mesi: 1 }, '2026-01-30T23:30:00.000Z');
    expect(await row('manutMacchinari', 903)).toMatchObject({ scadenza: '2026-02-28' });
    await planRow('RigaPianoModificata.v1', { id: 903, ogni_mesi: 2 }, '2026-05-05T12:00:00.000Z');
    expect(await row('manutMacchinari', 903)).toMatchObject({ scadenza: '2026-03-31' });
    await planRow('RigaPianoModificata.v1', { id: 903, ogni_mesi: null }, '2026-05-06T12:00:00.000Z');
    expect(await row('manutMacchinari', 903)).toMatchObject({ scadenza: null });
    await planRow('RigaPianoModificata.v1', { id: 903, ogni_mesi: 1 }, '2026-05-07T12:00:00.000Z');
    expect(await row('manutMacchinari', 903)).toMatchObject({ scadenza: '2026-06-07' });
  });

  it('una macchina eliminata sparisce con il suo piano, ripristinata torna con esso', async () => {
    expect((await dueOfP1()).map(({ manutenzione }) => manutenzione)).toEqual(['Essiccatore']);
    await fact('macchinari', 'MacchinarioEliminato.v1', { matricola: 'P1' });
    expect(await dueOfP1()).toEqual([]);
    await fact('macchinari', 'MacchinarioRipristinato.v1', { matricola: 'P1' });
    expect((await dueOfP1()).map(({ manutenzione }) => manutenzione)).toEqual(['Essiccatore']);
  });
});
