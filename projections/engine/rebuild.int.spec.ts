import fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isCalendarDate } from '#contracts/core/dates.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { REGISTRI, registro } from '#contracts/registers/index.ts';
import { rileggi } from '#contracts/core/history.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { storeMemoria } from '#services/platform/event-store/memory.ts';
import { databaseDiProva, type DatabaseDiProva } from '../../test/postgres.ts';
import { apriDatabase, type LettureDatabase } from '../database.ts';
import { contatore, conteggio, muto, nuovoEvento, registra, tabelleDiProva, tutto } from './events.testing.ts';
import { attuali } from './facts.ts';
import { sequenzaCasuale } from './sequences.testing.ts';
import { PROIEZIONI } from '../index.ts';
import { statoProiezioni } from './projections.queries.ts';
import { ricostruisci } from './rebuild.ts';
import { elenca } from '../registers/register.queries.ts';
import { avviaProiezioni } from './runner.ts';
import { scadenzeDi, vociDi } from '../scadenze/formula.ts';
import { verifica } from './verify.ts';

let database: DatabaseDiProva;
let db: Kysely<LettureDatabase>;
let store: EventStore;

beforeEach(async () => {
  database = await databaseDiProva();
  ({ db } = apriDatabase<LettureDatabase>({ url: database.url, max: 4 }));
  store = storeMemoria();
});

afterEach(async () => {
  await db.destroy();
  await store.close();
  await database.chiudi();
});

const macchinari = registro('macchinari') as AnyRegister;
const schemi = async () => (await sql<{ nome: string }>`select nspname as nome from pg_namespace where nspname like 'letture%' order by 1`.execute(db)).rows.map((r) => r.nome);
const inPari = async () => {
  const head = await store.head();
  await vi.waitFor(async () => {
    const tutte = await statoProiezioni(db);
    expect(tutte.length).toBeGreaterThan(0);
    expect(tutte.every((p) => p.stato === 'attiva' && p.posizione === head)).toBe(true);
  }, { timeout: 15_000, interval: 20 });
};

/** Leaves some of the two cores to the others. */
const unAttimo = () => new Promise((resolve) => setTimeout(resolve, 3));

async function riempiLog(macchine: number): Promise<void> {
  for (let n = 0; n < macchine; n += 1) {
    const matricola = `M${String(n).padStart(4, '0')}`;
    await registra(store, `macchinari-${matricola}`, 'MacchinarioRegistrato.v1', { matricola, marca: `Marca ${n % 7}`, ore_km: n });
    await registra(store, `macchinari-${matricola}`, 'RigaPianoAggiunta.v1', { id: n + 1, matricola, componente: 'antigelo' });
    await registra(store, `manutenzioni-${n + 1}`, 'ManutenzioneRegistrata.v1', { id: n + 1, matricola, data: '2026-01-01', manutenzione: 'A, B', ore_scadenza: 10 });
  }
}

