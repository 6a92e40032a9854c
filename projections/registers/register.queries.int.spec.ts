import { sql } from 'kysely';
import { addDays } from '#contracts/core/dates.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contracts/core/events.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { record, testTables } from '../engine/events.testing.ts';
import { catalogue } from '../../test/catalogue.ts';
import { countReferences, readList, type Filters, type ListRequest } from './register.queries.ts';

const PROJECTIONS = catalogue.projections;
const knownRegister = catalogue.registerOrThrow;

const def = (path: string) => knownRegister(path);
const TODAY = '2026-03-15';
const ALL: ListRequest = { scope: 'all', utente: 'mario' };

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, PROJECTIONS);
  const store = memoryStore();
  const macchine: (JsonObject & { matricola: string })[] = [
    {
      matricola: 'B2',
      marca: 'Àtlas',
      descrizione: '100% nuova',
      ore_km: 10,
      stato_attuale: 'Operativo',
      scadenza_assicurazione: '2026-03-15',
    },
    {
      matricola: 'a1',
      marca: 'zeta',
      descrizione: 'sonda_idraulica',
      ore_km: 900,
      stato_attuale: 'Venduto',
      scadenza_circolazione: '2026-03-16',
    },
    { matricola: 'C3', marca: 'Betoniere', descrizione: 'Sonda grande', ore_km: 200.5 },
    { matricola: 'D4', marca: null, descrizione: 'eliminata' },
  ];
  for (const data of macchine)
    await record(store, `macchinari-${data.matricola}`, 'MacchinarioRegistrato.v1', data, {
      utente: data.matricola === 'C3' ? 'anna' : 'mario',
    });
  await record(store, 'macchinari-D4', 'MacchinarioEliminato.v1', { matricola: 'D4' });
  for (const [id, matricola] of [
    [1, 'C3'],
    [2, 'B2'],
    [3, 'D4'],
  ] as const) {
    await record(
      store,
      `macchinari-${matricola}`,
      'RigaPianoAggiunta.v1',
      { id, matricola, componente: 'olio_motore' },
      { utente: 'paolo' },
    );
  }
  const interventi: (JsonObject & { id: number })[] = [
    {
      id: 1,
      matricola: 'a1',
      data: '2026-01-10',
      manutenzione: 'Filtro Gasolio, Cambio Olio Motore',
      ore_scadenza: 800,
      meccanico: 'Verdi',
      ore_km: 700,
    },
    { id: 2, matricola: 'a1', data: '2026-02-10', manutenzione: 'Filtro Gasolio', ore_km: 750, meccanico: 'Verdi' },
    { id: 3, matricola: 'B2', data: '2026-02-10', manutenzione: 'Filtro Gasolio', ore_scadenza: 5, ore_km: 4 },
  ];
  for (const data of interventi) await record(store, `manutenzioni-${data.id}`, 'ManutenzioneRegistrata.v1', data);
  for (let id = 1; id <= 25; id += 1) {
    await record(
      store,
      `accise-${id}`,
      'AccisaRegistrata.v1',
      { id, data: `2026-01-${String(1 + (id % 5)).padStart(2, '0')}`, matricola: id % 2 ? 'a1' : 'B2', ore: id },
      { utente: id % 3 ? 'mario' : 'anna' },
    );
  }
  await tables.catchUp(store);
});

afterAll(async () => {
  await tables.db.destroy();
  await database.close();
});

const keys = async (path: string, request: Partial<ListRequest>) => {
  const d = def(path);
  const { rows: found } = await readList(tables.db, catalogue, d, { ...ALL, ...request, today: TODAY });
  return found.map((row) => row[d.key.field]);
};
const filtered = (filters: Filters, path = 'macchinari') => keys(path, { filtri: filters });

