import { createCredentials } from '#services/platform/identity/credentials.ts';
import { hashPassword } from '#services/platform/identity/password.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { isPasswordColumn } from './match-columns.ts';
import type { Table } from './tables.ts';

const MD5 = /^[0-9a-f]{32}$/i;

/**
 * Stores the credentials of an imported user from the MD5 digest in the password column, if there is one. Neither events nor tables hold
 * that digest: the credentials are its argon2id hash.
 */
export async function takePassword(
  { writeDb }: Pick<Dependencies, 'writeDb'>,
  table: Table,
  row: number,
  key: string | number,
): Promise<void> {
  const column = table.columns.findIndex(isPasswordColumn);
  const digest = String(table.rows.find((one) => one.row === row)?.cells[column] ?? '');
  if (MD5.test(digest)) await createCredentials(writeDb, String(key), await hashPassword(digest.toLowerCase()));
}
