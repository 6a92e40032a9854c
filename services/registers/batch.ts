import pRetry from 'p-retry';
import { DomainError } from '#contracts/core/errors.ts';
import type { Command, Outcome, Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies } from '../platform/module.ts';
import { correlated } from '../platform/start/correlation.ts';

/** One command of a batch, and who sends it; its `commandId` makes it the same command when it is run again. */
export interface BatchPart {
  command: Command;
  sender: Sender;
}

type Needs = Pick<Dependencies, 'writeDb' | 'dispatch' | 'log'>;

/**
 * Writes over several records, all or none: they have been checked, and are kept before the first
 * is done, so that `resumeBatches` can do the rest after a crash. A store that went away in the
 * middle is thrown; when it is back the rest is done without being asked for. A record that somebody
 * else deleted meanwhile asks for nothing more; another refusal is thrown once all the others are done.
 */
export async function runBatch(deps: Needs, id: string, parts: readonly BatchPart[]): Promise<Outcome[]> {
  // what its request waited for is over
  const kept = parts.map(({ command, sender }) => ({ command, sender: { ...sender, cleared: undefined } }));
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

/** Past this time it waits for the next start. */
const CARRY_ON = { retries: Number.POSITIVE_INFINITY, minTimeout: 250, maxTimeout: 10_000, maxRetryTime: 600_000, unref: true };

/** The same commands, by their ids: whoever repeats the call meanwhile does no harm. */
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
      // the store or this process failing: what was begun stays, to be carried on
      if (!(error instanceof DomainError)) throw error;
      if (error.code !== 'SCONOSCIUTO') refusals.push(error);
    }
  }
  await deps.writeDb.deleteFrom('operazioni').where('id', '=', id).execute();
  if (refusals[0]) throw refusals[0];
  return outcomes;
}

/** At the start: what a process that died had begun. Resolves to how many batches there were. */
export async function resumeBatches(deps: Needs): Promise<number> {
  const begun = await deps.writeDb.selectFrom('operazioni').selectAll().orderBy('iniziata').execute();
  for (const { id, parti } of begun) {
    const parts = parti as BatchPart[];
    // of whoever asked for it, before this process was
    await correlated(parts[0]?.sender.correlationId ?? id, () => complete(deps, id, parts));
  }
  return begun.length;
}

async function complete(deps: Needs, id: string, parts: readonly BatchPart[]): Promise<void> {
  deps.log.warn({ operation: id, records: parts.length }, 'a write over several records was half done: it is completed');
  await runBatch(deps, id, parts).catch((error: unknown) =>
    deps.log.error({ err: error, operation: id }, 'a write over several records that is half done cannot be completed'),
  );
}

/** The furthest position of several outcomes; `null` when nothing was recorded. */
export const lastPosition = (outcomes: readonly Outcome[]): string | null =>
  outcomes.map(({ position }) => position ?? '').reduce((a, b) => (a > b ? a : b), '') || null;
