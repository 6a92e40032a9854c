import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { asPerson } from './demo-people.ts';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, TELEFONO, type Person, tabs } from './browser.ts';

const PATH = '/home/scadenze';
const chip = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Fasce' }).getByRole('button', { name: new RegExp(`^${name}`) });
const figure = async (page: Page, name: string): Promise<number> =>
  Number(((await chip(page, name).innerText()).match(/[\d.]+$/) ?? ['-1'])[0].replaceAll('.', ''));

async function stands(page: Page): Promise<void> {
  await expect.poll(() => figure(page, 'Oltre')).toBeGreaterThanOrEqual(0);
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

describe('Lo scadenzario', () => {
  const browser = tabs();

  for (const person of ['admin', 'capo', 'operaio'] as const satisfies readonly Person[]) {
    for (const [size, viewport] of Object.entries({ scrivania: SCRIVANIA, telefono: TELEFONO })) {
      test(`per ${person}, ${size}: elenco, gruppi e mese sono accessibili e non scorrono di lato`, async () => {
        const { page } = await browser.open(viewport, false);
        await signIn(page, person);
        for (const [name, query] of Object.entries({ elenco: '', cantieri: '?gruppo=cantiere', mese: '?mostra=mese' })) {
          await page.goto(address(PATH + query));
          await stands(page);
          const where = `scadenze ${name}, ${person}, ${size}`;
          await photograph(page, `scadenze-${name}-${person}-${size}`);
          await noSidewaysScroll(page, where);
          await accessible(page, where);
        }
      });
    }
  }

  test('la home ha le stesse cifre, e porta agli scaduti', async () => {
    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'admin');
    const tile = page.getByRole('region', { name: 'Scadenze' });
    const told = async () =>
      (await tile.innerText()).match(/[\d.]+(?=\s+(?:scadute|entro))/g)?.map((text) => Number(text.replaceAll('.', '')));
    // other specs write to the same portal: a record renewed between the two screens is no difference
    const boardBesideHome = async () => {
      await page.goto(address('/home'));
      await expect.poll(told).toHaveLength(2);
      const [expired, soon] = (await told())!;
      await tile.getByRole('link', { name: /scadute/ }).click();
      await page.waitForURL('**/home/scadenze?fascia=scaduto');
      await stands(page);
      return {
        expired: (await figure(page, 'Scaduto')) - expired!,
        soon: (await figure(page, 'Entro 7')) + (await figure(page, 'Entro 30')) - soon!,
      };
    };
    await expect.poll(boardBesideHome).toEqual({ expired: 0, soon: 0 });
    await expect.poll(() => chip(page, 'Scaduto').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(async () => page.locator('h1 .count').innerText()).toBe(String(await figure(page, 'Scaduto')));
  });

  for (const [size, viewport] of Object.entries({ scrivania: SCRIVANIA, telefono: TELEFONO })) {
    test(`il calendario si crea, si copia e si revoca, e i promemoria dicono che ne è stato, ${size}`, async () => {
      const { page } = await browser.open(viewport, false);
      await signIn(page, 'capo', PATH);
      await stands(page);
      if (size === 'telefono') {
        await page.getByRole('button', { name: 'Altre azioni' }).click();
        await page.getByRole('menuitem', { name: 'Promemoria e calendario' }).click();
      } else await page.getByRole('button', { name: 'Promemoria', exact: true }).click();
      const calendar = page.getByRole('dialog').getByRole('region', { name: 'Calendario' });
      await calendar.getByRole('button', { name: 'Crea il collegamento' }).click();
      const link = await calendar.getByLabel('Collegamento').inputValue();
      expect(link).toMatch(/\/api\/calendario\/[\w-]{43}\.ics$/);
      const read = await fetch(link);
      expect([read.status, (await read.text()).startsWith('BEGIN:VCALENDAR\r\n')]).toEqual([200, true]);
      await accessible(page, `calendario, ${size}`);
      await noSidewaysScroll(page, `calendario, ${size}`);
      await photograph(page, `scadenze-calendario-${size}`);
      await calendar.getByRole('button', { name: 'Revoca' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'REVOCA' }).click();
      await calendar.getByRole('button', { name: 'Crea il collegamento' }).waitFor();
      expect((await fetch(link)).status).toBe(404);
    });
  }

  test('si filtra, l’indirizzo lo ricorda, e una riga porta al record', async () => {
    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'admin', PATH);
    await stands(page);
    await page.getByRole('button', { name: /^Filtri/ }).click();
    const subject = page.getByRole('combobox', { name: 'Di che cosa' });
    await subject.click();
    await page.getByRole('option', { name: 'Macchinario' }).click();
    await page.waitForURL('**/home/scadenze?soggetto=macchina');
    await page.keyboard.press('Escape');
    await chip(page, 'Scaduto').click();
    await page.waitForURL(/fascia=scaduto/);
    await page.reload();
    await stands(page);
    // a machine that a fault stops leads to its faults, a paper to the machine's papers
    const rows = await page.locator('tr[data-href]').all();
    const hrefs = await Promise.all(rows.map(async (row) => (await row.getAttribute('data-href'))!));
    for (const one of hrefs) expect(one).toMatch(/^\/home\/(guasti\?cerca=|macchinari\/.+scheda=)/);
    const href = hrefs.find((one) => one.startsWith('/home/macchinari/'))!;
    const row = page.locator(`tr[data-href="${href}"]`).first();
    await row.locator('td').nth(2).click();
    await page.waitForURL(`**${href}`);
  });

  test('chi non ha responsabile si assegna in un posto solo, e i gruppi stanno da soli', async () => {
    // other specs write to the same portal: these machines are this spec's own
    const serials = [1, 2].map((n) => `AS${n}${randomUUID().slice(0, 6).toUpperCase()}`);
    const api = await asPerson('admin');
    for (const matricola of serials) expect((await api('POST', '/api/macchinari', { macchinario: { matricola } })).status).toBe(201);
    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'admin');
    await page.goto(address(`${PATH}?gruppo=cantiere`));
    await stands(page);
    await page.getByRole('region', { name: 'Cantiere', exact: true }).waitFor();
    expect(await page.getByRole('table', { name: 'Scadenze' }).count()).toBe(0);
    const note = page.getByRole('status').filter({ hasText: 'senza responsabile' });
    await note.getByRole('button', { name: 'ASSEGNA' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assegna un responsabile' });
    const group = dialog.getByRole('group', { name: /^macchinari/i });
    const row = (serial: string) => group.getByRole('checkbox', { name: new RegExp(`^${serial}\\b`) });
    for (const serial of serials) await row(serial).check();
    await dialog.getByRole('combobox', { name: 'Responsabile' }).fill('capo');
    await page.getByRole('option', { name: /^capo/ }).click();
    await accessible(page, 'assegna un responsabile');
    await photograph(page, 'scadenze-assegna');
    for (const serial of serials) expect(await row(serial).count()).toBe(1);
    await dialog.getByRole('button', { name: 'ASSEGNA' }).click();
    await page.getByText('Responsabile assegnato').waitFor();
    await note.getByRole('button', { name: 'ASSEGNA' }).click();
    await group.getByRole('checkbox').first().waitFor();
    for (const serial of serials) await expect.poll(() => row(serial).count()).toBe(0);
    await dialog.getByRole('button', { name: 'ANNULLA' }).click();
    // one change in the history of the portal
    await page.goto(address(`/home/storico?utente=admin&cerca=responsabile capo&dal=${romeDate(new Date())}`));
    await page.getByText(/ha modificato 2 macchinari$/).waitFor();
  });

  test('ciò che è finito compare solo a chiederlo', async () => {
    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'admin');
    await page.goto(address(`${PATH}?soggetto=cantiere`));
    await stands(page);
    const total = async () => Number((await page.locator('h1 .count').innerText()).replaceAll('.', ''));
    const open = await total();
    const closed = page.getByRole('button', { name: /^Chiusi/ });
    const count = Number((await closed.innerText()).match(/\d+/)![0]);
    expect(count).toBeGreaterThan(0);
    await closed.click();
    await page.waitForURL(/chiusi=1/);
    await expect.poll(total).toBe(open + count);
  });

  test('VISTO la segna con il nome di chi l’ha vista, fino al giorno scelto', async () => {
    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'admin', `${PATH}?soggetto=lavoratore&fascia=scaduto`);
    await stands(page);
    await page
      .getByRole('button', { name: /^VISTO/ })
      .first()
      .click();
    const until = addDays(romeDate(new Date()), 12);
    const dialog = page.getByRole('dialog', { name: 'Scadenza vista' });
    await dialog.getByLabel('Fino al', { exact: true }).fill(until);
    await dialog.getByRole('button', { name: 'VISTO' }).click();
    await page.getByText('Segnata come vista').waitFor();
    await page.getByTitle(`Visto da admin fino al ${until}`).first().waitFor();
  });
});
