import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { pdf } from '../samples.ts';
import { accessible, address, noSidewaysScroll, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';
import { asPerson, dropOn, makeUser, signInAs, type Levels } from './demo-people.ts';

const TODAY = romeDate(new Date());
const ALL: Levels = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 0 };
const mark = Date.now().toString(36).toUpperCase();
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) });

type Api = Awaited<ReturnType<typeof asPerson>>;
let admin: Api;
async function worker(matricola: string, cognome: string, nome: string, values: object = {}): Promise<string> {
  const { status } = await admin('POST', '/api/personale', { personale: { matricola, cognome, nome, ...values } });
  expect(status).toBe(201);
  return matricola;
}
const chain = async (api: Api, id: string, tipo: string) =>
  (await api('GET', `/api/scadenze/catena?soggetto=lavoratore&id=${id}&tipo=${tipo}`)).body.data as { scadenza: string; utente: string }[];

describe('Una giornata in ufficio', () => {
  const browser = tabs();
  beforeAll(async () => {
    admin = await asPerson('admin');
  });

  test('l’impiegata: dalla home agli scaduti, cerca, rinnova; la catena lo mostra e lo storico lo racconta', async () => {
    const [id, surname] = [`IMP${mark}`, `Impiegabile${mark}`];
    await worker(id, surname, 'Ada', { scadenza_formazione: addDays(TODAY, -3) });
    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'direzione');
    await page
      .getByRole('region', { name: 'Scadenze' })
      .getByRole('link', { name: /scadute/ })
      .click();
    await page.waitForURL('**/home/scadenze?fascia=scaduto');
    await page.getByRole('searchbox').or(page.getByPlaceholder('Cerca...')).first().fill(surname);
    const row = page.locator('tbody tr').filter({ hasText: id });
    await row.waitFor();
    await row.getByRole('button', { name: /^RINNOVA/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Rinnova:/ });
    await dialog.locator('input[type=file]').setInputFiles(file('attestato.pdf'));
    // the expiry date is computed from the interval, without input
    await dialog.getByRole('button', { name: 'RINNOVA' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    expect(await chain(admin, id, 'formazione')).toMatchObject([{ utente: 'direzione' }, { scadenza: addDays(TODAY, -3) }]);

    await page.goto(address(`/home/personale/${id}?scheda=documenti`));
    await page.getByRole('button', { name: 'Rinnovo e validità di Corso Base' }).click();
    const validity = page.getByRole('dialog', { name: 'Rinnova: Corso Base' });
    await expect.poll(() => validity.locator('ol li').count()).toBe(2);
    await expect.poll(() => validity.locator('ol li').first().innerText()).toContain('direzione');
    await validity.getByRole('button', { name: 'ANNULLA' }).click();
    await page.getByRole('button', { name: 'STORICO' }).click();
    await page
      .getByText(/ha rinnovato .*: valido dal/)
      .first()
      .waitFor();
  });

  test('l’addetta alla sicurezza: un corso, dieci persone, dieci file trascinati', async () => {
    const user = `rspp-${mark.toLowerCase()}`;
    await makeUser(user, { report: ALL });
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        worker(
          `C${mark}${i}`,
          i < 2 ? `Doppi${mark}` : `Corsista${mark}${String.fromCodePoint(65 + i)}`,
          i === 0 ? 'Anna' : i === 1 ? 'Bice' : 'Carlo',
        ),
      ),
    );
    const { page } = await browser.open(SCRIVANIA, false);
    await signInAs(page, user);
    // this user may not see costs and machines, so the board lists only workers
    expect(await page.getByRole('navigation').getByText('Costi').count()).toBe(0);
    await page.goto(address('/home/scadenze'));
    await page.getByRole('button', { name: 'RINNOVA INSIEME' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rinnova per più persone' });
    await dialog.getByRole('combobox', { name: 'Documento' }).fill('Ponteggi');
    await page.getByRole('option', { name: 'Ponteggi' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.getByRole('status').innerText()).toBe('Nessuno scelto');
    // two are called alike, and one file is no document
    await dropOn(dialog.locator('.border-dashed'), [
      { name: `doppi${mark}.pdf` },
      { name: `${people[1]} ponteggi.pdf` },
      ...people
        .slice(2, 9)
        .map((id, i) => ({ name: i % 2 ? `attestato_${id}.pdf` : `Carlo Corsista${mark}${String.fromCodePoint(67 + i)}.pdf` })),
      { name: `${people[9]}.pdf`, content: 'questo non è un PDF' },
    ]);
    const going = dialog.getByRole('region', { name: 'Che cosa si rinnova' }).locator('li');
    await expect.poll(() => going.count()).toBe(9);
    const waiting = dialog.getByRole('region', { name: 'File da assegnare' });
    await expect.poll(() => waiting.innerText()).toContain('Può essere di');
    // nothing is saved before the assignment is shown
    expect(await chain(admin, people[3]!, 'ponteggi')).toEqual([]);
    await waiting.getByRole('combobox').fill(people[0]!);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => going.count()).toBe(10);
    await photograph(page, 'insieme-dieci');
    await accessible(page, 'rinnova insieme');
    await dialog.getByRole('button', { name: 'RINNOVA' }).dblclick();
    await expect.poll(() => dialog.getByText('Rinnovato', { exact: true }).count()).toBe(9);
    const failed = going.filter({ has: page.getByRole('alert') });
    await expect.poll(() => failed.count()).toBe(1);
    await expect.poll(() => failed.innerText()).toContain(people[9]);
    await photograph(page, 'insieme-una-fallita');
    await failed.getByRole('button', { name: /^Togli il file/ }).click();
    await dropOn(dialog.locator('.border-dashed'), [{ name: `${people[9]}.pdf` }]);
    await dialog.getByRole('button', { name: /^(RIPROVA|RINNOVA)$/ }).click();
    await page.getByText('10 documenti rinnovati').waitFor();
    await dialog.waitFor({ state: 'detached' });
    for (const id of people) expect([id, (await chain(admin, id, 'ponteggi')).map(({ utente }) => utente)]).toEqual([id, [user]]);
    const { body } = await admin('GET', `/api/storico?tabella=personale&id=${people[0]}`);
    expect((body.data as { frase: string }[]).map(({ frase }) => frase).join()).toContain('ha rinnovato Ponteggi');
  });

  test('un certificato per tutti, dalle persone scelte nell’elenco', async () => {
    const people = await Promise.all([0, 1].map((i) => worker(`T${mark}${i}`, `Tutti${mark}`, i === 0 ? 'Uno' : 'Due')));
    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'direzione', `/home/personale?cerca=Tutti${mark}`);
    for (const id of people) await page.locator('tbody tr').filter({ hasText: id }).getByRole('checkbox').click();
    await page.getByRole('toolbar', { name: 'Azioni sulla selezione' }).getByRole('button', { name: 'RINNOVA' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rinnova per più persone' });
    await dialog.getByRole('combobox', { name: 'Documento' }).fill('Antincendio');
    await page.getByRole('option', { name: 'Antincendio' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('radio', { name: 'Un certificato per tutti' }).click();
    await dialog.locator('input[type=file]').setInputFiles(file('corso.pdf'));
    await expect.poll(() => dialog.getByRole('status').innerText()).toBe('2 copie');
    await dialog.getByRole('button', { name: 'RINNOVA' }).dblclick();
    await page.getByText('2 documenti rinnovati').waitFor();
    for (const id of people) expect([id, (await chain(admin, id, 'antincendio')).length]).toEqual([id, 1]);
  });

  test('un telefono: più persone insieme, senza scorrere di lato', async () => {
    const id = await worker(`TEL${mark}`, `Telefono${mark}`, 'Ugo');
    const { page } = await browser.open(TELEFONO, false);
    await signIn(page, 'direzione', '/home/scadenze');
    await page.getByRole('button', { name: 'RINNOVA INSIEME' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rinnova per più persone' });
    await dialog.getByRole('combobox', { name: 'Documento' }).fill('Antincendio');
    await page.getByRole('option', { name: 'Antincendio' }).click();
    await dialog.locator('input[type=file]').setInputFiles([file(`${id}.pdf`), file('di nessuno.pdf')]);
    await dialog.getByText('Nessuno si chiama così').waitFor();
    await photograph(page, 'insieme-telefono');
    await noSidewaysScroll(page, 'rinnova insieme, telefono');
    await accessible(page, 'rinnova insieme, telefono');
    await dialog.getByRole('button', { name: 'Togli di nessuno.pdf' }).click();
    await dialog.getByRole('button', { name: 'RINNOVA' }).click();
    await page.getByText('Documento rinnovato').waitFor();
    expect(await chain(admin, id, 'antincendio')).toHaveLength(1);
  });

  test('il capocantiere, sul telefono: vede le sue aree, apre, segna come visto; non rinnova ciò che non può', async () => {
    const { page } = await browser.open(TELEFONO, false);
    await signIn(page, 'capo');
    await page
      .getByRole('region', { name: 'Scadenze' })
      .getByRole('link', { name: /scadute/ })
      .click();
    await page.waitForURL('**/home/scadenze?fascia=scaduto');
    await page
      .getByRole('button', { name: /^VISTO/ })
      .first()
      .waitFor();
    const capo = await asPerson('capo');
    const rows = (await capo('GET', '/api/scadenze')).body.data as { soggetto: string; id: string; tipo: string; tipo_nome: string }[];
    expect(rows.length).toBeGreaterThan(0);
    expect([...new Set(rows.map(({ soggetto }) => soggetto))]).not.toContain('lavoratore');
    expect((await capo('GET', '/api/scadenze?soggetto=lavoratore')).body.data ?? []).toEqual([]);
    expect(await page.getByRole('button', { name: /^RINNOVA/ }).count()).toBe(0);
    await page
      .getByRole('button', { name: /^VISTO/ })
      .first()
      .click();
    const seen = page.getByRole('dialog', { name: 'Scadenza vista' });
    await seen.getByLabel('Fino al', { exact: true }).fill(addDays(TODAY, 5));
    await seen.getByRole('button', { name: 'VISTO' }).click();
    await page.getByText('Segnata come vista').waitFor();
    // a fault that stops a machine opens the faults of that machine, a paper its record
    await page.getByRole('link', { name: /APRI/ }).and(page.locator(':not([href*="/guasti"])')).first().click();
    await page.waitForURL(/\/home\/(macchinari|noleggi)/);
    await expect.poll(() => page.locator('h1').innerText()).not.toContain('SCADENZE');
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await photograph(page, 'capo-scheda-telefono');
    await noSidewaysScroll(page, 'scheda del capo');
    // what he saw to is told of its record, in the order of the screen
    const [told] = (
      (await capo('GET', '/api/scadenze?fascia=scaduto&ordina=lavoro')).body.data as ((typeof rows)[number] & { visto_da: string | null })[]
    ).filter(({ visto_da }) => visto_da === 'capo');
    const table = told!.soggetto === 'macchina' ? 'macchinari' : told!.soggetto === 'noleggio' ? 'noleggi' : 'cantieri';
    const history = (await capo('GET', `/api/storico?tabella=${table}&id=${encodeURIComponent(told!.id)}`)).body.data as {
      frase: string;
    }[];
    expect(history.map(({ frase }) => frase).join()).toContain('ha visto la scadenza');
    // the chain of a machine's ropes, to read
    await page.goto(address('/home/macchinari/A0018?scheda=documenti'));
    await page
      .getByRole('button', { name: /^Rinnovo e validità di/ })
      .first()
      .click();
    const validity = page.getByRole('dialog');
    await validity.getByRole('button', { name: 'CHIUDI', exact: true }).waitFor();
    expect(await validity.getByRole('button', { name: 'RINNOVA' }).count()).toBe(0);
    expect((await capo('GET', '/api/scadenze/catena?soggetto=macchina&id=A0018&tipo=funi')).body.data).toHaveLength(3);
    // the server also refuses a renewal without the right
    const form = new FormData();
    for (const [name, value] of Object.entries({ soggetto: 'macchina', id: 'A0018', tipo: 'funi', dal: TODAY })) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(pdf('x'))]), 'x.pdf');
    expect((await capo('POST', '/api/scadenze/rinnova', form)).status).toBe(403);
    expect((await capo('GET', '/api/scadenze/catena?soggetto=lavoratore&id=1140&tipo=idoneita')).status).toBe(403);
  });

  test('un documento sbagliato: lo rimuove per sempre solo l’amministratore, con il motivo', async () => {
    const id = await worker(`RIM${mark}`, `Rimosso${mark}`, 'Ivo');
    for (const [dal, name] of [
      ['2016-01-10', 'primo'],
      ['2021-01-10', 'secondo'],
    ] as const) {
      const form = new FormData();
      for (const [field, value] of Object.entries({ soggetto: 'lavoratore', id, tipo: 'formazione', dal })) form.append(field, value);
      form.append('file', new Blob([new Uint8Array(pdf(name))]), 'x.pdf');
      expect((await admin('POST', '/api/scadenze/rinnova', form)).status).toBe(200);
    }
    const open = async (page: Awaited<ReturnType<typeof browser.open>>['page']) => {
      await page.goto(address(`/home/personale/${id}?scheda=documenti`));
      await page.getByRole('button', { name: 'Rinnovo e validità di Corso Base' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('ol li').first().waitFor();
      return dialog;
    };
    const office = await browser.open(SCRIVANIA, false);
    await signIn(office.page, 'direzione');
    expect(await (await open(office.page)).getByRole('button', { name: /^Rimuovi per sempre/ }).count()).toBe(0);

    const { page } = await browser.open(SCRIVANIA, false);
    await signIn(page, 'admin');
    const dialog = await open(page);
    await dialog.getByRole('button', { name: 'Rimuovi per sempre il documento dal 2016-01-10 al 2021-01-10' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Rimuovi per sempre' });
    await expect.poll(() => asked.getByRole('status').innerText()).toBe('Manca il motivo');
    await accessible(page, 'rimuovi per sempre');
    await asked.getByLabel('Motivo').fill('di un’altra persona');
    await photograph(page, 'rimuovi-per-sempre');
    await page.keyboard.press('Enter');
    await asked.waitFor({ state: 'detached' });
    const old = dialog.locator('ol li').nth(1);
    await expect.poll(() => old.innerText()).toMatch(/dal 2016-01-10 al 2021-01-10[\s\S]*Rimosso il .* da admin: di un’altra persona/);
    expect(await old.getByRole('button').count()).toBe(0);
    await photograph(page, 'catena-rimosso');
    const { data } = (await admin('GET', `/api/storico?tabella=personale&id=${id}`)).body;
    expect(data[0]).toMatchObject({ evento: 'DocumentoOscurato.v1', motivo: 'di un’altra persona', utente: 'admin' });
  });
});
