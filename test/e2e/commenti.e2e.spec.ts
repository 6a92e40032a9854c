import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessible, noSidewaysScroll, signIn, tabs, TELEFONO } from './browser.ts';

const KEY = `K${Date.now().toString(36).slice(-6)}`.toUpperCase();
const MACHINE = `/home/macchinari/${KEY}`;

/** Resolves when the page hears the portal's news, which it begins to do after its first screen. */
const hears = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/eventi') && answer.status() === 200);
const panel = (page: Page) => page.getByRole('complementary', { name: 'COMMENTI' });

describe('I commenti di un record', () => {
  const browser = tabs();

  test('nominano chi ne ha un avviso, che apre il record; la risposta si vede senza ricaricare', async () => {
    const { page: anna } = await browser.open();
    const { page: boss } = await browser.open(TELEFONO);
    await signIn(anna, 'admin', '/home/macchinari/nuovo');
    await anna.getByRole('textbox', { name: /^Matricola(?! costr)/ }).fill(KEY);
    await anna.getByRole('button', { name: 'SALVA', exact: true }).click();
    await anna.waitForURL(`**${MACHINE}`);
    const listening = hears(anna);
    await anna.goto(new URL(MACHINE, anna.url()).href);
    await listening;
    const told = hears(boss);
    await signIn(boss, 'capo', '/home');
    await told;

    await anna.getByRole('button', { name: 'COMMENTI', exact: true }).click();
    const area = panel(anna).getByLabel('Nuovo commento');
    await area.pressSequentially(`${KEY}: guarda il freno @cap`);
    await anna.getByRole('option', { name: /^capo/ }).waitFor();
    await area.press('Enter');
    await expect.poll(() => area.inputValue()).toBe(`${KEY}: guarda il freno @capo `);
    await area.pressSequentially('e @nessuno');
    await area.press('Control+Enter');
    await anna.getByText('Senza avviso: nessuno.').waitFor();
    await panel(anna).getByRole('listitem').filter({ hasText: KEY }).waitFor();
    await anna.getByRole('button', { name: 'COMMENTI 1', exact: true }).waitFor();

    // on the phone the number comes to the menu's button, and the notice opens the record with its comments
    await boss.getByRole('button', { name: /^Apri menu .*non lett/ }).click();
    await boss.getByRole('button', { name: /^Attività/ }).click();
    await boss.getByRole('link', { name: new RegExp(`macchinario ${KEY}`) }).click();
    await boss.waitForURL(`**${MACHINE}?commenti=1`);
    const sheet = boss.getByRole('dialog', { name: 'COMMENTI' });
    await sheet.getByText('guarda il freno').waitFor();
    expect(await sheet.getByRole('button', { name: 'Modifica il commento' }).count()).toBe(0);
    await accessible(boss, 'commenti, telefono');
    await noSidewaysScroll(boss, 'commenti, telefono');
    await sheet.getByLabel('Nuovo commento').fill('Fatto, @admin');
    await sheet.getByRole('button', { name: 'AGGIUNGI il commento' }).click();
    await sheet.getByText('Fatto, ').waitFor();

    await panel(anna).getByText('Fatto, ').waitFor();
    const activity = anna.getByRole('button', { name: /^Attività.*non lett/ });
    await activity.click();
    await anna
      .getByRole('dialog', { name: 'Attività' })
      .getByRole('link', { name: new RegExp(`capo: macchinario ${KEY}`) })
      .waitFor();
    await accessible(anna, 'commenti e avvisi');
  });

  test('il proprio si modifica, si elimina e si riporta; dal registro si torna al record', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', `${MACHINE}?commenti=1`);
    const mine = panel(page).getByRole('listitem').filter({ hasText: 'guarda il freno' });
    await mine.getByRole('button', { name: 'Modifica il commento' }).click();
    const edit = panel(page).getByLabel('Commento', { exact: true });
    await edit.fill(`${KEY}: guarda freno e luci @capo`);
    await panel(page).getByRole('button', { name: 'SALVA il commento' }).click();
    const changed = panel(page).getByRole('listitem').filter({ hasText: 'freno e luci' });
    await changed.getByText(', modificato').waitFor();
    const id = await changed.getAttribute('data-commento');
    await changed.getByRole('button', { name: 'Elimina il commento' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await changed.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Avvisi' }).getByRole('button', { name: 'ANNULLA' }).click();
    await changed.waitFor();
    await page.goto(new URL(`/home/commenti/${id}`, page.url()).href);
    await page.waitForURL(`**${MACHINE}?commenti=1`);
    await changed.waitFor();
  });
});
