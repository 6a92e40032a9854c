import { createHash, scryptSync } from 'node:crypto';
import { sql } from 'kysely';
import type { TestPortal } from './portal.ts';

/** Hashes a password as the browser does. */
export const md5 = (password: string): string => createHash('md5').update(password).digest('hex');

/** Hashes a password in the portal's format with minimal scrypt cost, since tests log in often. */
export function lightHash(password: string): string {
  const sale = Buffer.from('sale-delle-prove');
  return `$scrypt$ln=4,r=1,p=1$${sale.toString('base64url')}$${scryptSync(md5(password), sale, 32, { N: 16, r: 1, p: 1 }).toString('base64url')}`;
}

/** Signs in and returns the session token; throws if the login is refused. */
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

/** Waits until the read tables have processed the whole log; throws after 20 seconds. */
export async function ready({ deps }: TestPortal): Promise<void> {
  if (!(await deps.readModelWait.until((await deps.store.head()) ?? '', 20_000))) throw new Error('the read tables did not follow');
}

/** Returns the names of the users that have a password. */
export async function withCredentials({ deps }: TestPortal): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`select member_id from public.credenziali order by 1`.execute(deps.writeDb);
  return rows.map((row) => row.member_id);
}
