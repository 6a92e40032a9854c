import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Upcasts } from '#contracts/core/events.ts';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import { applyEvents, toApply } from './apply.ts';
import { compare, type Difference } from './compare.ts';
import { openDatabase, type ReadDatabase } from '../database.ts';
import { currentAndRecorded } from './record-events.ts';
import { instantsAfter, LOG_START } from './instants.ts';
import { rebuildAlone } from './locks.ts';
import { refuseShorterLog } from './log-shorter.ts';
import { withSignature, type SignedProjection } from './preparation.ts';
import type { Projection } from './projection.ts';
import { readUntil } from './read-until.ts';
import { batchTransaction } from './transaction.ts';

export interface Check {
  store: ReadableLog;
  url: string;
  log: Logger;
  projections: readonly Projection[];
  upcasts: Upcasts;
}

export interface VerifyOutcome {
  equal: boolean;
  /** Compared tables, each with its number of rows. */
  tables: { tabella: string; righe: number }[];
  differences: Difference[];
  /** Projections that could not be compared, each with the reason. */
  notVerified: { nome: string; motivo: string }[];
}

export const SCHEMA_CHECK = 'letture_verifica';

type Tx = Transaction<ReadDatabase>;

/**
 * Replays the log and compares the result with the live tables, row by row and column by column. One transaction sees the live tables and
 * their checkpoints at one moment and is rolled back at the end, so the portal runs on and no table remains. Throws `LogShorter` if the log
 * ends before the checkpoints.
 */
export async function check({ store, url, log, projections, upcasts }: Check): Promise<VerifyOutcome> {
  const { db, pool } = openDatabase<ReadDatabase>({ url, max: 2 });
  try {
    return await rebuildAlone(pool, async () => {
      const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute();
      try {
        return await replay(tx, { store, log, upcasts, signed: await withSignature(projections) });
      } finally {
        await tx.rollback().execute();
      }
    });
  } finally {
    await db.destroy();
  }
}

async function replay(
  tx: Tx,
  { store, log, upcasts, signed }: Pick<Check, 'store' | 'log' | 'upcasts'> & { signed: readonly SignedProjection[] },
): Promise<VerifyOutcome> {
  await refuseShorterLog(store, tx);
  const checkpoints = await tx.selectFrom('proiezioni').select(['nome', 'posizione', 'firma']).execute();
  const outcome: VerifyOutcome = { equal: true, tables: [], differences: [], notVerified: [] };
  const verifiable = signed.flatMap((p) => {
    const checkpoint = checkpoints.find((s) => s.nome === p.projection.name && s.firma === p.signature);
    if (!checkpoint)
      outcome.notVerified.push({ nome: p.projection.name, motivo: "le sue tabelle sono di un'altra versione del programma" });
    return checkpoint ? [{ projection: p.projection, posizione: checkpoint.posizione }] : [];
  });
  await createTables(
    tx,
    verifiable.map((v) => v.projection),
  );
  const stops = await fill(tx, { store, upcasts }, verifiable);
  for (const { projection } of verifiable) {
    const motivo = stops.get(projection.name);
    if (motivo) outcome.notVerified.push({ nome: projection.name, motivo });
    else
      for (const table of projection.tables) {
        const { righe, differenza } = await compare(tx, table, SCHEMA_CHECK);
        outcome.tables.push({ tabella: table, righe });
        if (differenza) outcome.differences.push(differenza);
      }
  }
  outcome.equal = outcome.differences.length === 0 && outcome.notVerified.length === 0;
  for (const difference of outcome.differences) log.error(difference, 'read table differs from a replay of the log');
  log.info({ equal: outcome.equal, tables: outcome.tables.length }, 'read tables verified');
  return outcome;
}

async function createTables(tx: Tx, projections: readonly Projection[]): Promise<void> {
  await tx.schema.createSchema(SCHEMA_CHECK).execute();
  await tx
    .selectNoFrom(({ fn, lit, val }) => fn('set_config', [val('search_path'), val(`${SCHEMA_CHECK},public`), lit(true)]).as('set'))
    .execute();
  for (const projection of projections) await projection.create(tx);
}

/** Replays each projection up to its own checkpoint; returns the errors of projections that stopped, by name. */
async function fill(
  tx: Tx,
  { store, upcasts }: Pick<Check, 'store' | 'upcasts'>,
  verifiable: readonly { projection: Projection; posizione: string | null }[],
): Promise<Map<string, string>> {
  const stops = new Map<string, string>();
  const batch = batchTransaction((query) => tx.executeQuery(query));
  const end = verifiable.map((v) => v.posizione ?? '').reduce((a, b) => (a > b ? a : b), '');
  const instants = instantsAfter(store, LOG_START);
  for await (const read of readUntil(store, null, end || null)) {
    const events = currentAndRecorded(upcasts, await instants.mark(read));
    for (const { projection, posizione } of verifiable) {
      if (stops.has(projection.name)) continue;
      const own = toApply(projection, null, events).filter((e) => e.position <= (posizione ?? ''));
      const stop = own.length > 0 ? await applyEvents(batch, projection, own) : null;
      if (stop) stops.set(projection.name, stop.error);
    }
  }
  return stops;
}
