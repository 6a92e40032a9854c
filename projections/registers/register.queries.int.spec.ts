import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registro } from '#contracts/registers/index.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { storeMemoria } from '#services/platform/event-store/memory.ts';
import { databaseDiProva, type DatabaseDiProva } from '../../test/postgres.ts';
import { registra, tabelleDiProva } from '../engine/events.testing.ts';
import { PROIEZIONI } from '../index.ts';
import { contaRiferimenti, elenca, type Filtri, type RichiestaElenco } from './register.queries.ts';

const def = (path: string) => registro(path) as AnyRegister;
const OGGI = '2026-03-15';
const TUTTI: RichiestaElenco = { ambito: 'all', utente: 'mario' };

let database: DatabaseDiProva;
let tabelle: Awaited<ReturnType<typeof tabelleDiProva>>;

beforeAll(async () => {
  database = await databaseDiProva();
  tabelle = await tabelleDiProva(database.url, PROIEZIONI);
  const store = storeMemoria();
  const macchine: (JsonObject & { matricola: string })[] = [
    { matricola: 'B2', marca: 'Àtlas', descrizione: '100% nuova', ore_km: 10, stato_attuale: 'Operativo', scadenza_assicurazione: '2026-03-15' },
    { matricola: 'a1', marca: 'zeta', descrizione: 'sonda_idraulica', ore_km: 900, stato_attuale: 'Venduto', scadenza_circolazione: '2026-03-16' },
    { matricola: 'C3', marca: 'Betoniere', descrizione: 'Sonda grande', ore_km: 200.5 },
    { matricola: 'D4', marca: null, descrizione: 'eliminata' },
  ];
  for (const data of macchine) await registra(store, `macchinari-${data.matricola}`, 'MacchinarioRegistrato.v1', data, { utente: data.matricola === 'C3' ? 'anna' : 'mario' });
  await registra(store, 'macchinari-D4', 'MacchinarioEliminato.v1', { matricola: 'D4' });
  for (const [id, matricola] of [[1, 'C3'], [2, 'B2'], [3, 'D4']] as const) {
    await registra(store, `macchinari-${matricola}`, 'RigaPianoAggiunta.v1', { id, matricola, componente: 'olio_motore' }, { utente: 'paolo' });
  }
  const interventi: (JsonObject & { id: number })[] = [
    { id: 1, matricola: 'a1', data: '2026-01-10', manutenzione: 'Filtro Gasolio, Cambio Olio Motore', ore_scadenza: 800, meccanico: 'Verdi', ore_km: 700 },
    { id: 2, matricola: 'a1', data: '2026-02-10', manutenzione: 'Filtro Gasolio', ore_km: 750, meccanico: 'Verdi' },
    { id: 3, matricola: 'B2', data: '2026-02-10', manutenzione: 'Filtro Gasolio', ore_scadenza: 5, ore_km: 4 },
  ];
  for (const data of interventi) await registra(store, `manutenzioni-${data.id}`, 'ManutenzioneRegistrata.v1', data);
  for (let id = 1; id <= 25; id += 1) {
    await registra(store, `accise-${id}`, 'AccisaRegistrata.v1', { id, data: `2026-01-${String(1 + (id % 5)).padStart(2, '0')}`, matricola: id % 2 ? 'a1' : 'B2', ore: id }, { utente: id % 3 ? 'mario' : 'anna' });
  }
  await tabelle.aggiorna(store);
});

afterAll(async () => {
  await tabelle.db.destroy();
  await database.chiudi();
});

const chiavi = async (path: string, richiesta: Partial<RichiestaElenco>) => {
  const d = def(path);
  const { righe } = await elenca(tabelle.db, d, { ...TUTTI, ...richiesta }, OGGI);
  return righe.map((riga) => riga[d.key.field]);
};
const filtrate = (filtri: Filtri, path = 'macchinari') => chiavi(path, { filtri });

