import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { recordKey } from '#contracts/core/history.ts';
import { changeCredentials, hashOf } from '#services/platform/identity/credentials.ts';
import { hashPassword, check } from '#services/platform/identity/password.ts';
import { derivedCommandId, execute, type Executed } from '#services/registers/command-handling.ts';
import type { Dependencies } from '#services/platform/module.ts';

// the transaction stays open while the fact is recorded over another connection: more than one at a
// time could take every connection and wait for ever
const turn = pLimit(1);

/**
 * A new password: credentials and sessions in one transaction, which commits only once the fact is
 * recorded (that it changed and by whom, never what). `null` when it is the password already.
 */
export async function changePassword(deps: Pick<Dependencies, 'store' | 'clock' | 'writeDb'>, memberID: string, digest: string, sender: Sender): Promise<Executed | null> {
  if (await check(digest, await hashOf(deps.writeDb, memberID))) return null;
  const hash = await hashPassword(digest);
  return turn(() => deps.writeDb.transaction().execute(async (tx) => {
    await changeCredentials(tx, memberID, hash, deps.clock.now());
    return execute(deps, {
      stream: `users-${memberID}`,
      sender: { ...sender, commandId: derivedCommandId(sender.commandId, 'password') },
      decide: (state) => {
        if (!state.get(recordKey('users', memberID))?.exists) throw new DomainError('SCONOSCIUTO');
        return [{ type: 'PasswordCambiata.v1', data: { memberID } }];
      },
    });
  }));
}
