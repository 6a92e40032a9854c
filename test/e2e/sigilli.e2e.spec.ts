import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readZip } from '../zip.ts';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, TELEFONO, tabs } from './browser.ts';

const SIZES = { scrivania: SCRIVANIA, telefono: TELEFONO };

describe('I sigilli del registro', () => {
  const browser = tabs();
  const panel = (page: Page) => page.getByRole('region', { name: 'Sigilli del registro' });

  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`${size}: l’amministratore sigilla, verifica e scarica; la prova di un record si verifica da disco`, async () => {
      const { page } = await browser.open(viewport);
      await signIn(page, 'admin', '/admin-page');
      await panel(page).getByRole('button', { name: 'SIGILLA ORA' }).click();
      await page.getByText('Registro sigillato').first().waitFor();
      // the list is read again after the message: its first row may still be the one before
      await page.reload();
      const name = await panel(page)
        .getByRole('button', { name: /^VERIFICA il sigillo/ })
        .first()
        .getAttribute('aria-label');
      const button = (verb: string) => page.getByRole('button', { name: name!.replace('VERIFICA', verb), exact: true });
      const newest = panel(page)
        .getByRole('listitem')
        .filter({ has: button('VERIFICA') });
      await button('VERIFICA').click();
      await newest.getByText('Il registro lo estende').waitFor();
      await panel(page).scrollIntoViewIfNeeded();
      await accessible(page, `sigilli, ${size}`);
      await noSidewaysScroll(page, `sigilli, ${size}`);
      await photograph(page, `sigilli-${size}`);
      const [saved] = await Promise.all([page.waitForEvent('download'), button('SCARICA').click()]);
      expect(saved.suggestedFilename()).toMatch(/^sigillo_\d+\.txt$/);

      await page.goto(address('/home/meccanici/dettaglio-meccanici?id=1'));
      if (size === 'telefono') {
        await page.getByRole('button', { name: 'Altre azioni' }).click();
        await page.getByRole('menuitem', { name: 'STORICO' }).click();
      } else await page.getByRole('button', { name: 'STORICO' }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PROVA' }).click()]);
      await photograph(page, `prova-${size}`);
      const entries = await readZip(await download.path());
      const place = await mkdtemp(join(tmpdir(), 'strato-prova-e2e-'));
      try {
        for (const { name, content } of entries) await writeFile(join(place, name), content);
        await verifies(place, size, viewport);
      } finally {
        await rm(place, { recursive: true, force: true });
      }
    });
  }

  // in a browser of its own, as a reader outside the firm has it: a page of the portal still has requests under way
  async function verifies(place: string, size: string, viewport: (typeof SIZES)[keyof typeof SIZES]): Promise<void> {
    const { page } = await browser.open(viewport);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto(pathToFileURL(join(place, 'verifica.html')).href);
    await expect
      .poll(() => page.locator('#esito').innerText())
      .toMatch(/^VALIDA: \d+ event[oi], nel registro[\s\S]*VALID: \d+ events? in the log/);
    await photograph(page, `verifica-${size}`);
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
    await noSidewaysScroll(page, `verifica.html, ${size}`);
    const file = join(place, 'falsa.json');
    await writeFile(file, (await readFile(join(place, 'prova.json'), 'utf8')).replace(/"utente": "[^"]+"/, '"utente": "altri"'));
    await page.locator('#file').setInputFiles(file);
    await expect.poll(() => page.locator('#esito').innerText()).toMatch(/^NON VALIDA: di \d+ event[oi], 1 non come/);
    await page.locator('#file').setInputFiles(join(place, 'sigillo.txt'));
    await expect.poll(() => page.locator('#esito').innerText()).toContain('Il file non è una prova.');
  }
});
