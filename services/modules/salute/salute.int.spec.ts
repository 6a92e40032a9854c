import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import type { Context, Dependencies } from '#services/platform/module.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { saluteModule } from './module.ts';

describe('La salute del portale', () => {
  let portale: TestPortal;
  beforeAll(async () => {
    portale = await startTestPortal();
  });
  afterAll(() => portale?.stop());

  /** Returns the response of one health check with some dependencies replaced by broken ones. */
  const withFault = (parts: Partial<Dependencies>, limitMs?: number) => health(parts, limitMs)();

  /** Creates a portal's health check with some dependencies replaced; each call of the returned function is one request. */
  function health(parts: Partial<Dependencies>, limitMs?: number): () => Promise<{ status: number; body: Record<string, unknown> }> {
    const [route] = saluteModule({ ...portale.deps, ...parts }, limitMs).routes;
    return async () => {
      const outcome = { status: 200, body: {} as Record<string, unknown> };
      const res = {
        status(n: number) {
          outcome.status = n;
          return res;
        },
        set() {
          return res;
        },
        json(body: Record<string, unknown>) {
          outcome.body = body;
          return res;
        },
      };
      await route?.handle({} as never, res as never, { identity: null } as Context);
      return outcome;
    };
  }

  it('senza sessione: 200 con il registro, le proiezioni e le code', async () => {
    await portale.person({});
    const r = await portale.call('GET', '/api/salute');
    expect(r.status).toBe(200);
    expect(r.body).toMatchObject({
      stato: 'ok',
      eventStore: { nome: portale.deps.store.name, posizione: await portale.deps.store.head() },
      code: { queued: 0, running: 0, done: 0, error: 0 },
    });
    expect(r.body.proiezioni.length).toBeGreaterThan(10);
    expect(r.body.proiezioni.every((p: { stato: string; ritardo: number }) => p.stato === 'attiva' && p.ritardo === 0)).toBe(true);
    expect(r.body.motivo).toBeUndefined();
  });

  it('una proiezione ferma si vede, con quanto è rimasta indietro, e il portale resta utilizzabile', async () => {
    const { readDb } = portale.deps;
    await sql`update proiezioni set stato = 'ferma', errore = 'valore "segreto"', posizione = null where nome = 'accise'`.execute(readDb);
    const r = await portale.call('GET', '/api/salute');
    expect([r.status, r.body.stato, r.body['motivo']]).toEqual([200, 'degradato', 'Proiezioni ferme: accise']);
    const accise = r.body.proiezioni.find((p: { nome: string }) => p.nome === 'accise');
    expect(accise).toMatchObject({ stato: 'ferma', posizione: null, errore: expect.any(String) });
    expect(accise.ritardo).toBeGreaterThan(0);
    expect(r.text).not.toContain('segreto');
    await sql`update proiezioni set stato = 'attiva', errore = null where nome = 'accise'`.execute(readDb);
  });

  it('con il registro degli eventi irraggiungibile: 503 con il motivo', async () => {
    const store = { ...portale.deps.store, head: () => Promise.reject(new StoreUnavailable('via')) };
    expect(await withFault({ store })).toMatchObject({
      status: 503,
      body: { stato: 'non-disponibile', motivo: expect.stringContaining('non si raggiunge') },
    });
  });

  it('in trenta insieme si guarda una volta sola, anche se chi chiede non aspetta', async () => {
    let asked = 0;
    const store = { ...portale.deps.store, head: () => (asked++, new Promise<never>(() => {})) };
    const salute = health({ store }, 5);
    const answers = await Promise.all(Array.from({ length: 30 }, salute));
    expect(answers.map(({ status, body }) => [status, body['motivo']])).toEqual(
      Array(30).fill([503, expect.stringContaining('non ha risposto in tempo')]),
    );
    expect((await salute()).status).toBe(503);
    expect(asked).toBe(1);
  });

  it('chi non risponde mai non la blocca', async () => {
    const store = { ...portale.deps.store, head: () => new Promise<never>(() => {}) };
    expect(await withFault({ store }, 5)).toMatchObject({ status: 503, body: { stato: 'non-disponibile' } });
  });
});
