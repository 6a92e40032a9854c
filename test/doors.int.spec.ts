import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCalendar } from '#services/platform/identity/calendars.ts';
import { startUtentiTest, type UtentiTest } from '#services/modules/utenti/testing.ts';
import { withPersonale } from '#services/modules/personale/testing.ts';
import { md5 } from './access.ts';
import { logVariables, programEnvironment } from './program.ts';

const IMPORT = join(import.meta.dirname, '..', 'services', 'cli', 'import.ts');
const SLOW = { timeout: 240_000 };
const OTHER = 'una frase scelta da altri';

/** A person of group 2 who has signed in, taken a document, made a calendar and read a code. */
interface Holder {
  memberID: string;
  password: string;
  token: string;
  document: string;
  calendar: string;
}

/** Each way into the portal, and the status or exit code with which it answers. */
const DOORS = [
  'sign-in',
  'sign-in with the password of before',
  'a call with the session',
  'the page behind a QR code with the session',
  'the calendar’s address',
  'a signed name',
  'metrics on this machine',
  'metrics by a proxy, with the session',
  'npm run import in this person’s name',
] as const;
type Door = (typeof DOORS)[number];

const EXPECTED: Record<string, Record<Door, number | string>> = {
  'no session': {
    'sign-in': 200,
    'sign-in with the password of before': 200,
    'a call with the session': 401,
    'the page behind a QR code with the session': 200,
    'the calendar’s address': 200,
    'a signed name': 404,
    'metrics on this machine': 200,
    'metrics by a proxy, with the session': 401,
    'npm run import in this person’s name': 'exit 0',
  },
  'idle session': {
    'sign-in': 200,
    'sign-in with the password of before': 200,
    'a call with the session': 401,
    'the page behind a QR code with the session': 401,
    'the calendar’s address': 200,
    'a signed name': 404,
    'metrics on this machine': 200,
    'metrics by a proxy, with the session': 401,
    'npm run import in this person’s name': 'exit 0',
  },
  'password set by another': {
    'sign-in': '200 opens only the own password',
    'sign-in with the password of before': 401,
    'a call with the session': 401,
    'the page behind a QR code with the session': 401,
    'the calendar’s address': 404,
    'a signed name': 404,
    'metrics on this machine': 200,
    'metrics by a proxy, with the session': 401,
    'npm run import in this person’s name': 'exit 0',
  },
  'moved to another group': {
    'sign-in': 200,
    'sign-in with the password of before': 200,
    'a call with the session': 401,
    'the page behind a QR code with the session': 401,
    'the calendar’s address': 200,
    'a signed name': 404,
    'metrics on this machine': 200,
    'metrics by a proxy, with the session': 401,
    'npm run import in this person’s name': 'exit 1',
  },
  deleted: {
    'sign-in': 401,
    'sign-in with the password of before': 401,
    'a call with the session': 401,
    'the page behind a QR code with the session': 401,
    'the calendar’s address': 404,
    'a signed name': 404,
    'metrics on this machine': 200,
    'metrics by a proxy, with the session': 401,
    'npm run import in this person’s name': 'exit 1',
  },
};

