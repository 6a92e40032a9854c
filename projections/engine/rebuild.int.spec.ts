import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isCalendarDate } from '#contracts/core/dates.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { COMPONENTI } from '#contracts/registers/manut-macchinari.ts';
import * as reading from '#contracts/core/fold.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { openDatabase, type Database, type ReadDatabase } from '../database.ts';
import { NO_UPCASTS, counter, count, mute, newEvent, record, testTables, everything } from './events.testing.ts';
import { current } from './record-events.ts';
import { randomSequence } from './sequences.testing.ts';
import { catalogue } from '../../test/catalogue.ts';
import { projectionsState } from './projections.queries.ts';
import { rebuild } from './rebuild.ts';
import { readList } from '../registers/register.queries.ts';
import { startProjections } from './runner.ts';
import { entriesOf } from '../scadenze/formula.ts';
import { deadlinesOf, type PlanRow } from '../scadenze/plan.ts';
import { check } from './verify.ts';

const PROJECTIONS = catalogue.projections;
const REGISTERS = catalogue.registers;
const knownRegister = catalogue.registerOrThrow;
const fold = reading.fold.bind(null, catalogue);

let database: TestDatabase;
let db: Database<ReadDatabase>;
let store: EventStore;

beforeEach(async () => {
  database = await testDatabase();
  ({ db } = openDatabase<ReadDatabase>({ url: database.url, max: 4 }));
  store = memoryStore();
});

afterEach(async () => {
  await db.destroy();
  await store.close();
  await database.close();
});

const macchinari = knownRegister('macchinari');
const schemas = async () =>
  (await sql<{ nome: string }>`select nspname as nome from pg_namespace where nspname like 'letture%' order by 1`.execute(db)).rows.map(
    (r) => r.nome,
  );
const level = async () => {
  const head = await store.head();
  await vi.waitFor(
    async () => {
      const all = await projectionsState(db);
      expect(all.length).toBeGreaterThan(0);
      expect(all.every((p) => p.stato === 'attiva' && p.posizione === head)).toBe(true);
    },
    { timeout: 15_000, interval: 20 },
  );
};

