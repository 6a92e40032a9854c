import { sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { applicaEventi, daApplicare } from './apply.ts';
import { confronta, type Differenza } from './compare.ts';
import { apriDatabase, type LettureDatabase } from '../database.ts';
import { attuali } from './facts.ts';
import { PROIEZIONI } from '../index.ts';
import { unaRicostruzione } from './locks.ts';
import { conFirma, type Preparata, type Segno } from './preparation.ts';
import type { Projection } from './projection.ts';
import { leggiFino } from './read-until.ts';

export interface Verifica {
  store: EventStore;
  url: string;
  log: Logger;
  projections?: readonly Projection[];
}

export interface EsitoVerifica {
  uguali: boolean;
  /** Tables compared, and their rows. */
  tabelle: { tabella: string; righe: number }[];
  differenze: Differenza[];
  /** Projections that could not be compared, and why. */
  nonVerificate: { nome: string; motivo: string }[];
}

export const SCHEMA_VERIFICA = 'letture_verifica';

type Tx = Transaction<LettureDatabase>;

/**
 * A fresh replay compared with the live tables, row by row and column by column. All of it is one
 * transaction that sees the live tables and their checkpoints at one moment, and that is rolled
 * back: the portal goes on meanwhile, and nothing is left behind.
 */
export async function verifica({ store, url, log, projections = PROIEZIONI }: Verifica): Promise<EsitoVerifica> {
  const { db } = apriDatabase<LettureDatabase>({ url, max: 2 });
  try {
    return await unaRicostruzione(db, async () => {
      const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute();
      try {
        return await rigioca(tx, { store, log, preparate: await conFirma(projections) });
      } finally {
        await tx.rollback().execute();
      }
    });
  } finally {
    await db.destroy();
  }
}

async function rigioca(tx: Tx, { store, log, preparate }: { store: EventStore; log: Logger; preparate: readonly Preparata[] }): Promise<EsitoVerifica> {
  const { rows: segni } = await sql<Segno>`select nome, posizione, stato, errore, firma from proiezioni`.execute(tx);
  const esito: EsitoVerifica = { uguali: true, tabelle: [], differenze: [], nonVerificate: [] };
  const verificabili = preparate.flatMap((p) => {
    const segno = segni.find((s) => s.nome === p.projection.nome && s.firma === p.firma);
    if (!segno) esito.nonVerificate.push({ nome: p.projection.nome, motivo: 'le sue tabelle sono di un\'altra versione del programma' });
    return segno ? [{ projection: p.projection, posizione: segno.posizione }] : [];
  });
  await creaTabelle(tx, verificabili.map((v) => v.projection));
  const fermate = await riempi(tx, store, verificabili);
  for (const { projection } of verificabili) {
    const motivo = fermate.get(projection.nome);
    if (motivo) esito.nonVerificate.push({ nome: projection.nome, motivo });
    else for (const tabella of projection.tabelle) {
      const { righe, differenza } = await confronta(tx, tabella, SCHEMA_VERIFICA);
      esito.tabelle.push({ tabella, righe });
      if (differenza) esito.differenze.push(differenza);
    }
  }
  esito.uguali = esito.differenze.length === 0 && esito.nonVerificate.length === 0;
  for (const differenza of esito.differenze) log.error(differenza, 'read table differs from a replay of the log');
  log.info({ uguali: esito.uguali, tabelle: esito.tabelle.length }, 'read tables verified');
  return esito;
}

async function creaTabelle(tx: Tx, projections: readonly Projection[]): Promise<void> {
  await sql`create schema ${sql.id(SCHEMA_VERIFICA)}`.execute(tx);
  await sql`select set_config('search_path', ${`${SCHEMA_VERIFICA},public`}, true)`.execute(tx);
  for (const projection of projections) await projection.crea(tx);
}

/** Replays each projection up to its own checkpoint; answers those that stopped on the way. */
async function riempi(tx: Tx, store: EventStore, verificabili: readonly { projection: Projection; posizione: string | null }[]): Promise<Map<string, string>> {
  const fermate = new Map<string, string>();
  const fine = verificabili.map((v) => v.posizione ?? '').reduce((a, b) => (a > b ? a : b), '');
  for await (const lotto of leggiFino(store, null, fine || null)) {
    const events = attuali(lotto);
    for (const { projection, posizione } of verificabili) {
      if (fermate.has(projection.nome)) continue;
      const suoi = daApplicare(projection, null, events).filter((e) => e.position <= (posizione ?? ''));
      const fermata = suoi.length > 0 ? await applicaEventi(tx, projection, suoi) : null;
      if (fermata) fermate.set(projection.nome, fermata.errore);
    }
  }
  return fermate;
}
