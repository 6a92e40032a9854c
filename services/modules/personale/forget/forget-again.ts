import { romeDate } from '#contracts/core/dates.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { factOf } from '#contracts/core/facts.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { recordIn } from '#contracts/core/typed-record.ts';
import { forgetEvents } from '#contracts/modules/forget.events.ts';
import { FORGET_EVENT } from '#contracts/modules/forget.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { ForgottenEntry } from '#services/platform/forget/forgotten-list.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';
import { firstEventOf, forgetPerson } from './forget-worker.handler.ts';
import { personOf } from './person.ts';

const SYSTEM: Identity = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };
/** Id from which the commands that forget people after a restore derive theirs. */
const AFTER_RESTORE = 'b3a7c1de-50f4-4a51-9d3c-0f1c6ad1f2a4';

type Needs = Omit<Parameters<typeof forgetPerson>[0], 'rebuild'>;

interface ForgottenAgain {
  /** Number of people whom the backup still knew. */
  forgotten: number;
  ofOtherPortals: number;
}

/**
 * Forgets in a restored portal the people who were forgotten since the backup was made. The read tables must be there, and must be made anew
 * afterwards. Passes over entries of another portal, whose worker with the same matricola is another person.
 */
export async function forgetAgain(needs: Needs, entries: readonly ForgottenEntry[]): Promise<ForgottenAgain> {
  const done: ForgottenAgain = { forgotten: 0, ofOtherPortals: 0 };
  for (const entry of entries) {
    const { matricola, quando, primo_evento } = entry;
    const person = await personOf(needs, matricola);
    if (!person) continue;
    if (primo_evento !== undefined && primo_evento !== firstEventOf(person)) {
      done.ofOtherPortals += 1;
      continue;
    }
    const commandId = derivedCommandId(AFTER_RESTORE, `${matricola}/${quando}`);
    const sender: Sender = {
      identity: SYSTEM,
      commandId,
      correlationId: commandId,
      origine: 'sistema',
      motivo: 'di nuovo, dopo un ripristino',
    };
    await execute(needs, {
      stream: streamOf(personale, matricola),
      sender,
      decide(state) {
        const record = recordIn(state, personale, matricola);
        if (!record || typeof record.values.dimenticato === 'string') return [];
        return [factOf(forgetEvents, FORGET_EVENT, { matricola, dimenticato: romeDate(new Date(quando)), dimenticatoNonostante: null })];
      },
    });
    const work = { progress: async () => undefined, signal: new AbortController().signal, sender };
    await forgetPerson({ ...needs, rebuild: async () => undefined }, { matricola, quando }, work);
    done.forgotten += 1;
  }
  return done;
}