/** Pauses briefly, so that other processes get time on the machine's cores. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 3));

async function fillLog(macchine: number): Promise<void> {
  for (let n = 0; n < macchine; n += 1) {
    const matricola = `M${String(n).padStart(4, '0')}`;
    await record(store, `macchinari-${matricola}`, 'MacchinarioRegistrato.v1', { matricola, marca: `Marca ${n % 7}`, ore_km: n });
    await record(store, `macchinari-${matricola}`, 'RigaPianoAggiunta.v1', { id: n + 1, matricola, componente: 'antigelo' });
    await record(store, `manutenzioni-${n + 1}`, 'ManutenzioneRegistrata.v1', {
      id: n + 1,
      matricola,
      data: '2026-01-01',
      manutenzione: 'A, B',
      ore_scadenza: 10,
    });
  }
}

describe('la ricostruzione delle tabelle di lettura', () => {
  it('con il portale in funzione: chi legge non vede errori né mancanze, chi scrive continua', { timeout: 240_000 }, async () => {
    await fillLog(60);
    const runner = await startProjections({ store, url: database.url, upcasts: NO_UPCASTS, projections: PROJECTIONS, log: mute });
    await level();
    let finished = false;
    let readDb = 0;
    let written = 0;
    const read = async (): Promise<void> => {
      while (!finished) {
        const { rows: found, total: totale } = await readList(db, catalogue, macchinari, {
          scope: 'all',
          utente: '',
          pagina: 1,
          righe: 60,
          today: '2026-01-01',
        });
        expect(found.length).toBe(60);
        expect(totale).toBeGreaterThanOrEqual(60);
        expect(found[59]).toMatchObject({ matricola: 'M0059', manutenzione_oltre: 49 });
        readDb += 1;
        await aMoment();
      }
    };
    const write = async (): Promise<void> => {
      while (!finished) {
        await record(store, `macchinari-Z${written}`, 'MacchinarioRegistrato.v1', { matricola: `Z${String(written).padStart(4, '0')}` });
        written += 1;
        await aMoment();
      }
    };
    const around = [read(), read(), write()];
    for (let round = 0; round < 2; round += 1)
      await rebuild({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS });
    finished = true;
    await Promise.all(around);
    expect(Math.min(readDb, written)).toBeGreaterThan(3);
    await level();
    const { total: totale } = await readList(db, catalogue, macchinari, { scope: 'all', utente: '', pagina: 1, today: '2026-01-01' });
    expect(totale).toBe(60 + written);
    expect(await schemas()).toEqual(['letture']);
    const outcome = await check({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS });
    expect(outcome).toMatchObject({ equal: true, differences: [], notVerified: [] });
    expect(outcome.tables.find((t) => t.tabella === 'macchinari')?.righe).toBe(60 + written);
    await runner.stop();
  });

  it('nessun evento viene contato due volte o perso attraverso lo scambio', async () => {
    const projections = [counter('uno')];
    const runner = await startProjections({ store, url: database.url, upcasts: NO_UPCASTS, projections, log: mute });
    let finished = false;
    let written = 0;
    const write = (async () => {
      while (!finished) {
        await record(store, 'prova-1', 'Fatto.v1', { n: written });
        written += 1;
        await aMoment();
      }
    })();
    const watch = (async () => {
      for (let seen = 0; !finished;) {
        const now = await count(db, 'uno');
        // rows that a reader has seen must not disappear
        expect(now).toBeGreaterThanOrEqual(seen);
        seen = now;
      }
    })();
    for (let round = 0; round < 4; round += 1) await rebuild({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections });
    finished = true;
    await Promise.all([write, watch]);
    await level();
    expect(await count(db, 'uno')).toBe(written);
    await runner.stop();
  });

  it('interrotta non lascia nulla in mezzo: la prossima riesce, e intanto si legge', async () => {
    await fillLog(5);
    const runner = await startProjections({ store, url: database.url, upcasts: NO_UPCASTS, projections: PROJECTIONS, log: mute });
    await level();
    // the state after a process was killed during a rebuild
    await sql`create schema letture_nuova`.execute(db);
    await sql`create table letture_nuova.macchinari (mezza integer)`.execute(db);
    await sql`create schema letture_vecchia`.execute(db);
    await sql`create table letture_vecchia.macchinari (vecchia integer)`.execute(db);
    const dies: EventStore = {
      ...store,
      head: async () => {
        throw new Error('il registro non risponde');
      },
    };
    await expect(rebuild({ store: dies, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS })).rejects.toThrow(
      'il registro non risponde',
    );
    expect(await schemas()).toEqual(['letture']);
    expect((await readList(db, catalogue, macchinari, { scope: 'all', utente: '', today: '2026-01-01' })).rows).toHaveLength(5);
    await rebuild({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS });
    expect(await schemas()).toEqual(['letture']);
    await runner.stop();
    expect(await check({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS })).toMatchObject({
      equal: true,
    });
  });

  it('caduta la sua sessione, un’altra può cominciare: la prima si ferma e non tocca le tabelle della seconda', async () => {
    await fillLog(5);
    const held = () => {
      const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow: EventStore = {
        ...store,
        head: async () => {
          reached.resolve();
          await gate.promise;
          return store.head();
        },
      };
      return {
        ended: rebuild({ store: slow, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS }),
        prepared: reached.promise,
        open: gate.resolve,
      };
    };
    const first = held();
    const refused = expect(first.ended).rejects.toThrow('the session that held the lock of the rebuild ended');
    await first.prepared;
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 5317003 and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    const second = held();
    await second.prepared;
    first.open();
    await refused;
    expect(await schemas()).toContain('letture_nuova');
    second.open();
    await second.ended;
    expect(await schemas()).toEqual(['letture']);
    expect(await check({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS })).toMatchObject({
      equal: true,
    });
  });

  it('rimette in moto una proiezione ferma; e si annulla se ne fermerebbe una che va', async () => {
    let faulty = true;
    const projections = [
      counter('uno', {
        fault: (e) => {
          if (faulty && e.data['n'] === 2) throw new Error('veleno');
        },
      }),
      counter('due'),
    ];
    for (let n = 0; n < 5; n += 1) await record(store, 'prova-1', 'Fatto.v1', { n });
    const runner = await startProjections({ store, url: database.url, upcasts: NO_UPCASTS, projections, log: mute });
    await vi.waitFor(async () => expect((await projectionsState(db)).map((p) => p.stato)).toEqual(['attiva', 'ferma']), 15_000);
    faulty = false;
    await rebuild({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections });
    await level();
    await record(store, 'prova-1', 'Fatto.v1', { n: 5 });
    await level();
    expect([await count(db, 'uno'), await count(db, 'due')]).toEqual([6, 6]);
    faulty = true;
    await expect(rebuild({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections })).rejects.toThrow(
      /uno si ferma su Fatto\.v1 alla posizione/,
    );
    expect(await schemas()).toEqual(['letture']);
    expect(await count(db, 'uno')).toBe(6);
    await runner.stop();
  });

  it("funziona anche dove non c'era ancora nulla", async () => {
    await fillLog(2);
    await rebuild({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS });
    expect((await readList(db, catalogue, macchinari, { scope: 'all', utente: '', today: '2026-01-01' })).rows).toHaveLength(2);
  });

  it('chi legge per primo trova già le statistiche delle tabelle nuove', async () => {
    await fillLog(3);
    await rebuild({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS });
    const { rows } = await sql<{ nome: string; righe: number }>`select relname as nome, reltuples::integer as righe from pg_class
      where relnamespace = 'letture'::regnamespace and relname in ('macchinari', 'manutenzioni') order by 1`.execute(db);
    expect(rows).toEqual([
      { nome: 'macchinari', righe: 3 },
      { nome: 'manutenzioni', righe: 3 },
    ]);
  });
});

describe('la verifica', () => {
  it("trova righe mancanti, in più e diverse, e lascia tutto com'era", async () => {
    await fillLog(4);
    const tables = await testTables(database.url, PROJECTIONS);
    await tables.catchUp(store);
    await tables.db.destroy();
    expect(await check({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS })).toMatchObject({
      equal: true,
    });
    await sql`update macchinari set ore_km = 9999 where matricola = 'M0002'`.execute(db);
    await sql`delete from manutenzioni where id = 1`.execute(db);
    await sql`insert into storico_stato values ('x', 'y', 1, '{}')`.execute(db);
    const outcome = await check({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS });
    expect(outcome.equal).toBe(false);
    expect(outcome.differences).toEqual([
      { table: 'macchinari', missing: 1, extra: 1, examples: ['["M0002"]'] },
      { table: 'manutenzioni', missing: 1, extra: 0, examples: ['[1]'] },
      { table: 'storico_stato', missing: 0, extra: 1, examples: ['["x", "y"]'] },
    ]);
    expect(await schemas()).toEqual(['letture']);
  });

  it('confronta ciascuna proiezione fino a dove è arrivata, anche se è ferma', async () => {
    const projections = [
      counter('uno', {
        fault: (e) => {
          if (e.data['n'] === 2) throw new Error('veleno');
        },
      }),
      counter('due'),
    ];
    for (let n = 0; n < 5; n += 1) await record(store, 'prova-1', 'Fatto.v1', { n });
    const tables = await testTables(database.url, projections);
    await tables.catchUp(store);
    await tables.db.destroy();
    expect(await check({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections })).toMatchObject({ equal: true });
    const other = { ...counter('due'), signature: 'altra' };
    expect(await check({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: [other] })).toMatchObject({
      equal: false,
      notVerified: [{ nome: 'due' }],
    });
  });
});

/** Returns the expected rows, folded from the events like everywhere else. */
async function rowsOf(events: Awaited<ReturnType<typeof everything>>) {
  const streams = Map.groupBy(current(NO_UPCASTS, events), (e) => e.stream);
  return [...streams.values()]
    .flatMap((stream) => [...fold(stream).values()])
    .map(
      (r) =>
        `${r.table}/${r.id} v${r.version} eliminato=${!r.exists} padre=${r.parentDeleted} di ${r.utente} file=${Object.keys(r.files).sort().join()}`,
    )
    .sort();
}

