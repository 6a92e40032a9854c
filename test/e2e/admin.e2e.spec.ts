import { describe, expect, test } from 'vitest';
import { md5 } from '../access.ts';
import { call } from '../calls.ts';
import { readZip } from '../zip.ts';
import { accessible, address, noSidewaysScroll, PASSWORD, photograph, SCRIVANIA, signIn, TELEFONO, type Card, tabs } from './browser.ts';
import { makePerson, OWN_PASSWORD } from './demo-people.ts';

const SECTIONS = ['stato', 'operazioni', 'mail', 'sessioni', 'accessi'] as const;

describe.each([
  ['scrivania', SCRIVANIA],
  ['telefono', TELEFONO],
] as const)('L’area di amministrazione, %s', (size, viewport) => {
  const browser = tabs();
  let card: Card;

  test('mostra le sue cinque sezioni, ognuna al suo indirizzo', async () => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, 'admin', '/admin-page');
    for (const section of SECTIONS) {
      await page.getByRole('tab', { name: section.toUpperCase() }).click();
      if (section !== 'stato') await page.waitForURL(new RegExp(`scheda=${section}`));
      await page.getByRole('tabpanel').waitFor();
      await expect.poll(() => page.getByRole('tabpanel').innerText()).not.toBe('');
      await accessible(page, `admin ${section}`);
      await noSidewaysScroll(page, `admin ${section}`);
      await photograph(page, `admin-${section}-${size}`);
    }
    await page.reload();
    await expect.poll(() => page.getByRole('tab', { name: 'ACCESSI' }).getAttribute('aria-selected')).toBe('true');
  });

  test('ricostruisce le letture mentre il portale risponde', async () => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, 'admin', '/admin-page');
    await page.getByRole('button', { name: 'RICOSTRUISCI' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'RICOSTRUISCI' }).click();
    await page.getByText('Ricostruzione avviata').waitFor();
    await page.goto(address('/admin-page?scheda=operazioni'));
    await page.getByText('Ricostruzione delle letture').first().waitFor();
    await page.getByText('Tabelle di lettura ricostruite').first().waitFor({ timeout: 90_000 });
    await page.goto(address('/membership'));
    await page.getByText('Capicantiere').first().waitFor();
  });

  test('esporta tutto: lo zip si scarica e dice che cosa c’è', async () => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, 'admin', '/admin-page');
    const panel = page.getByRole('region', { name: 'Esportazione completa' });
    await panel.getByRole('radio', { name: 'Csv' }).click();
    await expect.poll(() => panel.innerText()).toMatch(/Con i documenti [\d.]+ file, /);
    await panel.scrollIntoViewIfNeeded();
    await photograph(page, `admin-esporta-tutto-${size}`);
    // one export of everything is enough: its content does not depend on the screen
    if (size !== 'scrivania') return;
    const download = page.waitForEvent('download', { timeout: 120_000 });
    await panel.getByRole('button', { name: 'ESPORTA TUTTO' }).click();
    await page.getByText('Esportazione completa in preparazione').waitFor();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^esportazione-completa_\d{4}-\d{2}-\d{2}\.zip$/);
    const entries = new Map((await readZip(await file.path())).map(({ name, content }) => [name, content]));
    const readme = String(entries.get('LEGGIMI.txt'));
    const machines = String(entries.get('registri/macchinari.csv')).split('\r\n');
    expect(machines[0]).toContain('Matricola');
    expect(readme).toContain(`registri/macchinari.csv: ${machines.length - 1} righe`);
    const documents = [...entries.keys()].filter((name) => name.startsWith('archivio/'));
    expect(documents.length).toBeGreaterThan(0);
    expect(readme).toContain(`DOCUMENTI: ${documents.length.toLocaleString('it-IT', { useGrouping: 'always' })} in archivio/`);
  });

  test('revoca la sessione di un altro, che deve accedere di nuovo', async () => {
    // a person of its own: the sessions of the others belong to tests that run meanwhile
    const memberID = `revocato-${size}-${Date.now().toString(36)}`;
    const login = async (username: string, password: string) => {
      const { body } = await call(address('/api/login'), 'POST', { body: { username, password: md5(password) } });
      return body.utente.token as string;
    };
    await makePerson({ memberID, groupID: 3 });
    const token = await login(memberID, OWN_PASSWORD);
    const session = () => call(address('/api/sessione'), 'GET', { token });
    expect((await session()).status).toBe(200);
    card = await browser.open(viewport);
    const { page } = card;
    // a session of its own, the newest: the list shows it on its first page
    await page.goto(address('/'));
    await signIn(page, 'admin', '/admin-page?scheda=sessioni');
    await page.getByText('questa sessione').waitFor();
    await page.getByRole('button', { name: `REVOCA la sessione di ${memberID}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'REVOCA' }).click();
    await page.getByText('Sessione chiusa').waitFor();
    expect((await session()).status).toBe(401);
  });

  test('filtra gli accessi per tipo, e chi li guarda vi compare', async () => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, 'admin', '/admin-page?scheda=accessi&tipo=consultazione');
    await page.getByText('GET /api/amministrazione/accessi').first().waitFor();
    await expect.poll(() => page.getByText('POST /api/login').count()).toBe(0);
  });

  test.each(['direzione', 'capo', 'operaio'] as const)('%s ne è mandato alla home, e il server non gli risponde', async (person) => {
    card = await browser.open(viewport);
    const { page } = card;
    await signIn(page, person, '/admin-page');
    await page.waitForURL('**/home');
    const { body } = await call(address('/api/login'), 'POST', { body: { username: person, password: md5(PASSWORD[person]) } });
    expect((await call(address('/api/amministrazione/stato'), 'GET', { token: body.utente.token as string })).status).toBe(403);
  });
});
