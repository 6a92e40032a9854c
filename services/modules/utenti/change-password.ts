import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { fold } from '#contracts/core/fold.ts';
import type { StreamState } from '#contracts/core/record-state.ts';
import { recordIn } from '#contracts/core/typed-record.ts';
import { factOf } from '#contracts/core/facts.ts';
import { utentiEvents } from '#contracts/modules/utenti.events.ts';
import { users } from '#contracts/registers/users.ts';
import {
  changeCredentials,
  credentialsOf,
  forgetAttempts,
  provisionalUntil,
  type Credentials,
} from '#services/platform/identity/credentials.ts';
import { requirePower } from '#services/platform/identity/power.ts';
import { endCalendar } from '#services/platform/identity/calendars.ts';
import { hashPassword, check } from '#services/platform/identity/password.ts';
import { authorise } from '#services/registers/authorise.ts';
import { alreadyExecuted, derivedCommandId, execute, type CommandResult } from '#services/registers/command-handling.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'writeDb' | 'readDb' | 'readModelWait'>;

// The transaction stays open while the event is appended over another connection. Several at a time could take all connections of the
// pool and deadlock.
const turn = pLimit(1);

/**
 * Changes a password and ends the user's sessions, in one transaction that commits only after the event is recorded. The event never holds
 * the password. A password set by another person is provisional. Returns `null` if the password is unchanged. A repeated command has no
 * second effect, and completes an interrupted one.
 */
export async function changePassword(deps: Deps, memberID: string, digest: string, requestSender: Sender): Promise<CommandResult | null> {
  const sender = { ...requestSender, commandId: derivedCommandId(requestSender.commandId, 'password') };
  const credentials = await credentialsOf(deps.writeDb, memberID);
  const events = await deps.store.read(`users-${memberID}`);
  const done = appliedBefore(deps, events, sender.commandId, credentials);
  if (done) return done;
  await judge(deps, memberID, requestSender, fold(deps.catalogue, events));
  if (await check(digest, credentials?.hash ?? null)) {
    // a reset by another person unlocks the user, even with an unchanged password
    if (memberID !== requestSender.identity.memberID) await forgetAttempts(deps.writeDb, memberID, deps.clock.now());
    else if (credentials?.provvisoria) throw wrong('Scegline una diversa da quella provvisoria');
    return null;
  }
  const hash = await hashPassword(digest);
  return turn(() =>
    deps.writeDb.transaction().execute(async (tx) => {
      const now = deps.clock.now();
      const foreign = memberID !== requestSender.identity.memberID;
      // the address of the calendar feed may be known to others, so it ends with the password
      await endCalendar(tx, memberID);
      const provvisoria = foreign ? provisionalUntil(now) : null;
      await changeCredentials(tx, memberID, { hash, modificata: now, comando: sender.commandId, provvisoria });
      return execute(deps, {
        stream: `users-${memberID}`,
        sender,
        decide: () => [factOf(utentiEvents, 'PasswordCambiata.v1', { memberID })],
        check: (before) => judge(deps, memberID, requestSender, before),
      });
    }),
  );
}

/**
 * Checks the sender's current rights over the user. A repeated request does not check the change of the user's record again, and the user
 * may have become an administrator since.
 */
async function judge(deps: Deps, memberID: string, { identity }: Sender, state: StreamState): Promise<void> {
  const record = recordIn(state, users, memberID);
  if (!record?.exists) throw new DomainError('SCONOSCIUTO');
  if (memberID === identity.memberID) return;
  authorise(users, { register: 'users', action: 'change', key: memberID, values: {} }, state, { identity });
  await requirePower(deps, identity, Number(record.values.groupID));
}

const wrong = (messaggio: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'passMD5', messaggio }] });

/** Returns the result of the same command if it was recorded before; `null` if the password was not changed yet. */
function appliedBefore(
  deps: Deps,
  events: readonly StoredEvent[],
  commandId: string,
  credentials: Credentials | null,
): CommandResult | null {
  const done = alreadyExecuted(deps.catalogue, events, commandId);
  if (!done) return null;
  const overtaken = events.some(({ type, version }) => type === 'PasswordCambiata.v1' && version > done.version);
  return overtaken || credentials?.comando === commandId ? done : null;
}