describe("l'elenco di un registro", () => {
  it('senza pagina dà tutto quello che si può vedere, nel suo ordine, senza gli eliminati', async () => {
    const { rows: found, total: totale } = await readList(tables.db, catalogue, def('macchinari'), { ...ALL, today: TODAY });
    expect(found.map((r) => r['matricola'])).toEqual(['a1', 'B2', 'C3']);
    expect(totale).toBeUndefined();
    expect(found[0]).toMatchObject({ ore_tot: 900, manutenzione_oltre: 100, utente: 'mario', versione: 1, archivio: {} });
    expect(found[2]).toMatchObject({ ore_tot: 200.5, manutenzione_oltre: null });
  });

  it('si filtra per i numeri che il server calcola, solo dove la definizione lo dice', async () => {
    expect(await filtered({ ore_tot: { da: 201 } })).toContain('a1');
    expect(await filtered({ ore_tot: { da: 201 } })).not.toContain('C3');
    expect(await filtered({ ore_tot: { da: 200.5, a: 200.5 } })).toEqual(['C3']);
    expect(await filtered({ ore_tot: { vuoto: true } })).toEqual(
      (await keys('macchinari', {})).filter((key) => key !== 'a1' && key !== 'C3' && key !== 'B2'),
    );
    await expect(filtered({ manutenzione_oltre: { da: 1 } })).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
  });

  it('chi vede solo i propri vede solo i propri; i figli sono di chi ha il padre; chi non vede nulla, nulla', async () => {
    expect(await keys('macchinari', { scope: 'own', utente: 'anna' })).toEqual(['C3']);
    expect(await keys('manutMacchinari', { scope: 'own', utente: 'anna' })).toEqual([1]);
    expect(await keys('manutMacchinari', { scope: 'own', utente: 'paolo' })).toEqual([]);
    expect(await keys('macchinari', { scope: 'none' })).toEqual([]);
    const { total: totale } = await readList(tables.db, catalogue, def('accise'), {
      scope: 'own',
      utente: 'anna',
      pagina: 1,
      righe: 2,
      today: TODAY,
    });
    expect(totale).toBe(8);
  });

  it('le pagine coprono tutto una volta sola, con lo stesso totale', async () => {
    const viste: unknown[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const { rows: found, total: totale } = await readList(tables.db, catalogue, def('accise'), {
        ...ALL,
        pagina: page,
        righe: 8,
        today: TODAY,
      });
      expect(totale).toBe(25);
      viste.push(...found.map((r) => r['id']));
    }
    const waits = Array.from({ length: 25 }, (_, i) => i)
      .map((i) => i + 1)
      .sort((a, b) => (b % 5) - (a % 5) || a - b);
    expect(viste).toEqual(waits);
    const beyond = await readList(tables.db, catalogue, def('accise'), { ...ALL, pagina: 9, righe: 8, today: TODAY });
    expect(beyond).toEqual({ rows: [], total: 25 });
  });

  it('ordina per ogni colonna, i vuoti in fondo, i testi come in un dizionario', async () => {
    expect(await keys('macchinari', { ordina: 'marca' })).toEqual(['B2', 'C3', 'a1']);
    expect(await keys('macchinari', { ordina: '-marca' })).toEqual(['a1', 'C3', 'B2']);
    expect(await keys('macchinari', { ordina: 'scadenza_circolazione' })).toEqual(['a1', 'B2', 'C3']);
    expect(await keys('macchinari', { ordina: '-scadenza_circolazione' })).toEqual(['a1', 'B2', 'C3']);
    for (const page of [{}, { pagina: 1, righe: 10 }]) {
      expect(await keys('macchinari', { ordina: '-ore_tot', ...page })).toEqual(['a1', 'C3', 'B2']);
      expect(await keys('macchinari', { ordina: '-manutenzione_oltre', ...page })).toEqual(['a1', 'B2', 'C3']);
      expect(await keys('macchinari', { ordina: 'utente', ...page })).toEqual(['C3', 'a1', 'B2']);
    }
    expect(await keys('macchinari', { ordina: '-matricola', pagina: 2, righe: 1 })).toEqual(['B2']);
    await expect(keys('macchinari', { ordina: 'password' })).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
    await expect(keys('macchinari', { ordina: 'matricola; drop table macchinari' })).rejects.toMatchObject({
      code: 'RICHIESTA_NON_VALIDA',
    });
  });

  it('ogni colonna di ogni registro si può ordinare, filtrare e leggere a pagine', async () => {
    for (const path of [
      'tipologia',
      'meccanici',
      'elencoManutenzioni',
      'cantieri',
      'macchinari',
      'datiMacchina',
      'manutMacchinari',
      'manutenzioni',
      'accise',
      'groups',
      'groupsPermissions',
      'users',
    ]) {
      const d = def(path);
      for (const field of [d.key.field, 'utente', 'versione', ...Object.keys(d.fields)]) {
        await expect(
          readList(tables.db, catalogue, d, {
            ...ALL,
            pagina: 1,
            ordina: `-${field}`,
            filtri: { [field]: { vuoto: false, contiene: '%' } },
            today: TODAY,
          }),
        ).resolves.toMatchObject({ total: expect.any(Number) });
      }
      await expect(readList(tables.db, catalogue, d, { ...ALL, cerca: 'zzz 2026', today: TODAY })).resolves.toEqual({ rows: [], total: 0 });
    }
  });

  it('cerca ogni parola, dovunque stia, senza badare alle maiuscole; % e _ sono lettere come le altre', async () => {
    expect(await keys('macchinari', { cerca: 'sonda' })).toEqual(['a1', 'C3']);
    expect(await keys('macchinari', { cerca: '  GRANDE  beton ' })).toEqual(['C3']);
    expect(await keys('macchinari', { cerca: 'sonda nuova' })).toEqual([]);
    expect(await keys('macchinari', { cerca: '0%' })).toEqual(['B2']);
    expect(await keys('macchinari', { cerca: 'a_i' })).toEqual(['a1']);
    for (const jolly of ['sond_', 's%a', '____', '%', '_']) {
      const letterali = jolly === '%' ? ['B2'] : jolly === '_' ? ['a1'] : [];
      expect(await keys('macchinari', { cerca: jolly }), jolly).toEqual(letterali);
      expect(await filtered({ descrizione: { contiene: jolly } }), jolly).toEqual(letterali);
    }
    expect(await keys('macchinari', { cerca: '\\' })).toEqual([]);
    expect(await keys('macchinari', { cerca: 'àtlas' })).toEqual(['B2']);
    expect(await keys('accise', { cerca: '2026-01-02 b2', ordina: 'id' })).toEqual([6, 16]);
    expect(await keys('accise', { cerca: '02/01/2026 b2', ordina: 'id' })).toEqual([6, 16]);
  });

  it('filtra per valore, per più valori, per diverso, per intervallo, per contenuto, per vuoto', async () => {
    expect(await filtered({ stato_attuale: 'Venduto' })).toEqual(['a1']);
    expect(await filtered({ stato_attuale: { diverso: 'Venduto' } })).toEqual(['B2', 'C3']);
    expect(await filtered({ stato_attuale: { diverso: ['Venduto', 'Operativo'] } })).toEqual(['C3']);
    expect(await filtered({ stato_attuale: ['Venduto', null] })).toEqual(['a1', 'C3']);
    expect(await filtered({ stato_attuale: null })).toEqual(['C3']);
    expect(await filtered({ stato_attuale: { vuoto: false } })).toEqual(['a1', 'B2']);
    expect(await filtered({ ore_km: { da: 10, a: '200,5' } })).toEqual(['B2', 'C3']);
    expect(await filtered({ ore_km: { da: 11 }, marca: { contiene: 'ZET' } })).toEqual(['a1']);
    expect(await filtered({ marca: { da: 'b', a: 'c' } })).toEqual(['C3']);
    expect(await filtered({ matricola: ['a1', 'C3', 'manca'] })).toEqual(['a1', 'C3']);
    expect(await filtered({ matricola: [] })).toEqual([]);
    expect(await filtered({ id: [3, '4'] }, 'accise')).toEqual([4, 3]);
    expect(await filtered({ data: { da: '2026-01-05' }, utente: 'anna' }, 'accise')).toEqual([9, 24]);
    expect(await filtered({ versione: 1, matricola: "x' or '1'='1" })).toEqual([]);
  });

  it('gli scaduti sono quelli con una scadenza fino a oggi, e la manutenzione è quella raggiunta', async () => {
    expect(await filtered({ scaduti: true })).toEqual(['B2']);
    expect(await filtered({ scaduti: false })).toEqual(['a1', 'B2', 'C3']);
    expect(await filtered({ manutenzione: true })).toEqual(['a1', 'B2']);
    const ahead = async (date: string) => {
      const moved = await tables.db.startTransaction().execute();
      try {
        await sql`update macchinari set scadenza_varie3 = ${date}::date where matricola = 'C3'`.execute(moved);
        return (await readList(moved, catalogue, def('macchinari'), { ...ALL, filtri: { in_scadenza: true }, today: TODAY })).rows.some(
          (r) => r['matricola'] === 'C3',
        );
      } finally {
        await moved.rollback().execute();
      }
    };
    expect(await Promise.all([0, 1, 30, 31].map((days) => ahead(addDays(TODAY, days))))).toEqual([false, true, true, false]);
    // an item is due when its hours are exactly reached; readings of other machines do not count
    const { rows: found } = await readList(tables.db, catalogue, def('macchinari'), { ...ALL, today: TODAY });
    expect(found.map((r) => [r['matricola'], r['manutenzione_oltre']])).toEqual([
      ['a1', 100],
      ['B2', 19],
      ['C3', null],
    ]);
    const tx = await tables.db.startTransaction().execute();
    try {
      await sql`update scadenze_manutenzione set ore_mancanti = 0 where matricola = 'B2'`.execute(tx);
      const { rows: now } = await readList(tx, catalogue, def('macchinari'), { ...ALL, filtri: { manutenzione: true }, today: TODAY });
      expect(now.map((r) => [r['matricola'], r['manutenzione_oltre']])).toEqual([
        ['a1', 100],
        ['B2', 0],
      ]);
      await sql`update scadenze_manutenzione set ore_mancanti = 1 where matricola = 'B2'`.execute(tx);
      const { rows: after } = await readList(tx, catalogue, def('macchinari'), { ...ALL, today: TODAY });
      expect(after.map((r) => r['manutenzione_oltre'])).toEqual([100, null, null]);
    } finally {
      await tx.rollback().execute();
    }
    // in the register of maintenance records, `manutenzione` is an ordinary field, not the filter of machines
    expect(await filtered({ manutenzione: 'Filtro Gasolio' }, 'manutenzioni')).toEqual([2, 3]);
  });

  it('rifiuta quello che non si può chiedere, dicendo quale campo', async () => {
    const wrong: [string, Filters][] = [
      ['macchinari', { password: 'x' }],
      ['macchinari', { ore_km: 'molte' }],
      ['macchinari', { scadenza_varie2: '2026-02-30' }],
      ['macchinari', { marca: { simile: 'x' } as never }],
      ['macchinari', { marca: { contiene: 3 } as never }],
      ['macchinari', { scaduti: 'si' }],
      ['macchinari', { marca: { vuoto: 1 } as never }],
      ['macchinari', { marca: [{}] as never }],
      ['macchinari', { marca: 'a\u0000' }],
      ['macchinari', { __proto__: null, constructor: 'x' } as never],
      ['accise', { id: 1.5 }],
      ['accise', { scaduti: true }],
      ['accise', { in_scadenza: true }],
      ['macchinari', { in_scadenza: 1 }],
      ['accise', { manutenzione: true }],
      ['accise', { data: true }],
      ['accise', { ore: Number.NaN }],
      ['accise', { id: { da: 'x' } }],
    ];
    for (const [path, filters] of wrong) {
      await expect(filtered(filters, path), JSON.stringify(filters)).rejects.toMatchObject({
        code: 'RICHIESTA_NON_VALIDA',
        dettagli: { errors: [{ campo: expect.any(String) }] },
      });
    }
    await expect(keys('macchinari', { cerca: 'a\u0000' })).rejects.toMatchObject({
      code: 'RICHIESTA_NON_VALIDA',
      dettagli: { errors: [{ campo: 'cerca' }] },
    });
    await expect(filtered({ marca: { contiene: 'a\u0000' } })).rejects.toMatchObject({ dettagli: { errors: [{ campo: 'marca' }] } });
    expect(await filtered({ marca: undefined } as never)).toEqual(['a1', 'B2', 'C3']);
  });

  it('conta chi si riferisce a un record, anche in un elenco di valori', async () => {
    const all = () => ({ scope: 'all' as const, utente: 'nessuno' });
    expect(await countReferences(tables.db, catalogue, { def: def('macchinari'), values: { matricola: 'a1' } }, all)).toEqual({
      totale: 15,
      per: expect.arrayContaining([
        { tabella: 'manutenzioni', etichetta: 'manutenzioni', quanti: 2 },
        { tabella: 'accise', etichetta: 'accise', quanti: 13 },
      ]),
      altri: false,
    });
    expect(
      await countReferences(
        tables.db,
        catalogue,
        { def: def('elencoManutenzioni'), values: { ID: 1, Descrizione: 'Cambio Olio Motore' } },
        all,
      ),
    ).toMatchObject({
      totale: 1,
    });
    expect(await countReferences(tables.db, catalogue, { def: def('meccanici'), values: { descrizione: 'Verdi' } }, all)).toMatchObject({
      totale: 2,
    });
    expect(await countReferences(tables.db, catalogue, { def: def('meccanici'), values: { descrizione: null } }, all)).toEqual({
      totale: 0,
      per: [],
      altri: false,
    });
    expect(await countReferences(tables.db, catalogue, { def: def('accise'), values: { id: 1 } }, all)).toEqual({
      totale: 0,
      per: [],
      altri: false,
    });
  });

  it('una pagina lontana si trova nel solo indice', async () => {
    await sql`insert into accise (id, data, utente, versione, creato, modificato, modificato_da, archivio, eliminato, padre_eliminato)
      select n, date '2020-01-01' + (n % 2000), 'mario', 1, now(), now(), 'mario', '{}', false, false from generate_series(1000, 51000) n`.execute(
      tables.db,
    );
    await sql`update proiezioni set cambiata = '9' where nome = 'accise'`.execute(tables.db);
    await sql`vacuum (analyze) accise`.execute(tables.db);
    const { rows } = await sql<Record<string, string>>`explain select r.id from accise r where not eliminato and not padre_eliminato
      order by "data" desc nulls last, "id" asc nulls last limit 100 offset 40000`.execute(tables.db);
    const piano = rows.map((r) => r['QUERY PLAN']).join('\n');
    expect(piano).toContain('Index Only Scan using accise_elenco');
    expect(piano).not.toContain('Sort');
    const { rows: found, total: totale } = await readList(tables.db, catalogue, def('accise'), {
      ...ALL,
      pagina: 500,
      righe: 100,
      today: TODAY,
    });
    expect([found.length, totale]).toEqual([100, 50_026]);
  });
});
