import pRetry from 'p-retry';
import { DomainError } from '#contracts/core/errors.ts';
import type { Command, Outcome, Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies } from '../platform/module.ts';
import { withCorrelation } from '../platform/start/correlation.ts';

/** One command of a batch and its sender, whose `commandId` makes a repeated run idempotent. */
export interface BatchPart {
  command: Command;
  sender: Sender;
}

type Needs = Pick<Dependencies, 'writeDb' | 'dispatch' | 'log'>;

/**
 * Runs checked commands over several records. All commands are stored before the first runs, so that `resumeBatches` completes them
 * after a crash. If the store fails midway, this throws, and retries in the background complete the rest. A record deleted meanwhile
 * is skipped. Any other refusal is thrown after all other commands have run.
 */
export async function runBatch(deps: Needs, id: string, parts: readonly BatchPart[]): Promise<Outcome[]> {
  // `keyClaimed` belongs to the request, which may have ended when the stored commands are resumed
  const kept = parts.map(({ command, sender }) => ({ command, sender: { ...sender, keyClaimed: undefined } }));
  await deps.writeDb
    .insertInto('operazioni')
    .values({ id, parti: JSON.stringify(kept) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  try {
    return await finish(deps, id, parts);
  } catch (error) {
    if (!(error instanceof DomainError)) carryOn(deps, id, parts);
    throw error;
  }
}

/** Retries of a failed batch. After `maxRetryTime` the batch waits for the portal's next start. */
const CARRY_ON = { retries: Number.POSITIVE_INFINITY, minTimeout: 250, maxTimeout: 10_000, maxRetryTime: 600_000, unref: true };

/** Retries a batch in the background. Its command ids make a request that is repeated meanwhile harmless. */
function carryOn(deps: Needs, id: string, parts: readonly BatchPart[]): void {
  pRetry(() => finish(deps, id, parts), { ...CARRY_ON, shouldRetry: ({ error }) => !(error instanceof DomainError) }).catch(
    (error: unknown) => deps.log.warn({ err: error, operation: id }, 'a write over several records waits for the next start, half done'),
  );
}

async function finish(deps: Needs, id: string, parts: readonly BatchPart[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const refusals: DomainError[] = [];
  for (const { command, sender } of parts) {
    try {
      outcomes.push(await deps.dispatch(command, sender));
    } catch (error) {
      // the store or this process failed: the batch stays stored, to be retried
      if (!(error instanceof DomainError)) throw error;
      if (error.code !== 'SCONOSCIUTO') refusals.push(error);
    }
  }
  await deps.writeDb.deleteFrom('operazioni').where('id', '=', id).execute();
  if (refusals[0]) throw refusals[0];
  return outcomes;
}

/** Completes at startup the batches that a crashed process left. Returns their number. */
export async function resumeBatches(deps: Needs): Promise<number> {
  const batches = await deps.writeDb.selectFrom('operazioni').selectAll().orderBy('iniziata').execute();
  for (const { id, parti } of batches) {
    const parts = parti as BatchPart[];
    // keeps the correlation id of the original request
    await withCorrelation(parts[0]?.sender.correlationId ?? id, () => complete(deps, id, parts));
  }
  return batches.length;
}

async function complete(deps: Needs, id: string, parts: readonly BatchPart[]): Promise<void> {
  deps.log.warn({ operation: id, records: parts.length }, 'a write over several records was half done: it is completed');
  await runBatch(deps, id, parts).catch((error: unknown) =>
    deps.log.error({ err: error, operation: id }, 'a write over several records that is half done cannot be completed'),
  );
}

/** Returns the last log position of several outcomes, or `null` if nothing was recorded. */
export const lastPosition = (outcomes: readonly Outcome[]): string | null =>
  outcomes.map(({ position }) => position ?? '').reduce((a, b) => (a > b ? a : b), '') || null;
