import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fatti, lettore, nuovoStream } from './testing.ts';
import { bancoPostgres, type BancoPostgres } from './postgres.testing.ts';

const AGGIUNGI = 'select * from public.eventi_aggiungi($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::uuid[], $7::text[], $8::jsonb[], $9::jsonb[])';
const valori = (stream: string) => [[stream], [null], [1], [1], [1], [randomUUID()], ['FattoDiProva.v1'], ['{}'], ['{}']];

describe('L’ordine del registro in PostgreSQL', () => {
  let b: BancoPostgres;
  beforeAll(async () => {
    b = await bancoPostgres({ controlloMs: 50 });
  });
  afterAll(() => b.chiudi());

  test('una transazione che si chiude tardi non fa saltare nulla a chi legge', async () => {
    const [tardi, altro] = [nuovoStream(), nuovoStream()];
    await b.store.append(altro, fatti(1), 'none');
    const start = await b.store.head();
    const reader = lettore(b.store, start);
    const hand = await b.pool.connect();
    await hand.query('begin');
    await hand.query(AGGIUNGI, valori(tardi));
    let answered = false;
    const meanwhile = b.secondo.append(altro, fatti(2), 1).then((result) => {
      answered = true;
      return result;
    });
    // the second append is waiting for the first: nothing can overtake it
    await vi.waitFor(async () => {
      const { rows } = await b.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%eventi_aggiungi%'`);
      expect(rows).toHaveLength(1);
    });
    expect(answered).toBe(false);
    expect(await b.store.head()).toBe(start);
    expect(reader.eventi).toEqual([]);
    await hand.query('commit');
    hand.release();
    const { position } = await meanwhile;
    await reader.attendi(3);
    await reader.ferma();
    expect(reader.eventi.map((e) => e.stream)).toEqual([tardi, altro, altro]);
    expect(reader.eventi.at(-1)!.position).toBe(position);
  });

  test('una transazione annullata non lascia buchi', async () => {
    const start = Number((await b.store.append(nuovoStream(), fatti(1), 'none')).position);
    const hand = await b.pool.connect();
    await hand.query('begin');
    await hand.query(AGGIUNGI, valori(nuovoStream()));
    await hand.query('rollback');
    hand.release();
    expect(Number((await b.store.append(nuovoStream(), fatti(1), 'none')).position)).toBe(start + 1);
  });

  test('sotto molte scritture insieme le posizioni sono senza buchi e nell’ordine in cui si vedono', async () => {
    const start = (await b.store.append(nuovoStream(), fatti(1), 'none')).position;
    const reader = lettore(b.store, start);
    const writers = Array.from({ length: 60 }, (_, i) => (i % 2 ? b.store : b.secondo).append(nuovoStream(), fatti(1 + (i % 4)), 'none'));
    await Promise.all(writers);
    await reader.attendi(150);
    await reader.ferma();
    expect(reader.eventi.map((e) => Number(e.position))).toEqual(Array.from({ length: 150 }, (_, i) => Number(start) + 1 + i));
  });

  test('un annuncio perso ritarda soltanto', async () => {
    const stream = nuovoStream();
    const reader = lettore(b.store, await b.store.head(), (e) => e.stream === stream);
    await b.store.append(stream, fatti(1), 'none');
    await reader.attendi(1);
    // a row that nobody announces: triggers and functions aside, straight into the table
    await b.pool.query(`with testa as (update public.eventi_testa set position = position + 1 returning position)
      insert into public.eventi (position, stream, version, event_id, type, data, metadata)
      select position, $1, 2, gen_random_uuid(), 'FattoDiProva.v1', '{}', '{}' from testa`, [stream]);
    await reader.attendi(2);
    await reader.ferma();
    expect(reader.eventi.map((e) => e.version)).toEqual([1, 2]);
  });
});