describe('each door of the portal', SLOW, () => {
  let test: UtentiTest;
  let document: string;
  let file: string;

  beforeAll(async () => {
    test = await startUtentiTest();
    const { portal } = test;
    await portal.command({ register: 'macchinari', action: 'create', key: 'P001', values: { marca: 'Cat' } });
    const admin = { memberID: 'admin', groupID: 2, token: test.admin };
    const personale = withPersonale(portal);
    const matricola = await personale.created(admin);
    await personale.carica(admin, matricola, 'ci');
    document = String((await personale.riga(admin, matricola))['ci']);
    file = join(portal.folder, 'mansioni.csv');
    await writeFile(file, 'descrizione\nPROVA\n');
  }, SLOW.timeout);
  afterAll(() => test?.portal.stop());

  async function holder(): Promise<Holder> {
    const { portal } = test;
    const person = await test.fresh(2);
    const taken = await portal.call('POST', '/api/ftp', { token: person.token, body: { operazione: 'prendi', percorso: document } });
    const calendar = await newCalendar(portal.deps.writeDb, person.memberID, new Date());
    return { ...person, document: taken.body.message.name as string, calendar };
  }

  /** Brings a session and its person into each state. */
  const BECOMES: Record<string, (who: Holder) => Promise<unknown>> = {
    'no session': ({ token }) => test.portal.call('POST', '/api/logout', { token }),
    'idle session': ({ memberID }) =>
      sql`update public.sessioni set creata = now() - interval '3 hours', vista = now() - interval '3 hours' where member_id = ${memberID}`.execute(
        test.portal.deps.writeDb,
      ),
    'password set by another': ({ memberID }) => test.change({ memberID, passMD5: md5(OTHER) }),
    'moved to another group': ({ memberID }) => test.change({ memberID, groupID: 3 }),
    deleted: ({ memberID }) => test.delete(memberID),
  };

  it('is tried in each state', () => {
    expect(Object.keys(EXPECTED)).toEqual(Object.keys(BECOMES));
    for (const row of Object.values(EXPECTED)) expect(Object.keys(row)).toEqual([...DOORS]);
  });

  it('opens to who is there', async () => {
    const who = await holder();
    expect(await asked(who, 'there')).toMatchObject({
      'a call with the session': 200,
      'the page behind a QR code with the session': 200,
      'the calendar’s address': 200,
      'a signed name': 200,
      'metrics by a proxy, with the session': 200,
    });
  });

  it.each(Object.keys(EXPECTED))('answers as it should: %s', async (state) => {
    const who = await holder();
    await BECOMES[state]!(who);
    expect(await asked(who, state)).toEqual(EXPECTED[state]);
  });

  async function asked(who: Holder, state: string): Promise<Record<Door, number | string>> {
    const { call, base } = test.portal;
    const session = state === 'no session' ? {} : { token: who.token };
    const status = async (path: string, headers: Record<string, string> = {}) => (await fetch(base + path, { headers })).status;
    const bearer: Record<string, string> = 'token' in session ? { authorization: `Bearer ${session.token}` } : {};
    return {
      // calls with the session come first, since a later sign-in opens another session
      'a call with the session': (await call('GET', '/api/macchinari?righe=1', session)).status,
      'the page behind a QR code with the session': (await call('GET', '/api/qrcode?matricola=P001', session)).status,
      'the calendar’s address': await status(`/api/calendario/${who.calendar}.ics`),
      'a signed name': await status(`/file?file=${who.document}`),
      'metrics on this machine': await status('/metrics'),
      'metrics by a proxy, with the session': await status('/metrics', { 'x-forwarded-for': '10.0.0.9', ...bearer }),
      'npm run import in this person’s name': `exit ${await imported(who.memberID)}`,
      'sign-in': await signedIn(who.memberID, state === 'password set by another' ? OTHER : who.password),
      'sign-in with the password of before': await test.login(who.memberID, who.password),
    };
  }

  async function signedIn(username: string, password: string): Promise<number | string> {
    const { status, body } = await test.portal.call('POST', '/api/login', { body: { username, password: md5(password) } });
    if (status !== 200) return status;
    const first = await test.portal.call('GET', '/api/macchinari?righe=1', { token: body.utente.token as string });
    return first.body?.type === '/problemi/password-provvisoria' ? '200 opens only the own password' : status;
  }

  /** Runs the import program for a user; the program needs no session, only the portal's files and an existing user. */
  function imported(utente: string): Promise<number> {
    const { url, folder, deps } = test.portal;
    const own = { HOME: folder, DATABASE_URL: url, DATI_DIR: folder, SEGRETO: deps.config.SEGRETO, DEMO: '0' };
    const env = { ...programEnvironment(), ...own, ...logVariables(deps.config) };
    const args = [IMPORT, '--registro', 'mansioni', '--file', file, '--prova', '--utente', utente];
    return new Promise((resolve) => execFile(process.execPath, args, { env }, (error) => resolve(error ? Number(error.code) : 0)));
  }
});
