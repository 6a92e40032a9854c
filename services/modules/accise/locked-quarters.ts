import { addDays, romeDate } from '#contracts/core/dates.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { isOver, quarterForPeople, quarterKey, quarterOf, type Quarter } from '#contracts/modules/accise/quarter.ts';
import { accise } from '#contracts/registers/accise.ts';
import type { Command } from '#contracts/ports/dispatch.ts';
import type { Dependencies, Rule } from '#services/platform/module.ts';
import { closingOf } from './closings.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock'>;

/** Creates the rule that refuses every write to a reading of a closed quarter, and moving a reading into or out of such a quarter. */
export const lockedQuarters = (deps: Deps): Rule => ({
  registers: [accise],
  // readings are written side by side, but not while a quarter is closed
  lock: (command) => (mayBeOver(deps, command) ? 'shared' : null),
  async permits({ before, after }) {
    if (before && after && before.version === after.version) return;
    await refuseClosed(
      deps,
      [before, after].flatMap((state) => (state?.exists ? quarterOfReading(state.values) : [])),
    );
  },
});

/** Throws STATO_NON_AMMESSO if one of the readings is in a closed quarter. Called before several readings are deleted together. */
export async function refuseLocked(deps: Deps, keys: readonly (string | number)[]): Promise<void> {
  const quarters = await Promise.all(
    keys.map(async (key) => {
      const state = fold(deps.catalogue, await deps.store.read(streamOf(accise, key))).get(recordKey(accise.path, key));
      return state?.exists ? quarterOfReading(state.values) : [];
    }),
  );
  await refuseClosed(deps, quarters.flat());
}

/**
 * Tells whether a command may concern a quarter that has ended. Only such a quarter can be closed. Only a new reading's day is known before
 * the record is read, so every other command returns true.
 */
function mayBeOver(deps: Deps, command: Command): boolean {
  if (command.action !== 'create') return true;
  return quarterOfReading(command.values ?? {}).some((quarter) => over(deps, quarter));
}

/** Tells whether a quarter ends today or has ended. Today counts, since a command that begins before midnight may end after it. */
const over = ({ clock }: Deps, quarter: Quarter): boolean => isOver(quarter, addDays(romeDate(clock.now()), 1));

const quarterOfReading = ({ data }: { readonly data?: unknown }): Quarter[] => (typeof data === 'string' ? [quarterOf(data)] : []);

async function refuseClosed(deps: Deps, quarters: readonly Quarter[]): Promise<void> {
  const once = new Map(quarters.filter((quarter) => over(deps, quarter)).map((quarter) => [quarterKey(quarter), quarter]));
  for (const quarter of once.values())
    if (await closingOf(deps, quarter))
      throw new DomainError('STATO_NON_AMMESSO', {
        message: `Il ${quarterForPeople(quarter)} è chiuso: le sue letture restano come sono state dichiarate. Può riaprirlo un amministratore.`,
        errors: [{ campo: 'data', messaggio: 'Trimestre chiuso' }],
      });
}
