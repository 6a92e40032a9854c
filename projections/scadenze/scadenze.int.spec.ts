import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contracts/core/events.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { catalogue } from '../../test/catalogue.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { record, testTables } from '../engine/events.testing.ts';
import { scadenzeProjection } from './scadenze.projection.ts';
import { machineInScadenza } from './scadenze.queries.ts';

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;
const store = memoryStore();

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, [scadenzeProjection(catalogue)]);
});

afterAll(async () => {
  await tables.db.destroy();
  await database.close();
});

const fact = (register: string, type: string, data: JsonObject) =>
  record(store, `${register}-${String(data['matricola'] && register === 'macchinari' ? data['matricola'] : data['id'])}`, type, data);
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