describe("l'elenco di un registro", () => {
  it('senza pagina dà tutto quello che si può vedere, nel suo ordine, senza gli eliminati', async () => {
    const { righe, totale } = await elenca(tabelle.db, def('macchinari'), TUTTI, OGGI);
    expect(righe.map((r) => r['matricola'])).toEqual(['a1', 'B2', 'C3']);
    expect(totale).toBeUndefined();
    expect(righe[0]).toMatchObject({ ore_tot: 900, manutenzione_oltre: 100, utente: 'mario', versione: 1, archivio: {} });
    expect(righe[2]).toMatchObject({ ore_tot: 200.5, manutenzione_oltre: null });
  });

  it("chi vede solo i propri vede solo i propri; i figli sono di chi ha il padre; chi non vede nulla, nulla", async () => {
    expect(await chiavi('macchinari', { ambito: 'own', utente: 'anna' })).toEqual(['C3']);
    expect(await chiavi('manutMacchinari', { ambito: 'own', utente: 'anna' })).toEqual([1]);
    expect(await chiavi('manutMacchinari', { ambito: 'own', utente: 'paolo' })).toEqual([]);
    expect(await chiavi('macchinari', { ambito: 'none' })).toEqual([]);
    const { totale } = await elenca(tabelle.db, def('accise'), { ambito: 'own', utente: 'anna', pagina: 1, righe: 2 }, OGGI);
    expect(totale).toBe(8);
  });

  it('le pagine coprono tutto una volta sola, con lo stesso totale', async () => {
    const viste: unknown[] = [];
    for (let pagina = 1; pagina <= 4; pagina += 1) {
      const { righe, totale } = await elenca(tabelle.db, def('accise'), { ...TUTTI, pagina, righe: 8 }, OGGI);
      expect(totale).toBe(25);
      viste.push(...righe.map((r) => r['id']));
    }
    const attese = Array.from({ length: 25 }, (_, i) => i).map((i) => i + 1).sort((a, b) => (b % 5) - (a % 5) || a - b);
    expect(viste).toEqual(attese);
    const oltre = await elenca(tabelle.db, def('accise'), { ...TUTTI, pagina: 9, righe: 8 }, OGGI);
    expect(oltre).toEqual({ righe: [], totale: 25 });
  });

  it('ordina per ogni colonna, i vuoti in fondo, i testi come in un dizionario', async () => {
    expect(await chiavi('macchinari', { ordina: 'marca' })).toEqual(['B2', 'C3', 'a1']);
    expect(await chiavi('macchinari', { ordina: '-marca' })).toEqual(['a1', 'C3', 'B2']);
    expect(await chiavi('macchinari', { ordina: 'scadenza_circolazione' })).toEqual(['a1', 'B2', 'C3']);
    expect(await chiavi('macchinari', { ordina: '-scadenza_circolazione' })).toEqual(['a1', 'B2', 'C3']);
    for (const pagina of [{}, { pagina: 1, righe: 10 }]) {
      expect(await chiavi('macchinari', { ordina: '-ore_tot', ...pagina })).toEqual(['a1', 'C3', 'B2']);
      expect(await chiavi('macchinari', { ordina: '-manutenzione_oltre', ...pagina })).toEqual(['a1', 'B2', 'C3']);
      expect(await chiavi('macchinari', { ordina: 'utente', ...pagina })).toEqual(['C3', 'a1', 'B2']);
    }
    expect(await chiavi('macchinari', { ordina: '-matricola', pagina: 2, righe: 1 })).toEqual(['B2']);
    await expect(chiavi('macchinari', { ordina: 'password' })).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
    await expect(chiavi('macchinari', { ordina: 'matricola; drop table macchinari' })).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
  });

  it('ogni colonna di ogni registro si può ordinare, filtrare e leggere a pagine', async () => {
    for (const path of ['tipologia', 'meccanici', 'elencoManutenzioni', 'cantieri', 'macchinari', 'datiMacchina', 'manutMacchinari', 'manutenzioni', 'accise', 'groups', 'groupsPermissions', 'users']) {
      const d = def(path);
      for (const campo of [d.key.field, 'utente', 'versione', ...Object.keys(d.fields)]) {
        await expect(elenca(tabelle.db, d, { ...TUTTI, pagina: 1, ordina: `-${campo}`, filtri: { [campo]: { vuoto: false, contiene: '%' } } }, OGGI)).resolves.toMatchObject({ totale: expect.any(Number) });
      }
      await expect(elenca(tabelle.db, d, { ...TUTTI, cerca: 'zzz 2026' }, OGGI)).resolves.toEqual({ righe: [], totale: 0 });
    }
  });

  it('cerca ogni parola, dovunque stia, senza badare alle maiuscole; % e _ sono lettere come le altre', async () => {
    expect(await chiavi('macchinari', { cerca: 'sonda' })).toEqual(['a1', 'C3']);
    expect(await chiavi('macchinari', { cerca: '  GRANDE  beton ' })).toEqual(['C3']);
    expect(await chiavi('macchinari', { cerca: 'sonda nuova' })).toEqual([]);
    expect(await chiavi('macchinari', { cerca: '0%' })).toEqual(['B2']);
    expect(await chiavi('macchinari', { cerca: 'a_i' })).toEqual(['a1']);
    expect(await chiavi('macchinari', { cerca: '\\' })).toEqual([]);
    expect(await chiavi('macchinari', { cerca: 'àtlas' })).toEqual(['B2']);
    expect(await chiavi('accise', { cerca: '2026-01-02 b2', ordina: 'id' })).toEqual([6, 16]);
    expect(await chiavi('accise', { cerca: '02/01/2026 b2', ordina: 'id' })).toEqual([6, 16]);
  });

  it('filtra per valore, per più valori, per diverso, per intervallo, per contenuto, per vuoto', async () => {
    expect(await filtrate({ stato_attuale: 'Venduto' })).toEqual(['a1']);
    expect(await filtrate({ stato_attuale: { diverso: 'Venduto' } })).toEqual(['B2', 'C3']);
    expect(await filtrate({ stato_attuale: { diverso: ['Venduto', 'Operativo'] } })).toEqual(['C3']);
    expect(await filtrate({ stato_attuale: ['Venduto', null] })).toEqual(['a1', 'C3']);
    expect(await filtrate({ stato_attuale: null })).toEqual(['C3']);
    expect(await filtrate({ stato_attuale: { vuoto: false } })).toEqual(['a1', 'B2']);
    expect(await filtrate({ ore_km: { da: 10, a: '200,5' } })).toEqual(['B2', 'C3']);
    expect(await filtrate({ ore_km: { da: 11 }, marca: { contiene: 'ZET' } })).toEqual(['a1']);
    expect(await filtrate({ marca: { da: 'b', a: 'c' } })).toEqual(['C3']);
    expect(await filtrate({ matricola: ['a1', 'C3', 'manca'] })).toEqual(['a1', 'C3']);
    expect(await filtrate({ matricola: [] })).toEqual([]);
    expect(await filtrate({ id: [3, '4'] }, 'accise')).toEqual([4, 3]);
    expect(await filtrate({ data: { da: '2026-01-05' }, utente: 'anna' }, 'accise')).toEqual([9, 24]);
    expect(await filtrate({ versione: 1, matricola: "x' or '1'='1" })).toEqual([]);
  });

  it('gli scaduti sono quelli con una scadenza fino a oggi, e la manutenzione è quella raggiunta', async () => {
    expect(await filtrate({ scaduti: true })).toEqual(['B2']);
    expect(await filtrate({ scaduti: false })).toEqual(['a1', 'B2', 'C3']);
    expect(await filtrate({ manutenzione: true })).toEqual(['a1', 'B2']);
    // on its own records only `manutenzione` is a field like any other
    expect(await filtrate({ manutenzione: 'Filtro Gasolio' }, 'manutenzioni')).toEqual([2, 3]);
  });

  it('rifiuta quello che non si può chiedere, dicendo quale campo', async () => {
    const sbagliati: [string, Filtri][] = [
      ['macchinari', { password: 'x' }], ['macchinari', { ore_km: 'molte' }], ['macchinari', { scadenza_varie2: '2026-02-30' }],
      ['macchinari', { marca: { simile: 'x' } as never }], ['macchinari', { marca: { contiene: 3 } as never }], ['macchinari', { scaduti: 'si' }],
      ['macchinari', { marca: { vuoto: 1 } as never }], ['macchinari', { marca: [{}] as never }], ['macchinari', { marca: 'a\u0000' }],
      ['macchinari', { __proto__: null, constructor: 'x' } as never], ['accise', { id: 1.5 }], ['accise', { scaduti: true }], ['accise', { manutenzione: true }],
      ['accise', { data: true }], ['accise', { ore: Number.NaN }], ['accise', { id: { da: 'x' } }],
    ];
    for (const [path, filtri] of sbagliati) {
      await expect(filtrate(filtri, path), JSON.stringify(filtri)).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA', dettagli: { errors: [{ campo: expect.any(String) }] } });
    }
    await expect(chiavi('macchinari', { cerca: 'a\u0000' })).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
  });

  it('conta chi si riferisce a un record, anche in un elenco di valori', async () => {
    expect(await contaRiferimenti(tabelle.db, def('macchinari'), { matricola: 'a1' })).toEqual({
      totale: 15, per: expect.arrayContaining([{ tabella: 'manutenzioni', etichetta: 'manutenzioni', quanti: 2 }, { tabella: 'accise', etichetta: 'accise', quanti: 13 }]),
    });
    expect(await contaRiferimenti(tabelle.db, def('elencoManutenzioni'), { ID: 1, Descrizione: 'Cambio Olio Motore' })).toMatchObject({ totale: 1 });
    expect(await contaRiferimenti(tabelle.db, def('meccanici'), { descrizione: 'Verdi' })).toMatchObject({ totale: 2 });
    expect(await contaRiferimenti(tabelle.db, def('meccanici'), { descrizione: null })).toEqual({ totale: 0, per: [] });
    expect(await contaRiferimenti(tabelle.db, def('accise'), { id: 1 })).toEqual({ totale: 0, per: [] });
  });

  it('una pagina lontana si trova nel solo indice', async () => {
    await sql`insert into accise (id, data, utente, versione, creato, modificato, modificato_da, archivio, eliminato, padre_eliminato)
      select n, date '2020-01-01' + (n % 2000), 'mario', 1, now(), now(), 'mario', '{}', false, false from generate_series(1000, 51000) n`.execute(tabelle.db);
    await sql`vacuum (analyze) accise`.execute(tabelle.db);
    const { rows } = await sql<Record<string, string>>`explain select r.id from accise r where not eliminato and not padre_eliminato
      order by "data" desc nulls last, "id" asc nulls last limit 100 offset 40000`.execute(tabelle.db);
    const piano = rows.map((r) => r['QUERY PLAN']).join('\n');
    expect(piano).toContain('Index Only Scan using accise_elenco');
    expect(piano).not.toContain('Sort');
    const { righe, totale } = await elenca(tabelle.db, def('accise'), { ...TUTTI, pagina: 500, righe: 100 }, OGGI);
    expect([righe.length, totale]).toEqual([100, 50_026]);
  });
});
