import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { md5 } from '../access.ts';
import { call, type Method } from '../calls.ts';
import {
  accessible,
  address,
  noSidewaysScroll,
  PASSWORD,
  photograph,
  SCRIVANIA,
  signIn,
  TELEFONO,
  type Card,
  type Person,
  tabs,
} from './browser.ts';
import { makePerson, OWN_PASSWORD } from './demo-people.ts';

const SIZES = [
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const;

/** Signs in as an administrator who works through the API meanwhile. */
async function administrator() {
  const { body } = await call(address('/api/login'), 'POST', { body: { username: 'admin', password: md5(PASSWORD.admin) } });
  return async (method: Method, path: string, data?: unknown) => {
    const answer = await call(address(path), method, { token: body.utente.token as string, body: data });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
}

async function signInAs(page: Page, username: string, password: string): Promise<void> {
  await page.goto(address('/'));
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL('**/home');
}

/** The first sign-in of a user whose password somebody else set: nothing is open but the choice of another one. */
async function chooseOwn(page: Page, username: string, given: string, size: string): Promise<void> {
  await signInAs(page, username, given);
  await page.getByRole('heading', { name: 'Scegli la tua password' }).waitFor();
  await checked(page, `password-provvisoria-${size}`);
  await page.getByLabel('Password provvisoria').fill(given);
  await page.getByLabel('Nuova password').fill('corta');
  await page.getByRole('button', { name: 'SALVA ED ENTRA' }).click();
  await page.getByText('Servono almeno 12 caratteri').waitFor();
  await checked(page, `password-provvisoria-corta-${size}`);
  await page.reload();
  await page.getByRole('heading', { name: 'Scegli la tua password' }).waitFor();
  await page.getByLabel('Password provvisoria').fill(given);
  await page.getByLabel('Nuova password').fill('quattro parole scelte da me');
  await page.getByRole('button', { name: 'SALVA ED ENTRA' }).click();
  await page.getByRole('heading', { name: 'Scegli la tua password' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Vai al contenuto' }).waitFor({ state: 'attached' });
}

async function checked(page: Page, name: string): Promise<void> {
  await accessible(page, name);
  await noSidewaysScroll(page, name);
  await photograph(page, name);
}

describe.each(SIZES)('Diritti, %s', (size, viewport) => {
  const browser = tabs();

  test('l’amministratore legge che cosa può ogni gruppo, e perché un utente può o no', async () => {
    const { page } = await browser.open(viewport);
    await signIn(page, 'admin', '/membership?scheda=diritti');
    const table = page.getByRole('region', { name: 'Schermate e gruppi' });
    await table.getByRole('button', { name: 'PRODUZIONE, Capicantiere: Owner' }).first().click();
    await table.getByText('ma questo gruppo vede solo i propri record').waitFor();
    await table.getByRole('radio', { name: 'Edit' }).click();
    const why = page.getByRole('region', { name: 'Perché' });
    for (const [field, text] of [
      ['Utente', 'operaio'],
      ['Registro', 'cantieri'],
    ] as const) {
      await why.getByRole('combobox', { name: field }).fill(text);
      await page.getByRole('option', { name: text }).first().click();
    }
    await why.getByRole('button', { name: 'PERCHÉ' }).click();
    await why.getByText('operaio è nel gruppo').waitFor();
    await checked(page, `membership-diritti-${size}`);
    await why.getByLabel('Record (vuoto: tutto il registro)').fill('ZZZZ');
    await why.getByRole('button', { name: 'PERCHÉ' }).click();
    await why.getByText('Il record richiesto non esiste.').waitFor();
  });

  test('chi non è del gruppo 2 non trova la scheda', async () => {
    const { page } = await browser.open(viewport);
    await signIn(page, 'direzione', '/membership?scheda=diritti');
    await page.getByRole('heading', { name: /UTENTI E GRUPPI|Ciao/ }).waitFor();
    expect(await page.getByRole('tab', { name: 'Diritti' }).count()).toBe(0);
  });
});

describe.each(SIZES)('Utenti e gruppi, %s', (size, viewport) => {
  const unique = `${size.slice(0, 2)}${Date.now().toString(36)}`;
  const browser = tabs();
  let card: Card;

  test('l’amministratore crea un gruppo con i suoi permessi, e un utente che vi entra', async () => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, 'admin', '/membership');
    for (const name of ['Users', 'Groups', 'Diritti', 'Profilo']) await page.getByRole('tab', { name }).waitFor();
    await page.getByText('Capicantiere').first().waitFor();
    await checked(page, `membership-utenti-${size}`);

    await page.getByRole('button', { name: 'AGGIUNGI' }).click();
    await page.getByRole('menuitem', { name: 'AGGIUNGI GRUPPO' }).click();
    await page.getByLabel('Group name').fill(`Gruppo ${unique}`);
    await page.getByLabel('accise: Insert').check();
    for (const action of ['View', 'Edit', 'Delete'])
      await page
        .getByRole('radiogroup', { name: `accise: ${action}` })
        .getByLabel('All')
        .check();
    await checked(page, `membership-gruppo-${size}`);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Inserimento effettuato').first().waitFor();
    await page.waitForURL(/dettaglio-gruppo\?id=\d+/);
    await page.reload();
    await expect.poll(() => page.getByRole('radiogroup', { name: 'accise: Edit' }).getByLabel('All').isChecked()).toBe(true);
    await expect.poll(() => page.getByRole('radiogroup', { name: 'costi: View' }).getByLabel('No').isChecked()).toBe(true);

    await page.getByRole('radiogroup', { name: 'costi: View' }).getByLabel('Owner').check();
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Modifica effettuata').first().waitFor();

    await page.goto(address('/membership/dettaglio-utente'));
    await page.getByLabel('Username').fill(unique);
    await page.getByRole('combobox', { name: 'Group' }).fill(`Gruppo ${unique}`);
    await page.getByRole('option', { name: `Gruppo ${unique}` }).click();
    await page.getByLabel('Full Name').fill('Persona di prova');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Manca la password').waitFor();
    const password = page.getByLabel('Password', { exact: false }).first();
    await password.fill('corta');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Servono almeno 12 caratteri').waitFor();
    await password.fill('data a voce da admin');
    await checked(page, `membership-utente-${size}`);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Inserimento effettuato').first().waitFor();
    await page.waitForURL(/dettaglio-utente\?id=/);

    const other = await browser.open(viewport);
    await chooseOwn(other.page, unique, 'data a voce da admin', size);
    expect(other.complaints).toEqual([]);
    await other.context.close();
  });

  test('un permesso dato o tolto cambia il menu di chi ha la pagina aperta, senza un nuovo accesso', async () => {
    const api = await administrator();
    const group = (await api('POST', '/api/groups', { group: { name: `Aperto ${unique}` } })).message.insertId as number;
    const {
      message: { insertId: permissionID },
    } = await api('POST', '/api/groupsPermissions', {
      group: { groupID: group, tableName: 'accise', allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 },
    });
    await makePerson({ memberID: `aperto-${unique}`, groupID: group });
    card = await browser.open(viewport);
    const { page } = card;
    await signInAs(page, `aperto-${unique}`, OWN_PASSWORD);
    await page.goto(address('/home/accise'));
    await page.getByRole('heading', { name: 'ACCISE' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBeGreaterThan(0);
    await api('PUT', '/api/groupsPermissions', { group: { permissionID, allowInsert: 0 } });
    // the next call of the page brings the news
    await page.getByPlaceholder('Cerca').fill('x');
    await expect.poll(() => page.getByRole('link', { name: 'AGGIUNGI' }).count()).toBe(0);
    await api('PUT', '/api/groupsPermissions', { group: { permissionID, allowView: 0 } });
    // and looking at the page again does too
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await page.getByText('Area non permessa').waitFor();
  });

  test.each(['direzione', 'capo', 'operaio'] as const)('%s trova a Profilo sé, e cambia i suoi dati', async (person: Person) => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, person, '/membership');
    await page.getByRole('heading', { name: `Ciao ${person}` }).waitFor();
    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
    await checked(page, `profilo-${person}-${size}`);
    await page.getByLabel('Address').fill(`Via ${unique}`);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Modifica effettuata').first().waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe(`Via ${unique}`);
    await page.goto(address('/membership/dettaglio-gruppo?id=2'));
    await page.waitForURL((url) => url.pathname === '/home');
  });

  test('la propria password si cambia sapendo quella attuale, e si resta dentro', async () => {
    const api = await administrator();
    const memberID = `cambia-${unique}`;
    await makePerson({ memberID, groupID: 3 }, 'la vecchia frase');
    card = await browser.open(viewport);
    const { page } = card;
    await signInAs(page, memberID, 'la vecchia frase');
    await page.goto(address('/membership'));
    await page.getByLabel('Nuova password').fill('una frase del tutto nuova');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Scrivi la tua password attuale').waitFor();
    await page.getByLabel('Password attuale').fill('sbagliata');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('La password attuale non è corretta').first().waitFor();
    await page.getByLabel('Password attuale').fill('la vecchia frase');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Modifica effettuata').first().waitFor();
    await expect.poll(() => page.getByLabel('Nuova password').inputValue()).toBe('');
    await page.getByLabel('City').fill('Modena');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await expect.poll(async () => (await api('GET', `/api/users?user=${memberID}`)).data[0].custom3).toBe('Modena');
    await expect.poll(() => page.getByText('La sessione è scaduta').count()).toBe(0);
  });

  test('le proprie sessioni: se ne chiude una, poi tutte; dietro alla richiesta della password la pagina non si vede', async () => {
    const memberID = `ovunque-${unique}`;
    await makePerson({ memberID, groupID: 3 });
    const login = async () =>
      (await call(address('/api/login'), 'POST', { body: { username: memberID, password: md5(OWN_PASSWORD) } })).body.utente
        .token as string;
    const open = async (token: string) => (await call(address('/api/sessione'), 'GET', { token })).status;
    const elsewhere = await login();
    card = await browser.open(viewport);
    const { page } = card;
    await signInAs(page, memberID, OWN_PASSWORD);
    await page.goto(address('/membership'));
    await page.getByText('questa sessione').waitFor();
    await checked(page, `sessioni-${size}`);
    await page.getByRole('button', { name: /CHIUDI la sessione/ }).click();
    await page.getByText('Sessione chiusa').waitFor();
    expect(await open(elsewhere)).toBe(401);

    await call(address('/api/sessioni'), 'DELETE', { token: await login(), body: { tutte: 1 } });
    await page.evaluate('dispatchEvent(new Event("focus"))');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Password', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Le tue sessioni', { exact: true }).isVisible()).toBe(false);
    expect(await page.getByText(`Ciao ${memberID}`).first().isVisible()).toBe(false);
    await photograph(page, `pagina-nascosta-${size}`);
    await dialog.getByLabel('Password', { exact: true }).fill('non è questa');
    await dialog.getByRole('button', { name: 'Accedi' }).click();
    await dialog.getByText('Password errata').waitFor();
    expect(await page.getByText('Le tue sessioni', { exact: true }).isVisible()).toBe(false);
    await dialog.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
    await dialog.getByRole('button', { name: 'Accedi' }).click();
    await page.getByText('Le tue sessioni', { exact: true }).waitFor();

    const third = await login();
    await page.getByRole('button', { name: 'ESCI OVUNQUE' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ESCI OVUNQUE' }).click();
    await page.getByLabel('Username').waitFor();
    expect(await open(third)).toBe(401);
  });

  test('l’amministratore arriva al proprio profilo e allo storico di un utente', async () => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, 'admin', '/membership');
    await page.getByRole('tab', { name: 'Profilo' }).click();
    await page.getByRole('heading', { name: 'Ciao admin' }).waitFor();
    await checked(page, `profilo-admin-${size}`);
    await page.goto(address('/membership/dettaglio-utente?id=capo&storico=1'));
    await page
      .getByText('UtenteRegistrato')
      .or(page.getByText(/ha (creato|registrato|inserito)/))
      .first()
      .waitFor();
  });
});
