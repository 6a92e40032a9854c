import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { accessible, accessibleInTheDark, address, noSidewaysScroll, photograph, signIn, tabs, TELEFONO, type Person } from './browser.ts';

const rows = (page: Page) => page.locator('tr[data-row]');
const chips = (page: Page) => page.getByRole('group', { name: 'Filtri attivi' });
const view = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const actions = (page: Page) => page.getByRole('group', { name: 'Vista', exact: true });
const count = async (page: Page) => Number(await page.getByRole('heading', { level: 1 }).locator('.count').innerText());
const search = (page: Page) => new URL(page.url()).searchParams;
const conditions = (field: string, condition: unknown) => `filtri=${encodeURIComponent(JSON.stringify({ [field]: condition }))}`;

/** Saves the list as a view, by the dialog that is open. */
async function nameIt(page: Page, name: string, sharing = 'Solo io'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Salva come vista' });
  await dialog.getByRole('textbox', { name: 'Nome' }).fill(name);
  await dialog.getByRole('radio', { name: sharing }).check();
  await dialog.getByRole('button', { name: 'SALVA' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`Vista «${name}» salvata`).first().waitFor();
}

const saveAs = (page: Page) => page.getByRole('button', { name: 'Salva come vista' }).click();

/** Calls the portal as a person, with the session of that person's page. */
async function ask(page: Page, method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
  const { token } = JSON.parse((await page.evaluate(`sessionStorage.getItem('strato.sessione')`)) as string) as { token: string };
  const response = await fetch(address(path), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

describe('Le viste di un elenco', () => {
  const browser = tabs();
  const used = new Set<Person>();

  async function open(person: Person, path: string, viewport?: typeof TELEFONO): Promise<Page> {
    used.add(person);
    const { page } = await browser.open(viewport);
    await signIn(page, person, path);
    if (path !== '/home') await page.getByRole('heading', { level: 1 }).locator('.count').waitFor();
    return page;
  }

  // other specs open the same lists
  afterEach(async () => {
    for (const person of used) {
      const { page } = await browser.open();
      await signIn(page, person, '/home');
      for (const tabella of ['macchinari', 'scadenze']) {
        const { body } = await ask(page, 'GET', `/api/viste?tabella=${tabella}`);
        for (const { id, utente } of body.data) if (utente === person) await ask(page, 'DELETE', '/api/viste', { id });
      }
    }
    used.clear();
  });

  test('un elenco si salva come vista; cambiata lo dice, e si salva, si rimette com’era o si salva come un’altra', async () => {
    const page = await open('admin', `/home/macchinari?${conditions('tipologia', ['Autocarro'])}`);
    await rows(page).first().waitFor();
    const trucks = await count(page);
    await saveAs(page);
    await page.getByRole('dialog', { name: 'Salva come vista' }).waitFor();
    await accessible(page, 'salva come vista');
    await photograph(page, 'vista-salva');
    await nameIt(page, 'Autocarri');
    await expect.poll(() => view(page, 'Autocarri').getAttribute('aria-selected')).toBe('true');
    expect(await actions(page).getByText('Vista modificata').count()).toBe(0);

    // changed: another order
    await page.getByRole('button', { name: 'Marca', exact: true }).click();
    await actions(page).getByText('Vista modificata').waitFor();
    await accessible(page, 'vista modificata');
    await photograph(page, 'vista-modificata');
    await accessibleInTheDark(page, 'vista modificata', 'vista-modificata-scura');
    await actions(page).getByRole('button', { name: 'RIPRISTINA' }).click();
    await actions(page).getByText('Vista modificata').waitFor({ state: 'detached' });
    expect(search(page).get('ordina')).toBeNull();

    await page.getByRole('button', { name: 'Marca', exact: true }).click();
    await actions(page).getByRole('button', { name: 'SALVA VISTA' }).click();
    await actions(page).getByText('Vista modificata').waitFor({ state: 'detached' });
    await view(page, 'Tutto').click();
    await expect.poll(() => count(page)).toBeGreaterThan(trucks);
    await view(page, 'Autocarri').click();
    await expect.poll(() => count(page)).toBe(trucks);
    await expect.poll(() => search(page).get('ordina')).toBe('marca');
    await chips(page).getByText('Tipologia: Autocarro').waitFor();

    await chips(page).getByRole('button', { name: 'TOGLI TUTTI' }).click();
    await actions(page).getByText('Vista modificata').waitFor();
    await actions(page).getByRole('button', { name: 'SALVA COME' }).click();
    await nameIt(page, 'Tutte per marca');
    await expect.poll(() => view(page, 'Tutte per marca').getAttribute('aria-selected')).toBe('true');

    await page.getByRole('button', { name: 'Vista Tutte per marca' }).click();
    await page.getByRole('menuitem', { name: 'Elimina vista' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ELIMINA' }).click();
    await view(page, 'Tutte per marca').waitFor({ state: 'detached' });
    await view(page, 'Autocarri').waitFor();
  });

  test('le colonne di una vista sono sue: fuori dalla vista restano quelle di ognuno', async () => {
    const page = await open('admin', '/home/macchinari');
    const heads = () => page.getByRole('columnheader').allInnerTexts();
    const before = await heads();
    await saveAs(page);
    await nameIt(page, 'Corta');
    await page.getByRole('button', { name: 'Colonne' }).click();
    const box = page.getByRole('list', { name: 'Colonne mostrate' }).getByRole('checkbox', { name: 'Targa' });
    await box.click();
    await page.keyboard.press('Escape');
    await actions(page).getByText('Vista modificata').waitFor();
    const short = await heads();
    expect(short.length).toBe(before.length - 1);
    await actions(page).getByRole('button', { name: 'SALVA VISTA' }).click();
    await actions(page).getByText('Vista modificata').waitFor({ state: 'detached' });
    expect(await heads()).toEqual(short);
    await view(page, 'Tutto').click();
    await expect.poll(heads).toEqual(before);
    await view(page, 'Corta').click();
    await expect.poll(heads).toEqual(short);
  });

  test('la vista scelta si apre da sola, in ogni browser di chi l’ha scelta', async () => {
    // no other spec opens this list without conditions as this person
    const page = await open('direzione', `/home/macchinari?${conditions('tipologia', ['Autocarro'])}`);
    await rows(page).first().waitFor();
    const trucks = await count(page);
    await saveAs(page);
    await nameIt(page, 'Solo autocarri');
    await page.getByRole('button', { name: 'Vista Solo autocarri' }).click();
    await page.getByRole('menuitem', { name: 'Apri l’elenco con questa vista' }).click();
    await page.getByText('L’elenco si aprirà con «Solo autocarri»').waitFor();
    const elsewhere = await open('direzione', '/home/macchinari');
    await expect.poll(() => view(elsewhere, 'Solo autocarri').getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => count(elsewhere)).toBe(trucks);
    // whoever comes with conditions of an own address keeps them
    const asked = await open('direzione', '/home/macchinari?cerca=zzz');
    await asked.getByText('Nessun risultato per «zzz»').waitFor();
    expect(search(asked).get('vista')).toBeNull();
  });

  test('condivisa con tutti si apre dal suo indirizzo nel browser di un altro, che non la cambia; privata no', async () => {
    const page = await open('direzione', `/home/macchinari?${conditions('tipologia', ['Autocarro'])}`);
    await rows(page).first().waitFor();
    const trucks = await count(page);
    await saveAs(page);
    await nameIt(page, 'Di direzione', 'Tutti');
    const id = search(page).get('vista')!;
    const other = await open('capo', `/home/macchinari?vista=${id}`);
    await expect.poll(() => view(other, 'Di direzione').getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => count(other)).toBe(trucks);
    await chips(other).getByText('Tipologia: Autocarro').waitFor();
    await other.getByRole('button', { name: 'Marca', exact: true }).click();
    await actions(other).getByRole('button', { name: 'SALVA COME' }).waitFor();
    expect(await actions(other).getByRole('button', { name: 'SALVA VISTA' }).count()).toBe(0);
    await other.getByRole('button', { name: 'Excel' }).click();
    await other.getByText(`Tutte le ${trucks} righe filtrate`).waitFor();
    await other.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Vista Di direzione' }).click();
    await page.getByRole('menuitem', { name: 'Nome e condivisione' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nome e condivisione' });
    await dialog.getByRole('radio', { name: 'Solo io' }).check();
    await dialog.getByRole('button', { name: 'SALVA' }).click();
    await dialog.waitFor({ state: 'detached' });
    const late = await open('capo', `/home/macchinari?vista=${id}`);
    await late.getByText('Questa vista non c’è più').waitFor();
    await rows(late).first().waitFor();
  });

  test('una vista che nomina una voce che non c’è più si apre senza, e lo dice', async () => {
    const page = await open('admin', '/home');
    const { body: made } = await ask(page, 'POST', '/api/tipologia', { tipologia: { tipologia: 'Voce di passaggio' } });
    const filtri = { tipologia: ['Voce di passaggio', 'Autocarro'] };
    const { body: saved } = await ask(page, 'POST', '/api/viste', {
      vista: { tabella: 'macchinari', nome: 'Vecchia', contenuto: { filtri } },
    });
    expect((await ask(page, 'DELETE', '/api/tipologia', { id: made.message.insertId })).status).toBe(200);
    await page.goto(address(`/home/macchinari?vista=${saved.message.insertId}`));
    await page.getByText('La vista si apre senza ciò che non c’è più: Tipologia Voce di passaggio.').waitFor();
    await chips(page).getByText('Tipologia: Autocarro', { exact: true }).waitFor();
    expect(await actions(page).getByText('Vista modificata').count()).toBe(0);
    await photograph(page, 'vista-senza-una-voce');
  });

  test('lo scadenzario ha le sue: tengono fascia, gruppo e condizioni, e si aprono dal loro indirizzo', async () => {
    const page = await open('admin', `/home/scadenze?fascia=scaduto&${conditions('soggetto', ['macchina'])}`);
    await rows(page).first().waitFor();
    const expired = await count(page);
    await saveAs(page);
    await nameIt(page, 'Macchine scadute', 'Il mio gruppo');
    const id = search(page).get('vista')!;
    await page
      .getByRole('button', { name: 'Per cantiere' })
      .or(page.getByRole('radio', { name: 'Per cantiere' }))
      .first()
      .click();
    await actions(page).getByText('Vista modificata').waitFor();
    await actions(page).getByRole('button', { name: 'RIPRISTINA' }).click();
    await expect.poll(() => search(page).get('gruppo')).toBeNull();
    await photograph(page, 'vista-scadenze');
    await accessible(page, 'viste dello scadenzario');
    await view(page, 'Tutto').click();
    await expect.poll(() => search(page).get('fascia')).toBeNull();
    await page.goto(address('/home/scadenze?gruppo=cantiere'));
    await saveAs(page);
    await nameIt(page, 'Per cantiere');
    await expect.poll(() => view(page, 'Per cantiere').getAttribute('aria-selected')).toBe('true');
    await photograph(page, 'vista-scadenze-gruppi');
    const phone = await open('admin', `/home/scadenze?vista=${id}`, TELEFONO);
    await expect.poll(() => search(phone).get('fascia')).toBe('scaduto');
    await expect.poll(() => count(phone)).toBe(expired);
    await chips(phone).getByText('Tipo: Macchina').waitFor();
    await noSidewaysScroll(phone, 'vista dello scadenzario sul telefono');
    await photograph(phone, 'vista-scadenze-telefono');
  });

  test('sul telefono le linguette scorrono di lato, e la vista si apre e si cambia', async () => {
    const page = await open('admin', '/home/macchinari');
    for (const nome of ['Gru e autogru', 'Autocarri in scadenza', 'Noleggi del mese', 'Da vendere'])
      await ask(page, 'POST', '/api/viste', { vista: { tabella: 'macchinari', nome, contenuto: { cerca: nome.slice(0, 2) } } });
    const phone = await open('admin', '/home/macchinari', TELEFONO);
    await view(phone, 'Da vendere').click();
    await expect.poll(() => search(phone).get('cerca')).toBe('Da');
    expect(await actions(phone).getByText('Vista modificata').count()).toBe(0);
    await phone.getByRole('switch', { name: 'SCADUTI' }).click();
    await actions(phone).getByText('Vista modificata').waitFor();
    await noSidewaysScroll(phone, 'viste sul telefono');
    await accessible(phone, 'viste sul telefono');
    await photograph(phone, 'viste-telefono');
    await phone.getByRole('button', { name: 'Ordine, selezione, gruppi, Excel' }).click();
    await phone.getByRole('menuitem', { name: 'Salva come vista' }).waitFor();
    await phone.keyboard.press('Escape');
  });
});
