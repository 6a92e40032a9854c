import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { enter, ready } from '../../../test/access.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { install } from './installation.ts';

let test: TestPortal;

beforeAll(async () => {
  test = await startTestPortal();
  await install(test.deps);
  await ready(test);
});
afterAll(() => test.stop());

const list = async (token: string) => (await test.call('GET', '/api/sessioni', { token })).body.data as { id: string; corrente: boolean }[];
const end = (token: string, body: unknown) => test.call('DELETE', '/api/sessioni', { token, body });
const open = async (token: string) => (await test.call('GET', '/api/sessione', { token })).status;

it('ognuno vede le sue, chiude una o tutte, e di quelle degli altri non sa nulla', async () => {
  const [here, phone] = [await enter(test, 'operaio', 'operaio-demo'), await enter(test, 'operaio', 'operaio-demo', true)];
  const other = await enter(test, 'capo', 'capo-demo');
  const rows = await list(here);
  expect(rows).toMatchObject([
    { corrente: false, ricordami: true },
    { corrente: true, ricordami: false },
  ]);
  const [theirs] = await list(other);
  expect((await end(here, { id: theirs!.id })).status).toBe(404);
  for (const body of [{}, { id: 'x' }, { tutte: 0 }, { id: [rows[0]!.id] }]) expect((await end(here, body)).status).toBe(400);
  expect([await open(here), await open(phone), await open(other)]).toEqual([200, 200, 200]);
  expect((await end(here, { id: rows[0]!.id })).body.message).toEqual({ affectedRows: 1 });
  expect([await open(here), await open(phone), (await end(here, { id: rows[0]!.id })).status]).toEqual([200, 401, 404]);
  const again = await enter(test, 'operaio', 'operaio-demo');
  const all = await end(here, { tutte: 1 });
  expect([all.body.message, all.headers.get('clear-site-data')]).toEqual([{ affectedRows: 2 }, '"cache"']);
  expect([await open(here), await open(again), await open(other)]).toEqual([401, 401, 200]);
  const { rows: told } = await sql<{
    tipo: string;
  }>`select tipo from public.accessi where utente = 'operaio' and cosa like 'DELETE /api/sessioni%' order by id`.execute(test.deps.writeDb);
  expect(told.map(({ tipo }) => tipo)).toEqual(['revoca', 'uscita']);
});