describe('la ricostruzione delle tabelle di lettura', () => {
  it('con il portale in funzione: chi legge non vede errori né mancanze, chi scrive continua', async () => {
    await riempiLog(60);
    const runner = await avviaProiezioni({ store, url: database.url, projections: PROIEZIONI, log: muto });
    await inPari();
    let finito = false;
    let letture = 0;
    let scritte = 0;
    const leggi = async (): Promise<void> => {
      while (!finito) {
        const { righe, totale } = await elenca(db, macchinari, { ambito: 'all', utente: '', pagina: 1, righe: 60 }, '2026-01-01');
        expect(righe.length).toBe(60);
        expect(totale).toBeGreaterThanOrEqual(60);
        expect(righe[59]).toMatchObject({ matricola: 'M0059', manutenzione_oltre: 49 });
        letture += 1;
        await unAttimo();
      }
    };
    const scrivi = async (): Promise<void> => {
      while (!finito) {
        await registra(store, `macchinari-Z${scritte}`, 'MacchinarioRegistrato.v1', { matricola: `Z${String(scritte).padStart(4, '0')}` });
        scritte += 1;
        await unAttimo();
      }
    };
    const intorno = [leggi(), leggi(), scrivi()];
    for (let giro = 0; giro < 2; giro += 1) await ricostruisci({ store, url: database.url, log: muto });
    finito = true;
    await Promise.all(intorno);
    expect(Math.min(letture, scritte)).toBeGreaterThan(3);
    await inPari();
    const { totale } = await elenca(db, macchinari, { ambito: 'all', utente: '', pagina: 1 }, '2026-01-01');
    expect(totale).toBe(60 + scritte);
    expect(await schemi()).toEqual(['letture']);
    const esito = await verifica({ store, url: database.url, log: muto });
    expect(esito).toMatchObject({ uguali: true, differenze: [], nonVerificate: [] });
    expect(esito.tabelle.find((t) => t.tabella === 'macchinari')?.righe).toBe(60 + scritte);
    await runner.ferma();
  });

  it('nessun evento viene contato due volte o perso attraverso lo scambio', async () => {
    const projections = [contatore('uno')];
    const runner = await avviaProiezioni({ store, url: database.url, projections, log: muto });
    let finito = false;
    let scritti = 0;
    const scrivi = (async () => {
      while (!finito) {
        await registra(store, 'prova-1', 'Fatto.v1', { n: scritti });
        scritti += 1;
        await unAttimo();
      }
    })();
    const guarda = (async () => {
      for (let visti = 0; !finito; ) {
        const ora = await conteggio(db, 'uno');
        // what somebody has seen does not go away
        expect(ora).toBeGreaterThanOrEqual(visti);
        visti = ora;
      }
    })();
    for (let giro = 0; giro < 4; giro += 1) await ricostruisci({ store, url: database.url, log: muto, projections });
    finito = true;
    await Promise.all([scrivi, guarda]);
    await inPari();
    expect(await conteggio(db, 'uno')).toBe(scritti);
    await runner.ferma();
  });

  it('interrotta non lascia nulla in mezzo: la prossima riesce, e intanto si legge', async () => {
    await riempiLog(5);
    const runner = await avviaProiezioni({ store, url: database.url, projections: PROIEZIONI, log: muto });
    await inPari();
    // as a process killed half-way would leave it
    await sql`create schema letture_nuova`.execute(db);
    await sql`create table letture_nuova.macchinari (mezza integer)`.execute(db);
    await sql`create schema letture_vecchia`.execute(db);
    await sql`create table letture_vecchia.macchinari (vecchia integer)`.execute(db);
    const muore: EventStore = { ...store, head: async () => { throw new Error('il registro non risponde'); } };
    await expect(ricostruisci({ store: muore, url: database.url, log: muto })).rejects.toThrow('il registro non risponde');
    expect(await schemi()).toEqual(['letture']);
    expect((await elenca(db, macchinari, { ambito: 'all', utente: '' }, '2026-01-01')).righe).toHaveLength(5);
    await ricostruisci({ store, url: database.url, log: muto });
    expect(await schemi()).toEqual(['letture']);
    await runner.ferma();
    expect(await verifica({ store, url: database.url, log: muto })).toMatchObject({ uguali: true });
  });

  it('rimette in moto una proiezione ferma; e si annulla se ne fermerebbe una che va', async () => {
    let guasta = true;
    const projections = [contatore('uno', { guasto: (e) => { if (guasta && e.data['n'] === 2) throw new Error('veleno'); } }), contatore('due')];
    for (let n = 0; n < 5; n += 1) await registra(store, 'prova-1', 'Fatto.v1', { n });
    const runner = await avviaProiezioni({ store, url: database.url, projections, log: muto });
    await vi.waitFor(async () => expect((await statoProiezioni(db)).map((p) => p.stato)).toEqual(['attiva', 'ferma']));
    guasta = false;
    await ricostruisci({ store, url: database.url, log: muto, projections });
    await inPari();
    await registra(store, 'prova-1', 'Fatto.v1', { n: 5 });
    await inPari();
    expect([await conteggio(db, 'uno'), await conteggio(db, 'due')]).toEqual([6, 6]);
    guasta = true;
    await expect(ricostruisci({ store, url: database.url, log: muto, projections })).rejects.toThrow(/uno si ferma su Fatto\.v1 alla posizione/);
    expect(await schemi()).toEqual(['letture']);
    expect(await conteggio(db, 'uno')).toBe(6);
    await runner.ferma();
  });

  it('funziona anche dove non c\'era ancora nulla', async () => {
    await riempiLog(2);
    await ricostruisci({ store, url: database.url, log: muto });
    expect((await elenca(db, macchinari, { ambito: 'all', utente: '' }, '2026-01-01')).righe).toHaveLength(2);
  });
});

describe('la verifica', () => {
  it('trova righe mancanti, in più e diverse, e lascia tutto com\'era', async () => {
    await riempiLog(4);
    const tabelle = await tabelleDiProva(database.url, PROIEZIONI);
    await tabelle.aggiorna(store);
    await tabelle.db.destroy();
    expect(await verifica({ store, url: database.url, log: muto })).toMatchObject({ uguali: true });
    await sql`update macchinari set ore_km = 9999 where matricola = 'M0002'`.execute(db);
    await sql`delete from manutenzioni where id = 1`.execute(db);
    await sql`insert into storico_stato values ('x', 'y', 1, '{}')`.execute(db);
    const esito = await verifica({ store, url: database.url, log: muto });
    expect(esito.uguali).toBe(false);
    expect(esito.differenze).toEqual([
      { tabella: 'macchinari', mancanti: 1, inPiu: 1, esempi: ['["M0002"]'] },
      { tabella: 'manutenzioni', mancanti: 1, inPiu: 0, esempi: ['[1]'] },
      { tabella: 'storico_stato', mancanti: 0, inPiu: 1, esempi: ['["x", "y"]'] },
    ]);
    expect(await schemi()).toEqual(['letture']);
  });

  it('confronta ciascuna proiezione fino a dove è arrivata, anche se è ferma', async () => {
    const projections = [contatore('uno', { guasto: (e) => { if (e.data['n'] === 2) throw new Error('veleno'); } }), contatore('due')];
    for (let n = 0; n < 5; n += 1) await registra(store, 'prova-1', 'Fatto.v1', { n });
    const tabelle = await tabelleDiProva(database.url, projections);
    await tabelle.aggiorna(store);
    await tabelle.db.destroy();
    expect(await verifica({ store, url: database.url, log: muto, projections })).toMatchObject({ uguali: true });
    const altra = { ...contatore('due'), firma: 'altra' };
    expect(await verifica({ store, url: database.url, log: muto, projections: [altra] })).toMatchObject({ uguali: false, nonVerificate: [{ nome: 'due' }] });
  });
});

