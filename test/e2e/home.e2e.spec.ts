import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  accessible,
  accessibleInTheDark,
  address,
  noSidewaysScroll,
  photograph,
  SCRIVANIA,
  signIn,
  TELEFONO,
  type Person,
  tabs,
} from './browser.ts';

/** A month in which the demo firm works, seen from today's. */
const PERIOD = '?dal=2026-10-01&al=2026-10-31';
const SECTIONS = ['GIORNALIERO', 'ATTREZZATURA', 'COMMESSE', 'PRODUZIONE', 'ATTREZZATURE', 'OPERATORI'];
/** A day without production has a bar with nothing in it. */
const BAR = '.recharts-bar-rectangle path';
const sectionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function ready(page: Page): Promise<void> {
  await sectionOf(page, 'GIORNALIERO')
    .getByRole('button', { name: /^Lavorazioni/ })
    .waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

describe('La home', () => {
  const browser = tabs();

  for (const person of ['admin', 'direzione', 'capo', 'operaio'] as const satisfies readonly Person[]) {
    for (const [size, viewport] of Object.entries({ scrivania: SCRIVANIA, telefono: TELEFONO })) {
      test(`per ${person}, ${size}: è accessibile, non scorre di lato, chiede sei richieste al più`, async () => {
        const { page } = await browser.open(viewport);
        let asked: string[] = [];
        page.on('request', (request) => {
          const { pathname } = new URL(request.url());
          // the shell's own: who one is, and what is running
          if (pathname.startsWith('/api/') && !['/api/login', '/api/sessione', '/api/processi'].includes(pathname)) asked.push(pathname);
        });
        const stands = async () => {
          if (person === 'operaio') await page.getByText('non vede la produzione').waitFor();
          else await ready(page);
          await page.getByText('Macchinari con una scadenza passata').waitFor();
          await page.waitForLoadState('networkidle');
          expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(6);
          asked = [];
        };
        // the home it lands on asks for its own
        await signIn(page, person);
        await stands();
        await page.goto(address(`/home${PERIOD}`));
        await stands();
        const where = `home, ${person}, ${size}`;
        await photograph(page, `cruscotto-${person}-${size}`);
        await noSidewaysScroll(page, where);
        await accessible(page, where);
        if (size === 'scrivania') await accessibleInTheDark(page, where, `cruscotto-${person}-${size}-buio`);
      }, 120_000);
    }
  }

  test('ogni sezione ha i suoi dati come grafico e come tabella, senza spostare la pagina', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', `/home${PERIOD}`);
    await ready(page);
    const height = () => page.evaluate('document.documentElement.scrollHeight') as Promise<number>;
    await page.locator(BAR).first().waitFor();
    const before = await height();
    for (const name of SECTIONS) {
      await sectionOf(page, name).getByRole('button', { name: 'TABELLA' }).click();
      await sectionOf(page, name).getByRole('table').waitFor();
    }
    await accessible(page, 'home, tabelle');
    expect(await height()).toBe(before);
    await sectionOf(page, 'GIORNALIERO').getByRole('button', { name: 'NOTE' }).click();
    await sectionOf(page, 'GIORNALIERO').getByText('Data', { exact: true }).waitFor();
    expect(await height()).toBe(before);
  });

  test('i filtri stanno nell’indirizzo, restano dopo una ricarica e non fanno saltare la pagina', async () => {
    const { page } = await browser.open();
    await signIn(page, 'direzione', `/home${PERIOD}`);
    await ready(page);
    // the figure; what it is compared with comes after it
    const total = page.getByRole('region', { name: 'Valore Produzione' }).getByText(/^€/);
    const all = await total.innerText();
    const section = sectionOf(page, 'GIORNALIERO');
    const where = await section.boundingBox();
    await section.getByRole('button', { name: /^Lavorazioni/ }).click();
    await page.getByRole('checkbox').first().click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/[?&]lav=/);
    await expect.poll(() => total.innerText()).not.toBe(all);
    expect(await section.boundingBox()).toEqual(where);
    const filtered = await total.innerText();
    await page.reload();
    await ready(page);
    await expect.poll(() => total.innerText()).toBe(filtered);
    await page.getByLabel('data inizio').fill('2026-09-01');
    await page.getByLabel('data fine').fill('2026-09-30');
    await page.getByRole('button', { name: 'FILTRA' }).click();
    await page.waitForURL(/dal=2026-09-01&al=2026-09-30/);
    expect(page.url()).toMatch(/[?&]lav=/);
  });

  test('la legenda spegne una serie, il cursore dice le cifre, EXCEL scarica Note', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin', `/home${PERIOD}`);
    await ready(page);
    const section = sectionOf(page, 'GIORNALIERO');
    const bars = section.locator(BAR);
    await bars.first().waitFor();
    await bars.first().hover();
    await section.locator('.tooltip').getByText(/\d/).first().waitFor();
    const serie = section.getByRole('list', { name: 'Legenda' }).getByRole('button').first();
    const color = ((await serie.locator('.swatch').getAttribute('style')) ?? '').replace(/^background-color: ?|;$/g, '');
    const ofColor = section.locator(`.recharts-bar-rectangle path[style*="${color}"]`);
    const others = section.locator(`.recharts-bar-rectangle path:not([style*="${color}"])`);
    expect(await ofColor.count()).toBeGreaterThan(0);
    const there = await others.count();
    await serie.click();
    await expect.poll(() => ofColor.count()).toBe(0);
    expect(await others.count()).toBe(there);
    await expect.poll(() => serie.getAttribute('aria-pressed')).toBe('false');
    const [file] = await Promise.all([page.waitForEvent('download'), section.getByRole('button', { name: 'EXCEL' }).click()]);
    expect(file.suggestedFilename()).toBe('Note.xlsx');
  });

  test('di centinaia di macchine si disegnano le prime, le altre sono nella tabella, in meno di duemila nodi', async () => {
    const { page } = await browser.open();
    await signIn(page, 'admin');
    await page.route('**/api/analysis?*', (route) =>
      route.fulfill({ json: largeFirm(new URL(route.request().url()).searchParams.getAll('operazione')) }),
    );
    await page.goto(address(`/home${PERIOD}`));
    await ready(page);
    const section = sectionOf(page, 'ATTREZZATURE');
    const bars = section.locator(BAR);
    await bars.first().waitFor();
    expect(await section.getByText(/^M\d{3}$/).count()).toBe(5);
    expect(await sectionOf(page, 'ATTREZZATURA').locator('.recharts-bar-rectangle').count()).toBe(31);
    const nodes = await Promise.all(SECTIONS.map((name) => sectionOf(page, name).locator('*').count()));
    expect(
      nodes.reduce((sum, one) => sum + one, 0),
      nodes.join(' '),
    ).toBeLessThanOrEqual(2000);
    await bars.first().hover();
    await section.locator('.tooltip').getByText('M000').waitFor();
    await accessible(page, 'home, ditta grande');
    await section.getByRole('button', { name: 'Altre (295)' }).click();
    await expect.poll(() => section.getByRole('row').count()).toBe(301);
  });
});

/** Three hundred machines, each at work on every day of the month; the first made the most. */
function largeFirm(operations: string[]): object {
  const machines = Array.from({ length: 300 }, (_, i) => ({
    attrezzatura: `M${String(i).padStart(3, '0')}`,
    descrizione: null,
    quantita: 400 - i,
  }));
  const days = Array.from({ length: 31 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')}`);
  const rows: Record<string, unknown[]> = {
    dataAttrezzatura: days.flatMap((date) =>
      machines.map(({ quantita, ...machine }) => ({
        date,
        ...machine,
        somma: quantita,
        lavorazioni: JSON.stringify([{ lavorazione: 'PALI', quantita, colore: null }]),
      })),
    ),
    attrezzatureLavorazioni: machines.map(({ quantita, ...machine }) => ({
      ...machine,
      lavorazioni: JSON.stringify([{ lavorazione: 'PALI', quantita, colore: null }]),
    })),
  };
  return {
    data: Object.fromEntries(operations.map((name) => [name, rows[name] ?? []])),
    lavorazioni: [{ lavorazione: 'PALI', um: 'ml', colore: null }],
  };
}
