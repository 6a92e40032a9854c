import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Processo } from '#contracts/modules/processi.ts';
import { address, photograph, SCRIVANIA, signIn, tabs, TELEFONO } from './browser.ts';

const browser = tabs();

const SCREENS = [
  { nome: 'macchinari', path: '/home/macchinari', ready: 'A0001' },
  { nome: 'documenti del lavoratore', path: '/home/personale/1181?scheda=documenti', ready: 'Idoneità' },
  { nome: 'scadenze', path: '/home/scadenze', ready: 'SCADENZE' },
  { nome: 'giornaliero', path: '/home', ready: 'GIORNALIERO' },
  { nome: 'costi', path: '/home/costi', ready: 'COSTI' },
] as const;

const job = (n: number, over: Partial<Processo> = {}): Processo => ({
  id: `avviso-${n}`,
  tipo: 'esporta-allegati',
  titolo: `Zip allegati, ${37 + n} macchinari`,
  status: 'done',
  progresso: 100,
  riprovabile: false,
  annullabile: false,
  name: 'x.zip',
  messaggio: null,
  utente: 'admin',
  creato: '2026-11-20T10:00:00.000Z',
  finito: '2026-11-20T10:00:10.000Z',
  scade: '2027-11-20T10:00:00.000Z',
  ...over,
});

const FAILED =
  'Il file scritto non è intero: lo spazio sul disco del portale è finito mentre veniva scritto. Avvisare chi lo gestisce, poi riprovare.';

/** Simulates the list of jobs, since a job that ends shows a message on any screen. */
async function jobsOf(page: Page) {
  let jobs: readonly Processo[] = [];
  let ended = false;
  let asked = false;
  await page.route(/\/api\/processi$/, (route) => {
    asked = true;
    return route.fulfill({ json: { data: ended ? jobs : jobs.map((j) => ({ ...j, status: 'running', progresso: 50 })) } });
  });
  return {
    /** Sets the running jobs for the page that is opened next. */
    run(these: readonly Processo[]) {
      jobs = these;
      ended = asked = false;
    },
    /** Ends the jobs after the page has seen them running; the page then shows a message for each. */
    async end() {
      await expect.poll(() => asked).toBe(true);
      ended = true;
    },
  };
}

/** Script that returns the names of the page's actions that messages cover. */
const COVERED = `(() => {
  const found = new Set();
  const snacks = [...document.querySelectorAll('.snack')].map((snack) => snack.getBoundingClientRect());
  for (const action of document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"]')) {
    if (action.closest('#avvisi')) continue;
    const box = action.getBoundingClientRect();
    for (const snack of snacks) {
      const [left, right] = [Math.max(box.left, snack.left), Math.min(box.right, snack.right)];
      const [top, bottom] = [Math.max(box.top, snack.top), Math.min(box.bottom, snack.bottom)];
      if (right - left < 1 || bottom - top < 1) continue;
      const under = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).find((element) => !element.closest('#avvisi'));
      if (under && (action.contains(under) || under.contains(action))) found.add(action.getAttribute('aria-label') || action.innerText || action.outerHTML.slice(0, 80));
    }
  }
  return [...found];
})()`;

/** Waits for the messages and checks that they cover no action, at the top and at the end of the page. */
async function nothingUnder(page: Page, count: number, where: string): Promise<void> {
  await expect.poll(() => page.locator('.snack').count(), { message: where }).toBe(count);
  await photograph(page, `avvisi-${where.replaceAll(/\W+/g, '-')}`);
  expect(await page.evaluate(COVERED), where).toEqual([]);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  expect(await page.evaluate(COVERED), `${where}, in fondo`).toEqual([]);
}

const DESKTOPS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
] as const;
const ONE = [job(1)];
const THREE = [job(1), job(2, { status: 'error', messaggio: FAILED, name: null }), job(3)];

describe('un avviso non copre niente di ciò che si preme', () => {
  it('uno solo come più d’uno, a ogni larghezza di una scrivania', async () => {
    const { page } = await browser.open(DESKTOPS[0]);
    const jobs = await jobsOf(page);
    await signIn(page, 'admin');
    for (const { nome, path, ready } of SCREENS)
      for (const these of [ONE, THREE]) {
        await page.setViewportSize(DESKTOPS[0]);
        jobs.run(these);
        await page.goto(address(path));
        await page.getByText(ready).first().waitFor();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        await jobs.end();
        for (const size of DESKTOPS) {
          await page.setViewportSize(size);
          await page.evaluate('scrollTo(0, 0)');
          await nothingUnder(page, these.length, `${nome}, ${size.width}, ${these.length}`);
        }
      }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('nemmeno in una finestra o in un pannello che sta sopra la pagina', async () => {
    const { page } = await browser.open({ width: 1024, height: 640 });
    const jobs = await jobsOf(page);
    await signIn(page, 'admin');
    for (const [what, button] of [
      ['pannello', 'STORICO'],
      ['finestra', 'Rinnovo e validità di Idoneità'],
    ] as const)
      for (const these of [ONE, THREE]) {
        jobs.run(these);
        await page.goto(address('/home/personale/1181?scheda=documenti'));
        await page.getByRole('button', { name: button, exact: true }).click();
        await page.getByRole('dialog').locator('li').first().waitFor();
        await jobs.end();
        await nothingUnder(page, these.length, `${what}, 1024, ${these.length}`);
      }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('uno solo, di una riga o due, non muove la pagina; a più d’uno la pagina fa posto, e poi torna com’era', async () => {
    const { page } = await browser.open(SCRIVANIA);
    const jobs = await jobsOf(page);
    jobs.run([1, 2, 3].map((n) => job(n, { status: 'error', messaggio: 'Non riuscito', name: null })));
    await signIn(page, 'admin', '/home/macchinari');
    const top = async () => (await page.locator('.page-head').boundingBox())!.y;
    await page.locator('tbody tr a').first().waitFor();
    const before = await top();
    await jobs.end();
    await expect.poll(() => page.locator('.snack').count()).toBe(3);
    await expect.poll(top).toBeGreaterThan(before);
    for (const left of [2, 1, 0]) {
      await page.getByRole('button', { name: 'Chiudi avviso' }).last().click();
      await expect.poll(() => page.locator('.snack').count()).toBe(left);
      if (left < 2) await expect.poll(top).toBe(before);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('sul telefono sta sopra la barra in basso', async () => {
    const { page } = await browser.open(TELEFONO);
    const jobs = await jobsOf(page);
    jobs.run(ONE);
    await signIn(page, 'admin', '/home/macchinari');
    await jobs.end();
    await page.locator('.snack').waitFor();
    await photograph(page, 'avvisi-macchinari-telefono');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
