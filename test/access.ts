import { createHash, scryptSync } from 'node:crypto';
import { sql } from 'kysely';
import type { TestPortal } from './portal.ts';

/** Hashes a password as the browser does. */
export const md5 = (password: string): string => createHash('md5').update(password).digest('hex');

/** A hash of the portal's own form that costs next to nothing: tests log in a great deal. */
export function lightHash(password: string): string {
  const sale = Buffer.from('sale-delle-prove');
  return `$scrypt$ln=4,r=1,p=1$${sale.toString('base64url')}$${scryptSync(md5(password), sale, 32, { N: 16, r: 1, p: 1 }).toString('base64url')}`;
}

/** The token of a login that must succeed. */
export async function enter(portale: TestPortal, username: string, password: string, ricordami = false): Promise<string> {
  const { status: state, body } = await portale.call('POST', '/api/login', { body: { username, password: md5(password), ricordami } });
  if (state !== 200) throw new Error(`login of ${username}: ${state}`);
  return body.utente.token as string;
}

/** Signs in with a password that somebody else set, chooses another, and returns the token of a sign-in with it. */
export async function chooseOwn(portale: TestPortal, memberID: string, given: string, own = 'scelta da me, lunga'): Promise<string> {
  const token = await enter(portale, memberID, given);
  const user = { memberID, passMD5: md5(own), passMD5Attuale: md5(given) };
  const { status } = await portale.call('PUT', '/api/users', { token, body: { user } });
  if (status !== 200) throw new Error(`new password of ${memberID}: ${status}`);
  return enter(portale, memberID, own);
}

/** Until the read tables show all that is in the log. */
export async function ready({ deps }: TestPortal): Promise<void> {
  if (!(await deps.readModelWait.until((await deps.store.head()) ?? '', 20_000))) throw new Error('the read tables did not follow');
}

/** User names that have a password. */
export async function withCredentials({ deps }: TestPortal): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`select member_id from public.credenziali order by 1`.execute(deps.writeDb);
  return rows.map((row) => row.member_id);
}
