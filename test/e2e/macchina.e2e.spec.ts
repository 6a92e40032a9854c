import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { romeDate, addDays } from '#contracts/core/dates.ts';
import { pdf } from '#services/demo/pdf.ts';
import { readZip } from '../zip.ts';
import { signIn, accessible, photograph, address, noSidewaysScroll, PASSWORD, type Card, TELEFONO, tabs, settled } from './browser.ts';

const TODAY = romeDate(new Date());

/** Locates a row of the tab DOCUMENTI by the document's name. */
const row = (page: Page, name: string) => page.locator('li.doc').filter({ hasText: name });

/** Locates a field by its label, with or without the mark of a required field. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}\\s*\\*?$`));

/** Types as a person does: a number field redraws itself when it gets the focus. */
async function write(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

describe('Una macchina, dalla nascita allo zip', () => {
  const browser = tabs();
  let card: Card;
  const matricola = `E2E-${Date.now().toString(36)}`;

  test('si crea, riceve un PDF scaduto ed è rossa, cambia, racconta prima e dopo, torna com’era, si esporta', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin');

    // without a matricola it is refused with the specification's sentence
    await page.goto(address('/home/macchinari/nuovo'));
    await field(page, 'Marca').fill('Soilmec');
    await page.keyboard.press('Control+s');
    await page.getByText('Attenzione la matricola non può essere vuota').first().waitFor();

    await field(page, 'Matricola').fill(matricola);
    await field(page, 'Modello').fill('SM-14');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').waitFor();
    await page.waitForURL(/\/home\/macchinari(\?|$)/);

    // the document and its deadline, yesterday
    await page.goto(address(`/home/macchinari/${matricola}?scheda=documenti`));
    const funi = row(page, 'Verifica funi e catene');
    await funi
      .locator('input[type=file]')
      .setInputFiles({ name: 'verifica.pdf', mimeType: 'application/pdf', buffer: pdf('Verifica', ['funi e catene']) });
    await funi.getByText(`${matricola}_FUNI.pdf`).waitFor();
    await funi.getByRole('switch').click();
    await funi.getByRole('textbox').fill(addDays(TODAY, -1));
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').first().waitFor();
    await funi.getByText('scaduta da 1 giorno').waitFor();
    await page.getByRole('button', { name: 'SALVA' }).and(page.locator(':disabled')).waitFor();
    await photograph(page, 'macchina-scaduta');
    await accessible(page, 'macchina, documenti');

    // a file that is no PDF is refused with the reason
    const ce = row(page, 'Certificato CE');
    await ce
      .locator('input[type=file]')
      .setInputFiles({ name: 'finto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('non sono un PDF') });
    await ce.getByText(/PDF/).first().waitFor();
    await expect.poll(() => ce.getByText(`${matricola}_CE.pdf`).count()).toBe(0);

    // red in the list
    await page.goto(address(`/home/macchinari?scaduti=1&cerca=${matricola}`));
    const inList = page.locator('tbody tr').filter({ hasText: matricola });
    await inList.waitFor();
    await expect.poll(() => inList.getAttribute('class')).toContain('is-hot');

    // a change, and its history before → after
    await inList.getByText(matricola).click();
    await write(page, 'Ore/Km', '6.538');
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').first().waitFor();
    await page.getByRole('button', { name: 'STORICO' }).click();
    const storico = page.locator('.timeline > li');
    await storico.first().getByText('6.538').waitFor();
    await storico.filter({ hasText: 'ha caricato un documento' }).first().waitFor();
    await photograph(page, 'macchina-storico');
    await accessible(page, 'macchina, storico');

    // as it was, and back
    await storico.filter({ hasText: 'ha caricato un documento' }).first().getByRole('button', { name: "Vedi com'era" }).click();
    await page
      .getByText(/com'era il/)
      .first()
      .waitFor();
    await page.getByText('Torna a oggi').click();
    await storico.filter({ hasText: 'Scadenza funi' }).first().getByRole('button', { name: 'Ripristina' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /RIPRISTINA/i })
      .click();
    await storico.first().getByText('ha ripristinato il macchinario').waitFor();
    await expect.poll(() => field(page, 'Ore/Km').inputValue()).toBe('');

    // the zip, downloaded by itself
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'ESPORTA' }).click();
    const zip = await readZip(await readFile(await (await downloaded).path()));
    const funiInZip = zip.find((entry) => entry.name.endsWith(`${matricola}_FUNI.pdf`));
    expect(funiInZip?.content.subarray(0, 5).toString()).toBe('%PDF-');
  }, 120_000);

  test('due persone insieme: la seconda sceglie campo per campo e nulla va perso', async () => {
    card = await browser.open();
    const other = await browser.open();
    const { page } = card;
    await signIn(page, 'admin');
    await signIn(other.page, 'direzione');
    for (const p of [page, other.page]) await p.goto(address(`/home/macchinari/${matricola}`));
    await field(other.page, 'Descrizione').fill('scritto da direzione');
    await other.page.getByRole('button', { name: 'SALVA' }).click();
    await other.page.getByText('Salvataggio Effettuato correttamente').waitFor();
    await field(page, 'Descrizione').fill('scritto da admin');
    await field(page, 'Chassis').fill('CH-1');
    await page.getByRole('button', { name: 'SALVA' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('scritto da direzione').waitFor();
    await photograph(page, 'conflitto');
    await accessible(page, 'conflitto');
    await dialog.getByText('scritto da admin').click();
    await dialog.getByRole('button', { name: 'SALVA' }).click();
    await page.getByText('Salvataggio Effettuato correttamente').first().waitFor();
    await page.reload();
    await expect.poll(() => field(page, 'Descrizione').inputValue()).toBe('scritto da admin');
    await expect.poll(() => field(page, 'Chassis').inputValue()).toBe('CH-1');
  }, 90_000);

  test('dopo molte modifiche lo storico arriva fino alla nascita, una pagina alla volta', async () => {
    card = await browser.open();
    const { page } = card;
    await signIn(page, 'admin');
    const { token } = (await page.evaluate(
      `[...Object.values(localStorage), ...Object.values(sessionStorage)].map((v) => { try { return JSON.parse(v); } catch { return null; } }).find((v) => v?.token)`,
    )) as { token: string };
    const changed = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        fetch(address('/api/macchinari'), {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ macchinario: { matricola, modello: `SM-${i}` } }),
        }),
      ),
    );
    expect(new Set(changed.map(({ status }) => status))).toEqual(new Set([200]));
    await page.goto(address(`/home/macchinari/${matricola}?storico=1`));
    const storico = page.locator('.timeline > li');
    await expect.poll(() => storico.count()).toBe(50);
    const more = page.getByRole('button', { name: /^Mostra altri eventi/ });
    await more.scrollIntoViewIfNeeded();
    await photograph(page, 'macchina-storico-lungo');
    await accessible(page, 'macchina, storico lungo');
    await more.click();
    await storico.last().getByText('ha creato il macchinario').waitFor();
    await expect.poll(() => more.count()).toBe(0);
    // the oldest entry too is seen as it was
    await storico.last().getByRole('button', { name: "Vedi com'era" }).click();
    await expect.poll(() => field(page, 'Modello').and(page.locator('[readonly]')).inputValue()).toBe('SM-14');
  }, 60_000);

  test('un operaio la guarda soltanto; su un telefono tutto sta nello schermo', async () => {
    card = await browser.open(TELEFONO);
    const { page } = card;
    await signIn(page, 'operaio');
    for (const tab of ['dettagli', 'documenti', 'amministrazione', 'dati']) {
      await page.goto(address(`/home/macchinari/${matricola}?scheda=${tab}`));
      await page.getByText(matricola).first().waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await photograph(page, `macchina-operaio-${tab}`);
      await noSidewaysScroll(page, tab);
      await accessible(page, `macchina ${tab}, operaio, telefono`);
      await expect.poll(() => page.getByRole('button', { name: 'SALVA' }).count()).toBe(0);
      await expect.poll(() => page.getByText('CARICA FOTO').count()).toBe(0);
    }
    await expect.poll(() => page.getByRole('tab', { name: 'MANUTENZIONE' }).count()).toBe(0);
  }, 90_000);

  test('la rete che cade non fa perdere ciò che si è scritto', async () => {
    card = await browser.open();
    const { page, context } = card;
    await signIn(page, 'admin', `/home/macchinari/${matricola}`);
    await field(page, 'Targa').fill('AB 123 CD');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'SALVA' }).click();
    await page
      .getByText(/Senza rete/)
      .first()
      .waitFor();
    await context.setOffline(false);
    await page.getByText('Salvataggio Effettuato correttamente').waitFor();
    await page.reload();
    await expect.poll(() => field(page, 'Targa').inputValue()).toBe('AB 123 CD');
    // the console error of the simulated interruption is expected
    card.complaints.splice(0, card.complaints.length, ...card.complaints.filter((l) => !l.includes('ERR_INTERNET_DISCONNECTED')));
  }, 90_000);

  test.each([
    { noticed: 'al salvataggio', marca: 'Casagrande' },
    { noticed: 'dal flusso delle novità', marca: 'Soilmec' },
  ])(
    'la sessione che finisce a metà, scoperta $noticed, si riprende senza perdere il modulo',
    async ({ noticed, marca }) => {
      card = await browser.open();
      const { page } = card;
      const byThePress = noticed === 'al salvataggio';
      if (byThePress) await page.route('**/api/eventi', (route) => route.abort());
      await signIn(page, 'admin', `/home/macchinari/${matricola}`);
      await field(page, 'Marca').fill(marca);
      // a call of the page itself would find the end before the press does
      await settled(page);
      // the same session is ended elsewhere
      const token = (await page.evaluate(
        `JSON.stringify({ ...sessionStorage, ...localStorage }).match(/token\\\\?":\\\\?"([^"\\\\]+)/)?.[1]`,
      )) as string;
      const end = await fetch(address('/api/logout'), { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      expect(end.status).toBe(200);
      const save = page.getByRole('button', { name: 'SALVA' });
      if (byThePress) await save.click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD.admin);
      await dialog.getByRole('button', { name: 'Accedi' }).click();
      if (!byThePress) await save.click();
      await page.getByText('Salvataggio Effettuato correttamente').waitFor();
      await page.reload();
      await expect.poll(() => field(page, 'Marca').inputValue()).toBe(marca);
    },
    90_000,
  );
});
