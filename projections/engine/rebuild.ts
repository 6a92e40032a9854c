import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { applicaLotto, type ContestoLotto } from './batch.ts';
import { apriDatabase, CANALE, SCHEMA_LETTURE, type LettureDatabase } from '../database.ts';
import { PROIEZIONI } from '../index.ts';
import { perScambio, unaRicostruzione } from './locks.ts';
import { conFirma, prepara } from './preparation.ts';
import type { Projection } from './projection.ts';
import { leggiFino } from './read-until.ts';

export interface Ricostruzione {
  store: EventStore;
  url: string;
  log: Logger;
  projections?: readonly Projection[];
}

const NUOVA = `${SCHEMA_LETTURE}_nuova`;
const VECCHIA = `${SCHEMA_LETTURE}_vecchia`;

/** Fewer events than this are left for the moment in which the live tables stand still. */
const POCHI = 500;

/**
 * Every read table made again from the log. The live ones are read and kept up to date meanwhile;
 * at the end the new ones take their place in one transaction. Throws, leaving the live ones as
 * they are, when a projection that works today would come out stopped.
 */
export async function ricostruisci({ store, url, log, projections = PROIEZIONI }: Ricostruzione): Promise<{ posizione: string | null }> {
  const vive = apriDatabase<LettureDatabase>({ url, max: 3 }).db;
  const nuove = apriDatabase<LettureDatabase>({ url, max: 2, schema: NUOVA }).db;
  try {
    return await unaRicostruzione(vive, async () => {
      await elimina(vive, NUOVA);
      await elimina(vive, VECCHIA);
      try {
        const preparate = await conFirma(projections);
        await prepara(nuove, NUOVA, preparate);
        const posizione = await riempi({ db: nuove, preparate, log, controScambi: false }, store);
        await riordina(nuove, projections);
        const fine = await scambia(vive, (dopo) => fino({ db: nuove, preparate, log, controScambi: false }, store, dopo), posizione);
        log.info({ posizione: fine }, 'read tables rebuilt');
        return { posizione: fine };
      } finally {
        await elimina(vive, NUOVA);
        await elimina(vive, VECCHIA);
      }
    });
  } finally {
    await nuove.destroy();
    await vive.destroy();
  }
}

/** Up to the log's end as it is now; the position reached. */
async function fino(contesto: ContestoLotto, store: EventStore, da: string | null): Promise<string | null> {
  let dopo = da;
  for await (const events of leggiFino(store, da, await store.head())) {
    await applicaLotto(contesto, { corsia: 'attiva', dopo, events });
    dopo = events.at(-1)?.position ?? dopo;
  }
  return dopo;
}

/** Again and again, as the log goes on, until little is left. */
async function riempi(contesto: ContestoLotto, store: EventStore): Promise<string | null> {
  let dopo: string | null = null;
  do {
    dopo = await fino(contesto, store, dopo);
    contesto.log.info({ posizione: dopo }, 'read tables being rebuilt');
  } while ((await store.countAfter(dopo, POCHI)) >= POCHI);
  return dopo;
}

/** Statistics and visibility for the new tables: the first readers must not pay for them. */
async function riordina(nuove: Kysely<LettureDatabase>, projections: readonly Projection[]): Promise<void> {
  for (const tabella of projections.flatMap((p) => p.tabelle)) {
    await sql`vacuum (analyze) ${sql.table(`${NUOVA}.${tabella}`)}`.execute(nuove);
  }
}

/**
 * With the writers of the live tables waiting: the last events, then the new names. Readers are not
 * kept waiting; the old tables are dropped later, when nobody reads them any more.
 */
async function scambia(vive: Kysely<LettureDatabase>, finisci: (dopo: string | null) => Promise<string | null>, dopo: string | null): Promise<string | null> {
  return vive.transaction().execute(async (tx) => {
    await perScambio(tx);
    const posizione = await finisci(dopo);
    await rifiutaSePeggio(tx);
    await sql`create schema if not exists ${sql.id(SCHEMA_LETTURE)}`.execute(tx);
    await sql`alter schema ${sql.id(SCHEMA_LETTURE)} rename to ${sql.id(VECCHIA)}`.execute(tx);
    await sql`alter schema ${sql.id(NUOVA)} rename to ${sql.id(SCHEMA_LETTURE)}`.execute(tx);
    await sql`select pg_notify(${CANALE}, ${posizione ?? ''})`.execute(tx);
    return posizione;
  });
}

async function rifiutaSePeggio(db: Kysely<LettureDatabase>): Promise<void> {
  const fermate = await sql<{ nome: string; errore: string }>`select nome, errore from ${sql.table(`${NUOVA}.proiezioni`)} where stato = 'ferma'`.execute(db);
  if (fermate.rows.length === 0) return;
  const vive = await sql<{ nome: string }>`select nome from proiezioni where stato <> 'ferma'`.execute(db);
  const peggio = fermate.rows.filter((f) => vive.rows.some((v) => v.nome === f.nome));
  if (peggio.length > 0) throw new Error(`Ricostruzione annullata: ${peggio.map((f) => `${f.nome} si ferma su ${f.errore}`).join('; ')}`);
}

async function elimina(db: Kysely<LettureDatabase>, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
}
