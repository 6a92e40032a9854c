import { setTimeout as pausa } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pronto } from '../../../test/access.ts';
import { avviaPortaleDiProva, type PortaleDiProva } from '../../../test/portal.ts';
import { cambiaCredenziali, creaCredenziali, eliminaCredenziali } from './credentials.ts';
import { installa } from '#services/modules/accesso/installation.ts';
import { apriSessione, leggiSessione } from './sessions.ts';

let prova: PortaleDiProva;

beforeAll(async () => {
  prova = await avviaPortaleDiProva();
  await installa(prova.dip);
  await pronto(prova);
});
afterAll(() => prova.ferma());

const nuova = (memberID: string, hash: string, groupID = 12) => ({ memberID, groupID, hash, ricordami: false, ora: new Date() });

/** Until the task is done or some connection waits for a lock. */
async function fermoOFinito(compito: Promise<unknown>): Promise<void> {
  let finito = false;
  void compito.finally(() => { finito = true; });
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(prova.dip.letture);
    if (finito || rows.length > 0) return;
    await pausa(5);
  }
}

describe('aprire una sessione', () => {
  it('con credenziali che non sono più quelle non si apre', async () => {
    await creaCredenziali(prova.dip.scritture, 'anna', 'hash-1');
    expect(await apriSessione(prova.dip.scritture, nuova('anna', 'hash-1'))).toEqual(expect.any(String));
    expect(await apriSessione(prova.dip.scritture, nuova('anna', 'hash-2'))).toBeNull();
    expect(await apriSessione(prova.dip.scritture, nuova('nessuno', 'hash-1'))).toBeNull();
  });

  it('aspetta un cambio di password in corso, e allora non si apre', async () => {
    await creaCredenziali(prova.dip.scritture, 'bruno', 'hash-1');
    const apertura = await prova.dip.scritture.transaction().execute(async (tx) => {
      await cambiaCredenziali(tx, 'bruno', 'hash-2', new Date());
      const sessione = apriSessione(prova.dip.scritture, nuova('bruno', 'hash-1'));
      await fermoOFinito(sessione);
      return { sessione };
    });
    expect(await apertura.sessione).toBeNull();
  });

  it('finisce con le credenziali', async () => {
    await creaCredenziali(prova.dip.scritture, 'carla', 'hash-1');
    await apriSessione(prova.dip.scritture, nuova('carla', 'hash-1'));
    await eliminaCredenziali(prova.dip.scritture, 'carla');
    const { rows } = await sql`select 1 from public.sessioni where member_id = 'carla'`.execute(prova.dip.scritture);
    expect(rows).toEqual([]);
  });
});

describe('una sessione aperta', () => {
  it('vale solo nel gruppo in cui è nata', async () => {
    const { rows: [riga] } = await sql<{ hash: string }>`select hash from public.credenziali where member_id = 'capo'`.execute(prova.dip.scritture);
    const [giusta, altra] = [
      await apriSessione(prova.dip.scritture, nuova('capo', riga?.hash ?? '', 12)),
      await apriSessione(prova.dip.scritture, nuova('capo', riga?.hash ?? '', 2)),
    ];
    expect(await leggiSessione(prova.dip.letture, giusta ?? '', new Date())).toMatchObject({ memberID: 'capo', groupID: 12 });
    expect(await leggiSessione(prova.dip.letture, altra ?? '', new Date())).toBeNull();
  });

  it('non vale per chi non ha un record', async () => {
    await creaCredenziali(prova.dip.scritture, 'dario', 'hash-1');
    const token = await apriSessione(prova.dip.scritture, nuova('dario', 'hash-1'));
    expect(await leggiSessione(prova.dip.letture, token ?? '', new Date())).toBeNull();
  });
});
