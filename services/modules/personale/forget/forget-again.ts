import { romeDate } from '#contracts/core/dates.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { factOf } from '#contracts/core/facts.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { forgetEvents } from '#contracts/modules/forget.events.ts';
import { FORGET_EVENT } from '#contracts/modules/forget.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { ForgottenEntry } from '#services/platform/forget/forgotten-list.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';
import { forgetPerson } from './forget-worker.handler.ts';

const SYSTEM: Identity = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };
/** Id from which the commands that forget people after a restore derive theirs. */
const AFTER_RESTORE = 'b3a7c1de-50f4-4a51-9d3c-0f1c6ad1f2a4';

type Needs = Omit<Parameters<typeof forgetPerson>[0], 'rebuild'>;

/**
 * Forgets in a restored portal the people who were forgotten since the backup was made. The read tables must be there, and must be made anew
 * afterwards. Returns the number of people whom the backup still knew.
 */
export async function forgetAgain(needs: Needs, entries: readonly ForgottenEntry[]): Promise<number> {
  let count = 0;
  for (const entry of entries) {
    const { matricola, quando } = entry;
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
        const record = state.get(recordKey(personale.path, matricola));
        if (!record || typeof record.values['dimenticato'] === 'string') return [];
        return [factOf(forgetEvents, FORGET_EVENT, { matricola, dimenticato: romeDate(new Date(quando)), dimenticatoNonostante: null })];
      },
    });
    const work = { progress: async () => undefined, signal: new AbortController().signal, sender };
    if ((await forgetPerson({ ...needs, rebuild: async () => undefined }, entry, work)) !== null) count += 1;
  }
  return count;
}
