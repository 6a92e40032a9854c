import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { md5 } from '../access.ts';
import { call } from '../calls.ts';
import { freePort, OWN_PASSWORD as FIRST_PASSWORD, enterFirst, programEnvironment, startProgram, type Program } from '../program.ts';
import { appCode } from '../second-factor.ts';
import { accessible, accessibleInTheDark, noSidewaysScroll, photograph, SCRIVANIA, tabs, TELEFONO } from './browser.ts';
import { OWN_PASSWORD } from './demo-people.ts';
import { withAuthenticator } from './virtual-authenticator.ts';

const REFUSED = '/problemi/secondo-fattore-obbligatorio';
const STAFF = 'marta';
const SCREENS = ['/home', '/home/macchinari', '/membership', '/storico', '/home/produzione/dettaglio-produzione'];
const CALLS = [
  ['GET', '/api/macchinari'],
  ['GET', '/api/cerca?q=gru'],
  ['GET', '/api/sessioni'],
  ['POST', '/api/manutenzioni'],
  ['POST', '/api/calendario'],
] as const;

let folder: string;
let portal: Program;
let port: string;
/** Secret of the administrator's authenticator app. */
let secret = '';

/** Starts the portal of this spec on its own data, with this value of SECONDO_FATTORE. */
async function start(duty: string): Promise<void> {
  portal = await startProgram({ DATI_DIR: join(folder, 'dati'), DEMO: '0', LOG_LEVEL: 'warn', SECONDO_FATTORE: duty, PORT: port });
  await portal.ready();
}

async function stop(): Promise<void> {
  portal?.process.kill('SIGTERM');
  await portal?.exit;
}

/** Starts the portal anew with another value of SECONDO_FATTORE, while the page shows nothing of the portal. */
async function restart(page: Page, duty: string): Promise<void> {
  await page.goto('about:blank');
  await stop();
  await start(duty);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-dovere-'));
  // the embedded server runs as another user when the tests run as root
  await chmod(folder, 0o755);
  port = String(await freePort());
  await start('amministratori');
  // the first administrator has chosen a password; the second factor is what is left
  await enterFirst(portal.base, join(folder, 'dati'));
}, 180_000);
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}, 60_000);

async function checked(page: Page, name: string): Promise<void> {
  await accessible(page, name);
  await noSidewaysScroll(page, name);
  await photograph(page, name);
}

const to = (page: Page, path: string) => page.goto(`${portal.base}${path}`);
const setUpTitle = (page: Page) => page.getByRole('heading', { name: 'Attiva il secondo fattore' });
const menus = (page: Page) => page.getByRole('button', { name: /^(Profilo di|Apri menu)/ });

async function signIn(page: Page, user: string, password: string): Promise<void> {
  await to(page, '/');
  await page.getByLabel('Username').fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accedi' }).click();
}

/** Makes calls with the session of the page, and returns status and type of problem of each. */
const answers = (page: Page) =>
  page.evaluate(`(async () => {
    const { token } = JSON.parse(sessionStorage.getItem('strato.sessione') ?? localStorage.getItem('strato.sessione'));
    const told = [];
    for (const [method, path] of ${JSON.stringify(CALLS)}) {
      const body = method === 'GET' ? {} : { body: '{}' };
      const answer = await fetch(path, { method, ...body, headers: { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer ' + token } });
      told.push([answer.status, (await answer.json()).type ?? null]);
    }
    return told;
  })()`) as Promise<[number, string | null][]>;

/** Checks that every screen shows only the set-up of the second factor, and that other calls are refused. */
async function checkShut(page: Page): Promise<void> {
  for (const screen of SCREENS) {
    await to(page, screen);
    await setUpTitle(page).waitFor();
    expect([screen, await menus(page).count(), await page.getByRole('main').count()]).toEqual([screen, 0, 1]);
  }
  expect(await answers(page)).toEqual(CALLS.map(() => [403, REFUSED]));
}

