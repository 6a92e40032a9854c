import type { Locator, Page } from 'playwright-core';
import { md5 } from '../access.ts';
import { call, type Answer } from '../calls.ts';
import { pdf } from '../samples.ts';
import { address, lasts, PASSWORD, type Person, type SharedSession } from './browser.ts';

export interface Levels {
  allowInsert: 0 | 1;
  allowView: 0 | 1 | 3;
  allowEdit: 0 | 1 | 3;
  allowDelete: 0 | 1 | 3;
}

const sessions = new Map<Person, SharedSession>();

/** Returns a function that makes API calls as a person of the demo firm, in a session shared by the specs of a test worker. */
export async function asPerson(person: Person): Promise<(method: string, path: string, body?: unknown) => Promise<Answer>> {
  const known = sessions.get(person);
  const session = known && (await lasts(known)) ? known : await openSession(person);
  sessions.set(person, session);
  return (method, path, sent) => call(address(path), method, { token: session.token, ...(sent === undefined ? {} : { body: sent }) });
}

async function openSession(person: Person): Promise<SharedSession> {
  const { body } = await call(address('/api/login'), 'POST', { body: { username: person, password: md5(PASSWORD[person]) } });
  return { token: body.utente.token as string, at: Date.now() };
}

/** Password of the people that specs create. */
export const OWN_PASSWORD = 'sette sassi sul tavolo';
const GIVEN_PASSWORD = 'prova data a voce';

/** Creates a user as administrator, then replaces the given password by the user's own. */
export async function makePerson(user: Readonly<Record<string, unknown> & { memberID: string }>, password = OWN_PASSWORD): Promise<void> {
  const admin = await asPerson('admin');
  const done = ({ status, text }: Answer) => {
    if (status >= 300) throw new Error(`${user.memberID}: ${text}`);
  };
  done(await admin('POST', '/api/users', { user: { ...user, passMD5: md5(GIVEN_PASSWORD) } }));
  const { body } = await call(address('/api/login'), 'POST', { body: { username: user.memberID, password: md5(GIVEN_PASSWORD) } });
  const own = { memberID: user.memberID, passMD5: md5(password), passMD5Attuale: md5(GIVEN_PASSWORD) };
  done(await call(address('/api/users'), 'PUT', { token: body.utente.token as string, body: { user: own } }));
}

/** Creates a user in a new group that has exactly these permissions. */
export async function makeUser(memberID: string, rights: Readonly<Record<string, Levels>>): Promise<void> {
  const api = await asPerson('admin');
  const groupID = (await api('POST', '/api/groups', { group: { name: memberID } })).body.message.insertId as number;
  for (const [tableName, levels] of Object.entries(rights))
    await api('POST', '/api/groupsPermissions', { group: { groupID, tableName, ...levels } });
  await makePerson({ memberID, groupID });
}

export async function signInAs(page: Page, user: string, password = OWN_PASSWORD): Promise<void> {
  await page.goto(address('/'));
  await page.getByLabel('Username').fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL('**/home');
}

/** Drops PDF files on an element, like a drag from the desktop. */
export async function dropOn(target: Locator, files: readonly { name: string; content?: string }[]): Promise<void> {
  const sent = files.map(({ name, content }) => ({ name, bytes: [...(content === undefined ? pdf(name) : Buffer.from(content))] }));
  // `DataTransfer` exists only in the page
  const transfer = await target.page().evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const { name, bytes } of ${JSON.stringify(sent)}) data.items.add(new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }));
    return data;
  })()`);
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer: transfer });
}
