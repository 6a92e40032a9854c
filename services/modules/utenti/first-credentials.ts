import { fold, recordKey } from '#contracts/core/history.ts';
import { createCredentials, deleteCredentials } from '#services/platform/identity/credentials.ts';
import type { Dependencies } from '#services/platform/module.ts';

/**
 * The credentials of a user who has just been created. A creation that is repeated later gives none
 * back to a user who was deleted, or has another password, meanwhile.
 */
export async function storeFirstCredentials(
  { store, writeDb }: Pick<Dependencies, 'store' | 'writeDb'>,
  memberID: string,
  hash: string,
): Promise<void> {
  const read = () => store.read(`users-${memberID}`);
  if ((await read()).some(({ type }) => type === 'UtenteEliminato.v1' || type === 'PasswordCambiata.v1')) return;
  await createCredentials(writeDb, memberID, hash);
  // deleted in this very moment: its credentials are gone already, and must not be back
  if (!fold(await read()).get(recordKey('users', memberID))?.exists) await deleteCredentials(writeDb, memberID);
}
