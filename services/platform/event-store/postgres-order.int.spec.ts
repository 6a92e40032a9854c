import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { facts, newReader, freshStream } from './testing.ts';
import { postgresBench, type PostgresBench } from './postgres.testing.ts';

const ADD =
  'select * from public.eventi_aggiungi($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::uuid[], $7::text[], $8::jsonb[], $9::jsonb[])';
const values = (stream: string) => [[stream], [null], [1], [1], [1], [randomUUID()], ['FattoDiProva.v1'], ['{}'], ['{}']];

describe('L’ordine del registro in PostgreSQL', () => {
  let b: PostgresBench;
  beforeAll(async () => {
    b = await postgresBench({ pollMs: 50 });
  });
  afterAll(() => b.close());

  test('una transazione che si chiude tardi non fa saltare nulla a chi legge', async () => {
    const [late, other] = [freshStream(), freshStream()];
    await b.store.append(other, facts(1), 'none');
    const start = await b.store.head();
    const reader = newReader(b.store, start);
    const hand = await b.pool.connect();
    await hand.query('begin');
    await hand.query(ADD, values(late));
    let answered = false;
    const meanwhile = b.second.append(other, facts(2), 1).then((result) => {
      answered = true;
      return result;
    });
    // the second append waits for the lock of the first, so nothing can overtake the first
    await vi.waitFor(async () => {
      const { rows } = await b.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%eventi_aggiungi%'`,
      );
      expect(rows).toHaveLength(1);
    }, 15_000);
    expect(answered).toBe(false);
    expect(await b.store.head()).toBe(start);
    expect(reader.events).toEqual([]);
    await hand.query('commit');
    hand.release();
    const { position } = await meanwhile;
    await reader.wait(3);
    await reader.stop();
    expect(reader.events.map((e) => e.stream)).toEqual([late, other, other]);
    expect(reader.events.at(-1)!.position).toBe(position);
  });

  test('una transazione annullata non lascia buchi', async () => {
    const start = Number((await b.store.append(freshStream(), facts(1), 'none')).position);
    const hand = await b.pool.connect();
    await hand.query('begin');
    await hand.query(ADD, values(freshStream()));
    await hand.query('rollback');
    hand.release();
    expect(Number((await b.store.append(freshStream(), facts(1), 'none')).position)).toBe(start + 1);
  });

  test('sotto molte scritture insieme le posizioni sono senza buchi e nell’ordine in cui si vedono', async () => {
    const start = (await b.store.append(freshStream(), facts(1), 'none')).position;
    const reader = newReader(b.store, start);
    const writers = Array.from({ length: 60 }, (_, i) => (i % 2 ? b.store : b.second).append(freshStream(), facts(1 + (i % 4)), 'none'));
    await Promise.all(writers);
    await reader.wait(150);
    await reader.stop();
    expect(reader.events.map((e) => Number(e.position))).toEqual(Array.from({ length: 150 }, (_, i) => Number(start) + 1 + i));
  });

  test('un annuncio perso ritarda soltanto', async () => {
    const stream = freshStream();
    const reader = newReader(b.store, await b.store.head(), (e) => e.stream === stream);
    await b.store.append(stream, facts(1), 'none');
    await reader.wait(1);
    // inserts a row into the table directly, so that no notification is sent
    await b.pool.query(
      `with testa as (update public.eventi_testa set position = position + 1 returning position)
      insert into public.eventi (position, stream, version, event_id, type, data, metadata)
      select position, $1, 2, gen_random_uuid(), 'FattoDiProva.v1', '{}', '{}' from testa`,
      [stream],
    );
    await reader.wait(2);
    await reader.stop();
    expect(reader.events.map((e) => e.version)).toEqual([1, 2]);
  });
});
