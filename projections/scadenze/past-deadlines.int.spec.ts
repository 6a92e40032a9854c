import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import { accise } from '#contracts/registers/accise.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { catalogue } from '../../test/catalogue.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { newEvent, testTables } from '../engine/events.testing.ts';
import { pastDeadlines } from './past-deadlines.ts';
import { DEADLINES } from './scadenze.table.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const HOUR = 3_600_000;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.close());

interface Happening {
  def: AnyRegister;
  type: string;
  stream: string;
  data: JsonObject;
}

const machine = fc.constantFrom('A1', 'B2');
const hours = fc.constantFrom(null, 0, 90, 100, 250.5, 400);
const item = fc.constantFrom(null, 'Filtro olio', 'Cambio olio motore, Antigelo', 'Freni', 'Freni, Filtro motore');

const fieldsOf = (def: AnyRegister): fc.Arbitrary<JsonObject> => {
  if (def === macchinari) return fc.record({ descrizione: fc.constantFrom(null, 'Gru'), ore_km: hours });
  if (def === accise) return fc.record({ matricola: machine, data: fc.constant('2026-01-05'), ore: hours });
  if (def === manutMacchinari)
    return fc.record({
      componente: fc.constantFrom('filtro_olio', 'olio_motore', 'antigelo'),
      ogni_ore: fc.constantFrom(null, 100, 250),
      ogni_mesi: fc.constantFrom(null, null, 1, 6),
    });
  return fc.record({
    matricola: machine,
    data: fc.constantFrom(null, '2026-01-03', '2026-01-20'),
    tipologia: fc.constantFrom('Interna', 'Lettura'),
    ore_km: hours,
    manutenzione: item,
    ore_scadenza: hours,
  });
};

const happening = (def: AnyRegister): fc.Arbitrary<Happening> => {
  const { created, changed, deleted, restored } = def.events;
  return fc
    .record({
      owner: machine,
      number: fc.integer({ min: 1, max: 3 }),
      type: fc.constantFrom(created, created, changed, changed, changed, deleted, restored),
      values: fieldsOf(def),
    })
    .map(({ owner, number, type, values }) => {
      const key = def === macchinari ? owner : def === manutMacchinari ? number + (owner === 'A1' ? 0 : 10) : number;
      const parent: JsonObject = def === manutMacchinari ? { matricola: owner } : {};
      const bare: JsonObject = type === deleted || type === restored ? {} : { ...values, ...parent };
      return { def, type, stream: streamOf(def, def === manutMacchinari ? owner : key), data: { ...bare, [def.key.field]: key } };
    });
};

const history = fc.array(fc.oneof(...[macchinari, manutMacchinari, manutMacchinari, manutenzioni, manutenzioni, accise].map(happening)), {
  minLength: 60,
  maxLength: 90,
});

/** Leaves out what a portal refuses: changes of records that are not there, and rows of a plan whose machine is not there. */
function accepted(happenings: readonly Happening[]): Happening[] {
  const states = new Map<string, 'live' | 'deleted'>();
  return happenings.flatMap(({ def, type, stream, data }) => {
    const name = `${def.path} ${String(data[def.key.field])}`;
    const state = states.get(name);
    if (def === manutMacchinari && states.get(`macchinari ${stream.slice(stream.indexOf('-') + 1)}`) !== 'live') return [];
    if (state === 'deleted' && type !== def.events.restored) return [];
    if (state !== 'deleted' && type === def.events.restored) return [];
    if (state === undefined && type !== def.events.created) return [];
    states.set(name, type === def.events.deleted ? 'deleted' : 'live');
    return [{ def, stream, data, type: state === 'live' && type === def.events.created ? def.events.changed : type }];
  });
}

/** Creates read tables without what another history left in them. */
async function emptyTables() {
  const used = await testTables(database.url, catalogue.projections);
  await sql`drop schema letture cascade`.execute(used.db);
  await used.db.destroy();
  return testTables(database.url, catalogue.projections);
}

const shown = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(DEADLINES.columns.map(({ name }) => (row as Record<string, unknown>)[name] ?? null))).toSorted();

describe('Le scadenze di manutenzione a un istante', () => {
  it('sono quelle che il portale mostrava allora, di tutte le macchine e di una', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(history, async (some) => {
        const happenings = accepted(some);
        const store = memoryStore();
        const tables = await emptyTables();
        try {
          const then: { al: string; rows: Record<string, unknown>[] }[] = [];
          for (const [n, { type, stream, data }] of happenings.entries()) {
            // days apart, so that months counted from different days differ
            const at = new Date(START + n * 30 * HOUR).toISOString();
            await store.append(stream, [newEvent(type, data, { at })], 'any');
            if (n % 6 !== 5 && n !== happenings.length - 1) continue;
            await tables.catchUp(store);
            const { rows } = await sql<Record<string, unknown>>`select * from scadenze_manutenzione`.execute(tables.db);
            then.push({ al: at, rows });
          }
          for (const { al, rows } of then) {
            seen += rows.length;
            expect(shown(await pastDeadlines.rows(tables.db, catalogue, { al }))).toEqual(shown(rows));
            expect(shown(await pastDeadlines.rows(tables.db, catalogue, { al, keys: ['B2'] }))).toEqual(
              shown(rows.filter(({ matricola }) => matricola === 'B2')),
            );
          }
          expect(await pastDeadlines.rows(tables.db, catalogue, { al: '2025-12-31T00:00:00.000Z' })).toEqual([]);
        } finally {
          await tables.db.destroy();
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
    // six random histories give 30 rows or more; fewer would mean that the property compares hardly anything
    expect(seen).toBeGreaterThan(10);
  }, 240_000);
});
