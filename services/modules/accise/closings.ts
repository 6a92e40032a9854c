import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { factOf } from '#contracts/core/facts.ts';
import { acciseEvents } from '#contracts/modules/accise/closing.events.ts';
import { STATEMENT_CLOSED, STATEMENT_REOPENED, statementStream } from '#contracts/modules/accise/closing.ts';
import { isOver, quarterForPeople, quarterKey, type Quarter } from '#contracts/modules/accise/quarter.ts';
import { totalOf, type Closing, type RigaDichiarazione } from '#contracts/modules/accise/statement.ts';
import { computeRows } from '#contracts/modules/accise/compute-rows.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { machineReadingsIn } from '#projections/accise/accise.queries.ts';
import { waitForHead } from '#services/platform/http/wait-for-head.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { execute, type CommandResult } from '#services/registers/command-handling.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'readDb' | 'readModelWait' | 'withLock'>;

/** Closing of a quarter with the rows recorded at the closing. */
export interface ClosedQuarter extends Closing {
  righe: RigaDichiarazione[];
}

/** Reads a quarter's closing from its stream, since the read tables may lag behind a recent closing. `null` if the quarter is open. */
export async function closingOf({ store }: Pick<Deps, 'store'>, quarter: Quarter): Promise<ClosedQuarter | null> {
  return lastClosing(await store.read(statementStream(quarter)));
}

function lastClosing(events: readonly StoredEvent[]): ClosedQuarter | null {
  const last = events.at(-1);
  if (last?.type !== STATEMENT_CLOSED) return null;
  const { at: quando, utente } = last.metadata;
  return { quando, utente, righe: last.data['righe'] as unknown as RigaDichiarazione[] };
}

/**
 * Closes a quarter and records its current rows. Throws STATO_NON_AMMESSO if the quarter has not ended or is already closed. Holds the
 * portal's lock alone, so that no reading of the quarter can be recorded at the same time.
 */
export async function closeQuarter(deps: Deps, quarter: Quarter, sender: Sender): Promise<CommandResult> {
  if (!isOver(quarter, romeDate(deps.clock.now())))
    throw new DomainError('STATO_NON_AMMESSO', {
      message: `Il ${quarterForPeople(quarter)} non è ancora finito: si chiude dal giorno dopo il suo ultimo.`,
    });
  return deps.withLock('exclusive', async () => {
    await waitForHead(deps);
    const righe = computeRows(await machineReadingsIn(deps.readDb, quarter), quarter);
    return execute(deps, {
      stream: statementStream(quarter),
      sender,
      decide(_state, events) {
        if (lastClosing(events))
          throw new DomainError('STATO_NON_AMMESSO', { message: `Il ${quarterForPeople(quarter)} è già stato chiuso.` });
        return [factOf(acciseEvents, STATEMENT_CLOSED, { ...quarterFields(quarter), righe, ...totalOf(righe) })];
      },
    });
  });
}

/**
 * Reopens a closed quarter, so that its readings can be changed and its rows are computed from them again. Throws STATO_NON_AMMESSO if the
 * quarter is not closed.
 */
export async function reopenQuarter(deps: Deps, quarter: Quarter, motivo: string, sender: Sender): Promise<CommandResult> {
  return execute(deps, {
    stream: statementStream(quarter),
    sender: { ...sender, motivo },
    decide(_state, events) {
      if (!lastClosing(events)) throw new DomainError('STATO_NON_AMMESSO', { message: `Il ${quarterForPeople(quarter)} non è chiuso.` });
      return [factOf(acciseEvents, STATEMENT_REOPENED, { ...quarterFields(quarter), motivo })];
    },
  });
}

const quarterFields = (quarter: Quarter) => ({ periodo: quarterKey(quarter), anno: quarter.anno, trimestre: quarter.trimestre });
