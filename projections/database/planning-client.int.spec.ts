import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { openDatabase } from '../database.ts';

describe('Le istruzioni che non si aspettano l’una l’altra', () => {
  let database: TestDatabase;
  let open: ReturnType<typeof openDatabase>;
  let client: pg.PoolClient;
  beforeAll(async () => {
    database = await testDatabase();
    open = openDatabase({ url: database.url, max: 1, pipeline: true });
    client = await open.pool.connect();
    await client.query('create temporary table numeri (n integer primary key)');
  });
  afterAll(async () => {
    client.release(true);
    await open.db.destroy();
    await database.close();
  });
  const ask = (text: string, ...values: unknown[]) => client.query<Record<string, unknown>>(text, values);

  it('chieste insieme, ognuna ha la sua risposta', async () => {
    const answers = await Promise.all([
      ask('begin'),
      ask('insert into numeri select generate_series(1, $1::integer)', 3),
      ask('select n, now() - now() as z from numeri where n > $1 order by n', 1),
      ask('commit'),
    ]);
    expect(answers.map(({ command, rowCount }) => [command, rowCount])).toEqual([
      ['BEGIN', null],
      ['INSERT', 3],
      ['SELECT', 2],
      ['COMMIT', null],
    ]);
    expect(answers[2]?.rows.map(({ n }) => n)).toEqual([2, 3]);
  });

  it('i valori vuoti di un’istruzione con un nome restano vuoti', async () => {
    const once = () => ask('select $1::text as testo, $2::integer as numero', 'è "così"', null);
    // the first use sends plain text, the second prepares the statement; then concurrent uses share the name
    for (let i = 0; i < 2; i += 1) await once();
    expect((await Promise.all([once(), once()])).map(({ rows }) => rows)).toEqual(
      Array.from({ length: 2 }, () => [{ testo: 'è "così"', numero: null }]),
    );
  });

  it('a name that the database had no time to learn is nobody’s: all behind a failure say the same, and it is learned later', async () => {
    const more = () => ask('select $1::integer + 2000 as n', 1);
    await more();
    const outcomes = await Promise.allSettled([ask('begin'), ask('select 1 / $1::integer', 0), more(), more(), ask('rollback')]);
    expect(outcomes.slice(2, 4)).toMatchObject(Array.from({ length: 2 }, () => ({ status: 'rejected', reason: { code: '25P02' } })));
    for (let i = 0; i < 3; i += 1)
      expect((await Promise.all([more(), more()])).map(({ rows }) => rows)).toEqual([[{ n: 2001 }], [{ n: 2001 }]]);
    expect((await client.query(`select from pg_prepared_statements where statement like '%+ 2000%' and name <> ''`)).rowCount).toBe(1);
  });

  it('quelle il cui piano dipende dai valori si pianificano ogni volta', async () => {
    const once = async (text: string) => {
      for (let i = 0; i < 3; i += 1) await ask(text, 'x');
    };
    await once('select $1::text as pianificata');
    await once('select 1 as cercata where $1::text ilike $1');
    await once('with prove_trascorse as (select $1::text as a_un_istante) select * from prove_trascorse');
    const { rows } = await client.query(`select statement from pg_prepared_statements where statement ~ 'pianificata|cercata|istante'`);
    expect(rows).toEqual([{ statement: 'select $1::text as pianificata' }]);
  });

  it('dopo una che fallisce le altre non si fanno, e dicono che la transazione è finita', async () => {
    const outcomes = await Promise.allSettled([
      ask('begin'),
      ask('insert into numeri values ($1)', 10),
      ask('select 1 / $1::integer', 0),
      ask('insert into numeri values ($1)', 11),
      ask('commit'),
    ]);
    expect(outcomes.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : one.status))).toEqual([
      'fulfilled',
      'fulfilled',
      '22012',
      '25P02',
      'fulfilled',
    ]);
    // the COMMIT of a failed transaction succeeds, but rolls back
    expect(outcomes[4]).toMatchObject({ value: { command: 'ROLLBACK' } });
    expect((await ask('select n from numeri where n >= $1', 10)).rows).toEqual([]);
  });

  it('una che il database non ha fatto in tempo a leggere si chiede di nuovo come le altre', async () => {
    const late = () => ask('select $1::integer + 1000 as mille', 1);
    // first use, so that the next one is a prepared statement
    await late();
    const [, , failed] = await Promise.allSettled([ask('begin'), ask('select 1 / $1::integer', 0), late(), ask('rollback')]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '25P02' } });
    for (let i = 0; i < 3; i += 1) expect((await late()).rows).toEqual([{ mille: 1001 }]);
  });

  it('un valore che non si può mandare è di chi lo manda', async () => {
    const circular: Record<string, unknown> = {};
    circular['io'] = circular;
    const [refused, other] = await Promise.allSettled([ask('select $1::text', circular), ask('select $1::integer as n', 7)]);
    expect(refused.status).toBe('rejected');
    expect(other).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 7 }] } });
  });

  it('un testo solo parte al suo posto', async () => {
    const answers = await Promise.all([
      ask('insert into numeri values ($1)', 20),
      client.query('update numeri set n = 21 where n = 20; select 1 as uno'),
      ask('select n from numeri where n >= $1', 20),
    ]);
    expect(answers[2].rows).toEqual([{ n: 21 }]);
  });

  it('una risposta che non si sa leggere è un errore di chi l’ha chiesta, e la connessione serve ancora', async () => {
    pg.types.setTypeParser(718 as never, () => {
      throw new Error('cerchio illeggibile');
    });
    await expect(ask('select circle(point($1::integer, 2), 3) as c', 1)).rejects.toThrow('cerchio illeggibile');
    pg.types.setTypeParser(718 as never, (text) => text);
    expect((await ask('select $1::integer as n', 1)).rows).toEqual([{ n: 1 }]);
  });

  it('la connessione che si rompe lo dice a tutte', async () => {
    const lost = Promise.allSettled([ask('select pg_sleep(30) where $1', true), ask('select $1::integer', 2)]);
    const other = openDatabase({ url: database.url, max: 1 });
    const asleep = `from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`;
    await expect.poll(async () => (await other.pool.query(`select ${asleep}`)).rowCount).toBe(1);
    await other.pool.query(`select pg_terminate_backend(pid) ${asleep}`);
    await other.db.destroy();
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('dove chi gestisce il portale dà un limite alle domande, una risposta lo ferma', async () => {
    const limited = openDatabase({ url: `${database.url}?query_timeout=200`, max: 1, pipeline: true });
    const one = await limited.pool.connect();
    const pid = async () => (await one.query<{ pid: number }>('select pg_backend_pid() as pid', [])).rows[0]!.pid;
    const before = [await pid(), await pid()];
    await expect(one.query('select 1 / $1::integer', [0])).rejects.toMatchObject({ code: '22012' });
    await pause(500);
    expect([await pid(), await pid()]).toEqual(before);
    one.release();
    await limited.db.destroy();
  });
});
