import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { recordKey } from '#contracts/core/history.ts';
import { changeCredentials, credentialsOf, forgetAttempts, type Credentials } from '#services/platform/identity/credentials.ts';
import { hashPassword, check } from '#services/platform/identity/password.ts';
import { alreadyExecuted, derivedCommandId, execute, type Executed } from '#services/registers/command-handling.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'store' | 'clock' | 'writeDb'>;

const FACT = 'PasswordCambiata.v1';

// the transaction stays open while the fact is recorded over another connection: more than one at a
// time could take every connection and wait for ever
const turn = pLimit(1);

/**
 * A new password: credentials and sessions in one transaction, which commits only once the fact is
 * recorded (that it changed and by whom, never what). `null` when it is the password already. A
 * repeated command changes nothing a second time, and completes one that was interrupted.
 */
export async function changePassword(deps: Deps, memberID: string, digest: string, sent: Sender): Promise<Executed | null> {
  const sender = { ...sent, commandId: derivedCommandId(sent.commandId, 'password') };
  const credentials = await credentialsOf(deps.writeDb, memberID);
  const done = await appliedBefore(deps, memberID, sender.commandId, credentials);
  if (done) return done;
  if (await check(digest, credentials?.hash ?? null)) {
    // somebody else's reset frees a locked user, also where it gives the same password again
    if (memberID !== sent.identity.memberID) await forgetAttempts(deps.writeDb, memberID, deps.clock.now());
    return null;
  }
  const hash = await hashPassword(digest);
  return turn(() => deps.writeDb.transaction().execute(async (tx) => {
    await changeCredentials(tx, memberID, { hash, modificata: deps.clock.now(), comando: sender.commandId });
    return execute(deps, {
      stream: `users-${memberID}`,
      sender,
      decide: (state) => {
        if (!state.get(recordKey('users', memberID))?.exists) throw new DomainError('SCONOSCIUTO');
        return [{ type: FACT, data: { memberID } }];
      },
    });
  }));
}

/** What the same command did; `null` where its fact is recorded but the password was not changed yet. */
async function appliedBefore({ store }: Deps, memberID: string, commandId: string, credentials: Credentials | null): Promise<Executed | null> {
  const events = await store.read(`users-${memberID}`);
  const done = alreadyExecuted(events, commandId);
  if (!done) return null;
  const overtaken = events.some(({ type, version }) => type === FACT && version > done.version);
  return overtaken || credentials?.comando === commandId ? done : null;
}