async function readRows() {
  const found: string[] = [];
  for (const { path, key } of REGISTERS.filter((def) => CONCERNED.some((p) => p.tables.includes(def.path)))) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(path)}`.execute(db);
    for (const r of rows)
      found.push(
        `${path}/${r[key.field]} v${r['versione']} eliminato=${r['eliminato']} padre=${r['padre_eliminato']} di ${r['utente']} file=${Object.keys(
          r['archivio'] as object,
        )
          .sort()
          .join()}`,
      );
  }
  return found.sort();
}

/** Computes the expected deadlines from whole records. */
function expectedScadenze(events: Awaited<ReturnType<typeof everything>>) {
  const streams = Map.groupBy(current(NO_UPCASTS, events), (e) => e.stream);
  const record = [...streams.values()].flatMap((stream) => [...fold(stream).values()]).filter((r) => r.exists);
  const number = (v: unknown) => (typeof v === 'number' ? v : null);
  return record
    .filter((m) => m.table === 'macchinari')
    .flatMap((m) => {
      const own = record.filter((r) => r.table !== 'manutMacchinari' && r.values['matricola'] === m.id);
      const interventi = own
        .filter((r) => r.table === 'manutenzioni')
        .flatMap(({ id, values }) => {
          const ore_scadenza = number(values['ore_scadenza']);
          const data = isCalendarDate(String(values['data'])) ? String(values['data']) : null;
          return entriesOf(values['manutenzione'] as string | null, ore_scadenza).map((entry) => ({
            id: Number(id),
            data,
            voce: entry,
            ore_scadenza,
            ore: number(values['ore_km']),
            lavoro: values['tipologia'] !== 'Lettura',
          }));
        });
      const plan = record
        .filter((r) => r.table === 'manutMacchinari' && r.values['matricola'] === m.id)
        .map(({ id, values: { componente, ogni_ore, ogni_mesi } }) => ({
          id: Number(id),
          componente: componente as PlanRow['componente'],
          ogni_ore: number(ogni_ore),
          ogni_mesi: ogni_mesi === 0.5 ? null : number(ogni_mesi),
          // all facts of this spec have this day
          dal: '2026-03-01',
        }))
        .filter(({ componente }) => COMPONENTI.includes(componente));
      const ore = [m, ...own].map(({ table, values }) => number(values[table === 'accise' ? 'ore' : 'ore_km']));
      const readings = ore.filter((n) => n !== null).sort((a, b) => a - b);
      const [first, current] = [readings[0] ?? null, readings.at(-1) ?? null];
      return deadlinesOf({ works: interventi, plan, first, current }).map((s) =>
        [m.id, s.manutenzione, s.voce, s.origine, s.intervento, s.ore_scadenza, s.scadenza, s.ore_attuali, s.ore_mancanti]
          .filter((value) => value !== null)
          .join('|'),
      );
    })
    .sort();
}

async function readScadenze() {
  const { rows } = await sql<{
    riga: string;
  }>`select concat_ws('|', matricola, manutenzione, voce, origine, intervento, ore_scadenza, scadenza, ore_attuali, ore_mancanti) as riga from scadenze_manutenzione`.execute(
    db,
  );
  return rows.map((r) => r.riga).sort();
}

/** The projections that the random facts concern. */
const CONCERNED = PROJECTIONS.filter((p) =>
  ['macchinari', 'manutMacchinari', 'manutenzioni', 'accise', 'produzione', 'analisi', 'storico', 'scadenze'].includes(p.name),
);

describe('per qualunque storia', () => {
  it('a pezzi o tutta insieme le tabelle sono le stesse, riga per riga', async () => {
    await fc.assert(
      fc.asyncProperty(randomSequence, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }), async (facts, steps) => {
        await sql`drop schema if exists letture cascade`.execute(db);
        const log = memoryStore();
        for (const { stream, type, data, utente } of facts) await log.append(stream, [newEvent(type, data, { utente })], 'any');
        const tables = await testTables(database.url, CONCERNED);
        const events = await everything(log);
        for (let from = 0, round = 0; from < events.length; round += 1) {
          const count = steps[round % steps.length] ?? 1;
          await tables.applyAll(events.slice(from, from + count));
          from += count;
        }
        await tables.db.destroy();
        expect(await readRows()).toEqual(await rowsOf(events));
        expect(await readScadenze()).toEqual(expectedScadenze(events));
        const outcome = await check({ store: log, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: CONCERNED });
        expect(outcome.differences).toEqual([]);
        expect(outcome.notVerified).toEqual([]);
        expect((await projectionsState(db)).filter((p) => p.stato !== 'attiva')).toEqual([]);
      }),
      { numRuns: 8 },
    );
  }, 60_000);
});
