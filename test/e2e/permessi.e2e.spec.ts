import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { md5 } from '../access.ts';
import { call, type Method } from '../calls.ts';
import { address, PASSWORD, type Card, tabs } from './browser.ts';
import { makePerson, OWN_PASSWORD } from './demo-people.ts';

/** Signs in as an administrator who works through the API meanwhile. */
async function amministra() {
  const { body } = await call(address('/api/login'), 'POST', { body: { username: 'admin', password: md5(PASSWORD.admin) } });
  const token = body.utente.token as string;
  return async (method: Method, path: string, data?: unknown) => {
    const answer = await call(address(path), method, { token, body: data });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
}

const signIn = async (page: Page, utente: string) => {
  await page.goto(address('/'));
  await page.getByLabel('Username').fill(utente);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL('**/home');
};

describe('Chi compila un modulo', () => {
  const browser = tabs();
  let card: Card;
  const utente = `prova-${Date.now().toString(36)}`;
  let gruppo: number;
  let permission: { permissionID: number } & Record<string, unknown>;
  beforeAll(async () => {
    const api = await amministra();
    gruppo = (await api('POST', '/api/groups', { group: { name: utente } })).message.insertId;
    for (const tableName of ['accise', 'macchinari', 'cantieri']) {
      await api('POST', '/api/groupsPermissions', {
        group: { groupID: gruppo, tableName, allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 },
      });
    }
    permission = (await api('GET', `/api/groupsPermissions?id=${gruppo}`)).data.find(
      (p: { tableName: string }) => p.tableName === 'accise',
    );
    await makePerson({ memberID: utente, groupID: gruppo, custom1: 'Persona di prova' });
  });

  test('e preme SALVA due volte registra una volta sola', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, utente);
    await page.goto(address('/home/accise/nuovo'));
    await page.getByLabel('Minuti', { exact: true }).fill('41');
    await page.getByRole('button', { name: 'SALVA' }).dblclick();
    await page.getByText('Accisa salvata con successo').first().waitFor();
    await page.waitForURL(/\/home\/accise(\?|$)/);
    const api = await amministra();
    const filters = encodeURIComponent(JSON.stringify({ utente, minuti: 41 }));
    expect((await api('GET', `/api/accise?pagina=1&righe=10&filtri=${filters}`)).totale).toBe(1);
  });

  test('e perde il permesso intanto legge perché, e non perde ciò che ha scritto', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, utente);
    await page.goto(address('/home/accise/nuovo'));
    await page.getByLabel('Minuti', { exact: true }).fill('23');
    const api = await amministra();
    await api('PUT', '/api/groupsPermissions', { group: { ...permission, allowInsert: 0, allowEdit: 0 } });
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Errore nel salvataggio dei dati').waitFor();
    await page.getByText('Il tuo gruppo non ha il permesso per questa operazione.').waitFor();
    await expect.poll(() => page.getByLabel('Minuti', { exact: true }).inputValue()).toBe('23');
  });
});
