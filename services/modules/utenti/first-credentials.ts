import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { createCredentials, deleteCredentials, provisionalUntil } from '#services/platform/identity/credentials.ts';
import { users } from '#contracts/registers/users.ts';
import type { Dependencies } from '#services/platform/module.ts';

/**
 * Stores the credentials of a user who has just been created, with a provisional password. A creation that is repeated later gives none
 * back to a user who was deleted, or has another password, meanwhile.
 */
export async function storeFirstCredentials(
  { catalogue, store, writeDb, clock }: Pick<Dependencies, 'catalogue' | 'store' | 'writeDb' | 'clock'>,
  memberID: string,
  hash: string,
): Promise<void> {
  const read = () => store.read(`users-${memberID}`);
  if ((await read()).some(({ type }) => type === users.events.deleted || type === 'PasswordCambiata.v1')) return;
  await createCredentials(writeDb, memberID, hash, { provvisoria: provisionalUntil(clock.now()) });
  // deleted in this very moment: its credentials are gone already, and must not be back
  if (!fold(catalogue, await read()).get(recordKey('users', memberID))?.exists) await deleteCredentials(writeDb, memberID);
}
