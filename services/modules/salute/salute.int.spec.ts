import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import type { Contesto, Dipendenze } from '#services/platform/module.ts';
import { avviaPortaleDiProva, type PortaleDiProva } from '../../../test/portal.ts';
import { entro } from './within.ts';
import { moduloSalute } from './module.ts';

describe('La salute del portale', () => {
  let portale: PortaleDiProva;
  beforeAll(async () => {
    portale = await avviaPortaleDiProva();
  });
  afterAll(() => portale?.ferma());

  /** The answer with parts of the portal replaced by broken ones. */
  async function conGuasto(parti: Partial<Dipendenze>): Promise<{ stato: number; corpo: Record<string, unknown> }> {
    const esito = { stato: 200, corpo: {} as Record<string, unknown> };
    const res = {
      status(n: number) { esito.stato = n; return res; },
      set() { return res; },
      json(corpo: Record<string, unknown>) { esito.corpo = corpo; return res; },
    };
    const [rotta] = moduloSalute({ ...portale.dip, ...parti }).rotte;
    await rotta?.gestisci({} as never, res as never, { identita: null } as Contesto);
    return esito;
  }

  it('senza sessione: 200 con il registro, le proiezioni e le code', async () => {
    await portale.persona({});
    const r = await portale.chiama('GET', '/api/salute');
    expect(r.stato).toBe(200);
    expect(r.corpo).toMatchObject({ stato: 'ok', eventStore: { nome: 'postgres', posizione: await portale.dip.store.head() }, code: { queued: 0, running: 0, done: 0, error: 0 } });
    expect(r.corpo.proiezioni.length).toBeGreaterThan(10);
    expect(r.corpo.proiezioni.every((p: { stato: string; ritardo: number }) => p.stato === 'attiva' && p.ritardo === 0)).toBe(true);
    expect(r.corpo.motivo).toBeUndefined();
  });

  it('una proiezione ferma si vede, con quanto è rimasta indietro, e il portale resta utilizzabile', async () => {
    const { letture } = portale.dip;
    await sql`update proiezioni set stato = 'ferma', errore = 'valore "segreto"', posizione = null where nome = 'accise'`.execute(letture);
    const r = await portale.chiama('GET', '/api/salute');
    expect([r.stato, r.corpo.stato, r.corpo.motivo]).toEqual([200, 'degradato', 'Proiezioni ferme: accise']);
    const accise = r.corpo.proiezioni.find((p: { nome: string }) => p.nome === 'accise');
    expect(accise).toMatchObject({ stato: 'ferma', posizione: null, errore: expect.any(String) });
    expect(accise.ritardo).toBeGreaterThan(0);
    expect(r.testo).not.toContain('segreto');
    await sql`update proiezioni set stato = 'attiva', errore = null where nome = 'accise'`.execute(letture);
  });

  it('con il registro degli eventi irraggiungibile: 503 con il motivo', async () => {
    const store = { ...portale.dip.store, head: () => Promise.reject(new StoreUnavailable('via')) };
    expect(await conGuasto({ store })).toMatchObject({ stato: 503, corpo: { stato: 'non-disponibile', motivo: expect.stringContaining('non si raggiunge') } });
  });

  it('chi non risponde mai non la blocca', async () => {
    await expect(entro([new Promise(() => {})], 5)).rejects.toThrow('no answer in time');
    expect(await entro([Promise.resolve(1), Promise.resolve('a')], 5_000)).toEqual([1, 'a']);
  });
});
