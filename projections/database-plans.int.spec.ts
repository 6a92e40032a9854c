import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../test/postgres.ts';
import { openDatabase } from './database.ts';
import { prepareStatement } from './database/prepared.ts';

describe('Istruzioni che tornano', () => {
  let database: TestDatabase;
  let open: ReturnType<typeof openDatabase<Record<string, never>>>;
  beforeAll(async () => {
    database = await testDatabase();
    open = openDatabase({ url: database.url, max: 1 });
  });
  afterAll(async () => {
    await open.db.destroy();
    await database.close();
  });
  const planned = async (): Promise<string[]> =>
    (await open.pool.query('select statement from pg_prepared_statements order by 1')).rows.map(({ statement }) => statement as string);

  it('si preparano dalla seconda volta; le ricerche mai', async () => {
    for (const n of [1, 2, 3]) {
      const { rows } = await sql<{ n: number }>`select ${n}::integer as n`.execute(open.db);
      expect(rows).toEqual([{ n }]);
      await sql`select 1 where 'olio' ilike ${'o%'}`.execute(open.db);
    }
    expect(await planned()).toEqual(['select $1::integer as n']);
  });

  it('ciò che si prende da un cursore ha le colonne del suo, sotto le stesse parole', async () => {
    const taken = (query: string, value: number) =>
      open.db.transaction().execute(async (tx) => {
        await sql`declare elenco cursor for ${sql.raw(query)} where ${sql.lit(value)} > 0`.execute(tx);
        return (await sql<Record<string, unknown>>`fetch forward 10 from elenco`.execute(tx)).rows;
      });
    for (const n of [1, 2, 3]) expect(await taken(`select ${n} as n`, n)).toEqual([{ n }]);
    for (const n of [1, 2, 3]) expect(await taken(`select 'è' as testo, ${n}.5 as numero`, n)).toEqual([{ testo: 'è', numero: n + 0.5 }]);
  });

  it('seguono lo schema che una ricostruzione scambia, e una tabella rifatta con altre colonne', async () => {
    const read = async () => (await sql<Record<string, unknown>>`select * from cosa where id > ${0}`.execute(open.db)).rows;
    await sql.raw('create schema letture; create table letture.cosa as select 1 as id').execute(open.db);
    expect([await read(), await read(), await read()]).toEqual([[{ id: 1 }], [{ id: 1 }], [{ id: 1 }]]);
    await sql
      .raw(
        'create schema nuovo; create table nuovo.cosa as select 2 as id; alter schema letture rename to vecchio; alter schema nuovo rename to letture; drop schema vecchio cascade',
      )
      .execute(open.db);
    expect(await read()).toEqual([{ id: 2 }]);
    await sql.raw('drop table letture.cosa; create table letture.cosa as select 3 as id, 4 as altro').execute(open.db);
    expect(await read()).toEqual([{ id: 3, altro: 4 }]);
  });

  it('quelle di ogni richiesta hanno un nome dalla prima volta, e seguono anch’esse una tabella rifatta', async () => {
    const { db } = open;
    const ask = prepareStatement<Record<string, unknown>>(() => sql`select * from fatta where id > ${''}::integer`);
    await sql.raw('create table public.fatta as select 1 as id').execute(db);
    expect([await ask(db, [0]), await ask(db, [1])]).toEqual([[{ id: 1 }], []]);
    const known = await prepareStatement<{ statement: string }>(() => sql`select statement from pg_prepared_statements where ${true}`)(db, [
      true,
    ]);
    expect(known.map(({ statement }) => statement)).toContain('select * from fatta where id > $1::integer');
    await sql.raw('drop table public.fatta; create table public.fatta as select 3 as id, 4 as altro').execute(db);
    expect([await ask(db, [0]), await ask(db, [3])]).toEqual([[{ id: 3, altro: 4 }], []]);
    // a statement inside a transaction must work too
    expect(await db.transaction().execute((tx) => ask(tx, [2]))).toEqual([{ id: 3, altro: 4 }]);
  });
});