/** Sets the second factor up on its page, to the end; returns the secret of the app. */
async function setUp(page: Page, name: string): Promise<string> {
  await checked(page, `dovere-${name}`);
  await accessibleInTheDark(page, 'il dovere', `dovere-scuro-${name}`);
  await page.getByRole('button', { name: 'ATTIVA' }).click();
  await page.getByRole('img', { name: 'Codice QR per l’app di autenticazione' }).waitFor();
  await checked(page, `dovere-avvio-${name}`);
  const own = /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(await page.getByRole('main').innerText())![0].replaceAll(' ', '');
  const code = page.getByLabel('Codice che l’app mostra');
  await code.fill('000000');
  await page.getByRole('button', { name: 'CONFERMA' }).click();
  await page.getByText('Il codice non è quello che l’app mostra ora').waitFor();
  // a wrong code opens nothing
  expect(await answers(page)).toEqual(CALLS.map(() => [403, REFUSED]));
  await code.fill(appCode(own, new Date(), -1));
  await page.getByRole('button', { name: 'CONFERMA' }).click();
  await expect.poll(() => page.getByRole('list', { name: 'Codici di recupero' }).getByRole('listitem').count()).toBe(10);
  await checked(page, `dovere-codici-${name}`);
  await page.getByRole('button', { name: 'LI HO CONSERVATI' }).click();
  return own;
}

/** Checks that the portal is open: the menus are there, lists are read. */
async function checkOpen(page: Page): Promise<void> {
  await menus(page).first().waitFor();
  expect(await setUpTitle(page).count()).toBe(0);
  expect((await answers(page)).map(([, type]) => type)).not.toContain(REFUSED);
  expect((await answers(page))[2]?.[0]).toBe(200);
}

const removeByProgram = (user: string) =>
  promisify(execFile)('npm', ['run', '--silent', 'remove-second-factor', user], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...programEnvironment(), DATI_DIR: join(folder, 'dati') },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );

