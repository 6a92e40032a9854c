import { describe, expect, test } from 'vitest';
import { signIn, tabs } from './browser.ts';

describe('Un elenco', () => {
  const browser = tabs();

  test('una spunta messa mentre la ricerca parte resta', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari');
    await page.locator('tbody tr a').first().waitFor();
    const tick = (await page.locator('tbody tr').nth(2).getByRole('checkbox').boundingBox())!;
    await page.getByRole('searchbox').first().focus();
    await page.keyboard.type('a');
    await page.mouse.click(tick.x + 8, tick.y + 8);
    await page.waitForURL('**/home/macchinari?cerca=a');
    await page.getByText('1 selezionato').waitFor();
  });

  test('si stampa intero, su fogli in orizzontale, con la testata su ognuno', async () => {
    const { page } = await browser.open();
    await page.addInitScript('window.print = () => { window.printed = true; };');
    // the machines of the demo firm: other specs make some meanwhile
    await signIn(page, 'admin', '/home/macchinari?cerca=A00');
    await page.getByRole('row', { name: /A0001/ }).waitFor();
    const shown = Number(await page.getByRole('heading', { level: 1 }).locator('.count').innerText());
    expect(shown).toBeGreaterThan(20);
    await page.getByRole('button', { name: "Stampa l'elenco" }).click();
    await expect.poll(() => page.evaluate('window.printed === true')).toBe(true);
    await expect.poll(() => page.locator('.elenco-stampa tbody tr').count()).toBe(shown);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate("getComputedStyle(document.querySelector('.elenco-stampa thead')).display")).toBe('table-header-group');
    const cut = await page.evaluate(
      "[...document.querySelectorAll('.elenco-stampa :is(td, th)')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length",
    );
    expect(cut).toBe(0);
    await page.emulateMedia({ media: null });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sheets = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, wide, high]) => [
      Math.round(Number(wide)),
      Math.round(Number(high)),
    ]);
    expect(sheets.length).toBeGreaterThan(1);
    expect(new Set(sheets.map(String))).toEqual(new Set(['842,595']));
    // the end of printing takes it away
    await page.locator('.elenco-stampa').waitFor({ state: 'detached' });

    // so does the keyboard, in the place of the page that is on the screen
    await page.evaluate('window.printed = false');
    await page.keyboard.press('Control+p');
    await expect.poll(() => page.evaluate('window.printed === true')).toBe(true);
    await expect.poll(() => page.locator('.elenco-stampa tbody tr').count()).toBe(shown);
  });

  test('dalla ricerca alla scheda e ritorno con la tastiera: la ricerca resta, il cursore torna sulla riga', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari');
    await page.getByRole('row', { name: /A0001/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('soilmec');
    await page.getByRole('row', { name: /A0002/ }).waitFor();
    await page.getByRole('row', { name: /A0001/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home/macchinari/A0002');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.getByRole('button', { name: 'Chiudi', exact: true }).click();
    await page.waitForURL('**/home/macchinari?cerca=soilmec');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.href')).toBe('/home/macchinari/A0002');
  });

  test('una riga premuta mentre la ricerca è in viaggio si apre e resta aperta', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', '/home/macchinari');
    const row = page.getByRole('row', { name: /A0001/ });
    await row.waitFor();
    // the record's screen comes slowly: the list stays in place, hidden
    await page.route('**/assets/*', async (route) => {
      await new Promise((done) => {
        setTimeout(done, 600);
      });
      await route.continue();
    });
    await page.getByRole('searchbox', { name: 'Cerca' }).pressSequentially('cas');
    await row.getByText('Casagrande').click();
    await page.waitForTimeout(1500);
    expect(new URL(page.url()).pathname).toBe('/home/macchinari/A0001');
  });
});
