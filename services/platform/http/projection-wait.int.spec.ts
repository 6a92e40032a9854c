import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apriDatabase, type LettureDatabase } from '#projections/database.ts';
import { contatore, muto, registra } from '#projections/engine/events.testing.ts';
import { statoProiezioni } from '#projections/engine/projections.queries.ts';
import { avviaProiezioni } from '#projections/engine/runner.ts';
import { databaseDiProva, type DatabaseDiProva } from '../../../test/postgres.ts';
import { storeMemoria } from '../event-store/memory.ts';
import { attesaProiezioni } from './projection-wait.ts';

let database: DatabaseDiProva;
beforeAll(async () => {
  database = await databaseDiProva();
});
afterAll(() => database.chiudi());

describe('leggere quello che si è appena scritto', () => {
  it('la risposta arriva quando tutte le proiezioni che vanno mostrano la scrittura, senza aspettare quelle ferme', async () => {
    const store = storeMemoria();
    const { db } = apriDatabase<LettureDatabase>({ url: database.url, max: 2 });
    const attesa = await attesaProiezioni({ url: database.url });
    expect(await attesa.finoA('0', 20)).toBe(false);
    const cancello = Promise.withResolvers<void>();
    const lenta = contatore('lenta');
    const projections = [contatore('pronta'), contatore('guasta', { guasto: () => { throw new Error('veleno'); } }), {
      ...lenta,
      applica: async (...parti: Parameters<typeof lenta.applica>) => {
        await cancello.promise;
        await lenta.applica(...parti);
      },
    }];
    const runner = await avviaProiezioni({ store, url: database.url, projections, log: muto });
    const prima = await registra(store, 'prova-1', 'Fatto.v1', {});
    expect(await attesa.finoA(prima, 50)).toBe(false);
    const risposte = Promise.all(Array.from({ length: 50 }, () => attesa.finoA(prima, 10_000)));
    cancello.resolve();
    expect(new Set(await risposte)).toEqual(new Set([true]));
    const { rows } = await sql<{ quanti: number }>`select quanti from lenta`.execute(db);
    expect(rows).toEqual([{ quanti: 1 }]);
    expect((await statoProiezioni(db)).find((s) => s.nome === 'guasta')?.stato).toBe('ferma');

    // the listening connection is lost: it comes back, and meanwhile the fallback is there
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'strato-proiezioni' and datname = current_database()`.execute(db);
    expect(await attesa.finoA(await registra(store, 'prova-1', 'Fatto.v1', {}), 10_000)).toBe(true);
    await vi.waitFor(async () => {
      const { rows: ascolti } = await sql`select 1 from pg_stat_activity where application_name = 'strato-proiezioni' and datname = current_database()`.execute(db);
      expect(ascolti).toHaveLength(1);
    }, { timeout: 10_000 });
    await runner.ferma();
    await attesa.chiudi();
    await db.destroy();
  });
});