describe('Il secondo fattore obbligatorio', () => {
  const browser = tabs();

  test('amministratori: l’accesso porta solo ad attivarlo, poi tutto è aperto; gli altri entrano con la password', async () => {
    const { page } = await browser.open(SCRIVANIA);
    await signIn(page, 'admin', FIRST_PASSWORD);
    await setUpTitle(page).waitFor();
    await checkShut(page);
    secret = await setUp(page, 'scrivania');
    await checkOpen(page);
    await to(page, '/membership?scheda=profilo');
    await page.getByRole('region', { name: 'Secondo fattore' }).getByText('Hai ancora 10 codici di recupero.').waitFor();

    const { body } = await call(`${portal.base}/api/login`, 'POST', {
      body: { username: 'admin', password: md5(FIRST_PASSWORD), codice: appCode(secret) },
    });
    const token = body.utente.token as string;
    const given = md5('prova data a voce');
    const user = { memberID: STAFF, custom1: 'Marta Neri', groupID: 3, passMD5: given };
    expect((await call(`${portal.base}/api/users`, 'POST', { token, body: { user } })).status).toBe(201);
    const first = await call(`${portal.base}/api/login`, 'POST', { body: { username: STAFF, password: given } });
    const own = { memberID: STAFF, passMD5: md5(OWN_PASSWORD), passMD5Attuale: given };
    await call(`${portal.base}/api/users`, 'PUT', { token: first.body.utente.token as string, body: { user: own } });

    const staff = await browser.open(SCRIVANIA);
    await signIn(staff.page, STAFF, OWN_PASSWORD);
    await checkOpen(staff.page);
  });

  test('perso il telefono, npm run remove-second-factor fa rientrare l’ultimo amministratore, che lo attiva di nuovo', async () => {
    const before = await browser.open(TELEFONO);
    await signIn(before.page, 'admin', FIRST_PASSWORD);
    await before.page.getByLabel('Codice di verifica').fill(appCode(secret, new Date(), 1));
    await before.page.getByRole('button', { name: 'Accedi' }).click();
    await checkOpen(before.page);

    const removed = await removeByProgram('ADMIN');
    expect([removed.code, removed.said]).toEqual([0, expect.stringContaining('admin signs in with the password alone.')]);
    for (const [user, why] of [
      ['admin', 'admin has no second factor.'],
      [STAFF, `${STAFF} has no second factor.`],
      ['nessuno', 'nessuno'],
    ] as const) {
      const { code, said } = await removeByProgram(user);
      expect([user, code, said.includes(why)]).toEqual([user, 1, true]);
    }
    // a session that is open is shut as well, until there is another second factor
    expect(await answers(before.page)).toEqual(CALLS.map(() => [403, REFUSED]));
    await before.page.reload();
    await setUpTitle(before.page).waitFor();

    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'admin', FIRST_PASSWORD);
    await setUpTitle(page).waitFor();
    await checkShut(page);
    secret = await setUp(page, 'telefono');
    await checkOpen(page);
    const { body } = await call(`${portal.base}/api/login`, 'POST', {
      body: { username: 'admin', password: md5(FIRST_PASSWORD), codice: appCode(secret) },
    });
    const trail = await call(`${portal.base}/api/amministrazione/accessi?tipo=secondo-fattore`, 'GET', {
      token: body.utente.token as string,
    });
    expect((trail.body.data as Record<string, unknown>[]).map(({ cosa, utente }) => [cosa, utente])).toContainEqual([
      'Tolto dal server (npm run remove-second-factor): admin',
      null,
    ]);
  });

  test.each([
    ['scrivania', SCRIVANIA],
    ['telefono', TELEFONO],
  ] as const)('tutti, %s: anche chi era già entrato lo attiva prima di ogni altra cosa', async (size, viewport) => {
    const earlier = await browser.open(viewport);
    await signIn(earlier.page, STAFF, OWN_PASSWORD);
    await checkOpen(earlier.page);
    await restart(earlier.page, 'tutti');
    await to(earlier.page, '/home');
    await setUpTitle(earlier.page).waitFor();
    await checkShut(earlier.page);
    await setUp(earlier.page, `tutti-${size}`);
    await checkOpen(earlier.page);
    // who has left the set-up half-way is where they were
    expect((await removeByProgram(STAFF)).code).toBe(0);
    await to(earlier.page, '/home');
    await setUpTitle(earlier.page).waitFor();
    await earlier.page.getByRole('button', { name: 'ATTIVA' }).click();
    await earlier.page.getByLabel('Codice che l’app mostra').waitFor();
    await earlier.page.getByRole('button', { name: 'ESCI' }).click();
    await earlier.page.getByLabel('Username').waitFor();
    await signIn(earlier.page, STAFF, OWN_PASSWORD);
    await setUpTitle(earlier.page).waitFor();
    expect((await answers(earlier.page))[0]).toEqual([403, REFUSED]);
    await restart(earlier.page, 'amministratori');
  });

  test.each([
    ['scrivania', SCRIVANIA],
    ['telefono', TELEFONO],
  ] as const)('tutti, %s: basta una passkey, aggiunta lì; poi la sola password non fa entrare', async (size, viewport) => {
    const { page, context } = await browser.open(viewport);
    await restart(page, 'tutti');
    await withAuthenticator(context, page);
    // browsers give passkeys to names, not to network addresses
    await page.goto(portal.base.replace('127.0.0.1', 'localhost'));
    await page.getByLabel('Username').fill(STAFF);
    await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Accedi' }).click();
    await setUpTitle(page).waitFor();
    const add = page.getByRole('button', { name: 'AGGIUNGI PASSKEY' });
    await add.scrollIntoViewIfNeeded();
    await checked(page, `dovere-passkey-${size}`);
    await add.click();
    await page.getByRole('dialog').getByRole('button', { name: 'CONTINUA' }).click();
    await checkOpen(page);
    const byPassword = await call(`${portal.base}/api/login`, 'POST', { body: { username: STAFF, password: md5(OWN_PASSWORD) } });
    expect([byPassword.status, byPassword.body.type]).toEqual([401, '/problemi/passkey-richiesta']);
    expect((await removeByProgram(STAFF)).code).toBe(0);
    await restart(page, 'amministratori');
  });
});