/** What the one reading of the log that everybody shares says of the records. */
async function righeDi(events: Awaited<ReturnType<typeof tutto>>) {
  const flussi = Map.groupBy(attuali(events), (e) => e.stream);
  return [...flussi.values()].flatMap((flusso) => [...rileggi(flusso).values()])
    .map((r) => `${r.tabella}/${r.id} v${r.versione} eliminato=${!r.esiste} padre=${r.padreEliminato} di ${r.utente} file=${Object.keys(r.archivio).sort().join()}`).sort();
}

async function righeLette() {
  const righe: string[] = [];
  for (const { path, key } of REGISTRI.filter((def) => INTERESSATE.some((p) => p.nome === def.path))) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(path)}`.execute(db);
    for (const r of rows) righe.push(`${path}/${r[key.field]} v${r['versione']} eliminato=${r['eliminato']} padre=${r['padre_eliminato']} di ${r['utente']} file=${Object.keys(r['archivio'] as object).sort().join()}`);
  }
  return righe.sort();
}

/** The deadlines, worked out from whole records. */
function scadenzeAttese(events: Awaited<ReturnType<typeof tutto>>) {
  const flussi = Map.groupBy(attuali(events), (e) => e.stream);
  const record = [...flussi.values()].flatMap((flusso) => [...rileggi(flusso).values()]).filter((r) => r.esiste);
  const numero = (v: unknown) => (typeof v === 'number' ? v : null);
  return record.filter((m) => m.tabella === 'macchinari').flatMap((m) => {
    const suoi = record.filter((r) => r.tabella !== 'manutMacchinari' && r.valori['matricola'] === m.id);
    const interventi = suoi.filter((r) => r.tabella === 'manutenzioni').flatMap(({ id, valori }) => {
      const ore_scadenza = numero(valori['ore_scadenza']);
      const data = isCalendarDate(String(valori['data'])) ? String(valori['data']) : null;
      return vociDi(valori['manutenzione'] as string | null, ore_scadenza).map((voce) => ({ id: Number(id), data, voce, ore_scadenza }));
    });
    const ore = [m, ...suoi].map(({ tabella, valori }) => numero(valori[tabella === 'accise' ? 'ore' : 'ore_km']));
    return scadenzeDi(interventi, ore).map((s) => [m.id, s.manutenzione, s.intervento, s.ore_scadenza, s.ore_attuali, s.ore_mancanti].join('|'));
  }).sort();
}

async function scadenzeLette() {
  const { rows } = await sql<{ riga: string }>`select concat_ws('|', matricola, manutenzione, intervento, ore_scadenza, ore_attuali, ore_mancanti) as riga from scadenze_manutenzione`.execute(db);
  return rows.map((r) => r.riga).sort();
}

/** The projections that the random facts concern. */
const INTERESSATE = PROIEZIONI.filter((p) => ['macchinari', 'manutMacchinari', 'manutenzioni', 'accise', 'storico', 'scadenze'].includes(p.nome));

describe('per qualunque storia', () => {
  it('a pezzi o tutta insieme le tabelle sono le stesse, riga per riga', async () => {
    await fc.assert(fc.asyncProperty(sequenzaCasuale, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }), async (fatti, passi) => {
      await sql`drop schema if exists letture cascade`.execute(db);
      const log = storeMemoria();
      for (const { stream, type, data, utente } of fatti) await log.append(stream, [nuovoEvento(type, data, { utente })], 'any');
      const tabelle = await tabelleDiProva(database.url, INTERESSATE);
      const events = await tutto(log);
      for (let da = 0, giro = 0; da < events.length; giro += 1) {
        const quanti = passi[giro % passi.length] ?? 1;
        await tabelle.applica(events.slice(da, da + quanti));
        da += quanti;
      }
      await tabelle.db.destroy();
      expect(await righeLette()).toEqual(await righeDi(events));
      expect(await scadenzeLette()).toEqual(scadenzeAttese(events));
      const esito = await verifica({ store: log, url: database.url, log: muto, projections: INTERESSATE });
      expect(esito.differenze).toEqual([]);
      expect(esito.nonVerificate).toEqual([]);
      expect((await statoProiezioni(db)).filter((p) => p.stato !== 'attiva')).toEqual([]);
    }), { numRuns: 8 });
  }, 60_000);
});
