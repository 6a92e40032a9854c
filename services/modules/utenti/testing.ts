import { romeDate } from '#contracts/core/dates.ts';
import { enter, lightHash, md5, ready } from '../../../test/access.ts';
import { startTestPortal } from '../../../test/portal.ts';
import { createCredentials } from '#services/platform/identity/credentials.ts';
import { install } from '../accesso/installation.ts';

export type UtentiTest = Awaited<ReturnType<typeof startUtentiTest>>;

/** Starts a portal with the demo accounts. Returns requests about users, which `admin` sends unless a token is passed. */
export async function startUtentiTest(log: (row: string) => void = () => {}) {
  const portale = await startTestPortal({ log });
  await install(portale.deps);
  await ready(portale);
  const test = { admin: await enter(portale, 'admin', 'admin-demo') };
  let number = 0;
  const { call } = portale;
  const create = (user: Record<string, unknown>, token = test.admin) => call('POST', '/api/users', { token, body: { user } });
  return Object.assign(test, {
    portal: portale,
    create,
    read: (user: string, token = test.admin) => call('GET', `/api/users?user=${encodeURIComponent(user)}`, { token }),
    change: (user: Record<string, unknown>, token = test.admin, headers?: Record<string, string>) =>
      call('PUT', '/api/users', { token, body: { auth: 'x', user }, headers }),
    delete: (user: string, token = test.admin) => call('DELETE', '/api/users', { token, body: { user } }),
    restore: (memberID: string, version: number, token = test.admin) =>
      call('POST', '/api/storico/ripristina', { token, body: { tabella: 'users', id: memberID, versione: version } }),
    login: async (username: string, password: string) =>
      (await call('POST', '/api/login', { body: { username, password: md5(password) } })).status,
    session: async (token: string) => (await call('GET', '/api/sessione', { token })).status,
    eventi: async (memberID: string) => (await portale.deps.store.read(`users-${memberID}`)).map((e) => e.type),
    /** Creates a user of a group and signs in as this user. */
    async fresh(groupID: number): Promise<{ memberID: string; password: string; token: string }> {
      const memberID = `utente${(number += 1)}`;
      const password = `parola-${number}`;
      const values = { groupID, signupDate: romeDate(new Date()) };
      await portale.command(
        { register: 'users', action: 'create', key: memberID, values },
        { memberID: 'admin', groupID: 2, permessi: {} },
      );
      await createCredentials(portale.deps.writeDb, memberID, lightHash(password));
      return { memberID, password, token: await enter(portale, memberID, password) };
    },
  });
}
