import type { Page } from 'playwright-core';
import { md5 } from '../access.ts';
import { call } from '../calls.ts';
import { address, PASSWORD } from './browser.ts';

/** A worker of the demo firm. */
export interface DemoWorker {
  matricola: string;
  cognome: string;
  nome: string;
}

/** Returns some demo workers who have documents, and the token of the administrator session used. */
export async function demoWorkers(): Promise<{ token: string; workers: DemoWorker[] }> {
  const { body } = await call(address('/api/login'), 'POST', { body: { username: 'admin', password: md5(PASSWORD.admin) } });
  const token = body.utente.token as string;
  const filters = JSON.stringify({ idoneita: { vuoto: false }, ci: { vuoto: false }, matricola: { a: '1187' } });
  return {
    token,
    workers: (await call(address(`/api/personale?righe=5&filtri=${encodeURIComponent(filters)}`), 'GET', { token })).body.data,
  };
}

/** Returns the address of the page that a worker's QR code opens. */
export const pageOf = (matricola: string) => address(`/home/personale/qrcode/${matricola}`);

/** Signs in on the sign-in form that is open. */
export async function enter(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accedi' }).click();
}
