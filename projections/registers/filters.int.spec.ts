import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meetsCondition, type JudgedKind, type JudgedValue, type RowCondition } from '#contracts/core/row-conditions.ts';
import { catalogue } from '../../test/catalogue.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { testTables } from '../engine/events.testing.ts';
import { columnConditions, type Filters } from './filters.ts';

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;
beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, catalogue.projections);
});
afterAll(async () => {
  await tables.db.destroy();
  await database.close();
});

const TYPES = { text: 'text', number: 'numeric', date: 'date' } as const;

/** Returns the values that the server's condition selects, by their places. */
async function selected(kind: JudgedKind, values: readonly JudgedValue[], condition: RowCondition): Promise<number[]> {
  const type = TYPES[kind];
  const columns = new Map([['valore', { name: 'valore', type, expression: sql`r.valore` }]]);
  const where = columnConditions(columns, 'valore', condition as Filters[string]);
  const { rows } = await sql<{ posto: number }>`select r.posto::integer as posto
    from unnest(${[...values]}::${sql.raw(type)}[]) with ordinality as r(valore, posto)
    where ${sql.join([sql`true`, ...where], sql` and `)} order by r.posto`.execute(tables.db);
  return rows.map(({ posto }) => posto - 1);
}

const word = fc.string({
  unit: fc.constantFrom('a', 'A', 'z', '9', 'è', 'È', 'e\u0300', 'E\u0300', 'ß', 'Σ', '%', '_', '\\', ' '),
  maxLength: 4,
});
const number = fc.integer({ min: -4000, max: 4000 }).map((n) => n / 100);
const day = fc.integer({ min: 0, max: 800 }).map((n) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10));
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 4 });
const empty = fc.boolean().map((isEmpty) => ({ vuoto: isEmpty }));
const range = <T extends string | number>(bound: fc.Arbitrary<T>) => fc.record({ da: bound, a: bound }, { requiredKeys: [] });
const among = <T extends string | number>(values: fc.Arbitrary<T>) => fc.array(orNull(values), { minLength: 1, maxLength: 4 });

/** Conditions that a browser sends, by kind of column, with values that they judge. */
const CASES: Record<JudgedKind, [fc.Arbitrary<JudgedValue[]>, fc.Arbitrary<RowCondition>]> = {
  text: [
    fc.array(orNull(word), { minLength: 1, maxLength: 12 }),
    fc.oneof(
      among(word),
      empty,
      word.map((text) => ({ contiene: text })),
    ),
  ],
  number: [fc.array(orNull(number), { minLength: 1, maxLength: 12 }), fc.oneof(among(number), empty, range(number))],
  date: [fc.array(orNull(day), { minLength: 1, maxLength: 12 }), fc.oneof(among(day), empty, range(day))],
};

describe('Una condizione su una colonna', () => {
  it.each(['text', 'number', 'date'] as const)('di %s il browser la giudica come il server', async (kind) => {
    const [values, condition] = CASES[kind];
    await fc.assert(
      fc.asyncProperty(values, condition, async (given, asked) => {
        const here = given.flatMap((value, at) => (meetsCondition(kind, value, asked) ? [at] : []));
        expect(here).toEqual(await selected(kind, given, asked));
      }),
      { numRuns: 300 },
    );
  });
});
