import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  accessible,
  accessibleInTheDark,
  address,
  noSidewaysScroll,
  photograph,
  SCRIVANIA,
  settled,
  signIn,
  TELEFONO,
  type Person,
  tabs,
  withoutNews,
} from './browser.ts';

/** Query of a month in which the demo firm has production. */
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
        await withoutNews(page);
        let asked: string[] = [];
        page.on('request', (request) => {
          const { pathname } = new URL(request.url());
          // requests of the app shell are not counted: sign-in, session, running jobs, stream of news
          if (
            pathname.startsWith('/api/') &&
            !['/api/login', '/api/sessione', '/api/processi', '/api/eventi', '/api/avvisi', '/api/preferenze'].includes(pathname)
          )
            asked.push(pathname);
        });
        const stands = async () => {
          if (person === 'operaio') await page.getByText('non vede la produzione').waitFor();
          else await ready(page);
          await page.getByText('Macchinari con una scadenza passata').waitFor();
          await settled(page);
          expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(6);
          asked = [];
        };
        // waits until the home page opened after the sign-in has finished its requests
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

  for (const person of ['admin', 'capo'] as const satisfies readonly Person[])
    test(`il primo grafico sta intero nella prima pagina di ${person}: settimana, mese, anno`, async () => {
      const { page } = await browser.open();
      // figures of a large firm need more room in their line
      await page.route('**/api/scadenze?*', async (route) => {
        const response = await route.fetch();
        const board = (await response.json()) as { fasce: Record<string, number> };
        for (const band of Object.keys(board.fasce)) board.fasce[band] = 1500 + board.fasce[band]!;
        await route.fulfill({ response, json: board });
      });
      await signIn(page, person);
      for (const period of ['dal=2026-10-05&al=2026-10-11', 'dal=2026-10-01&al=2026-10-31', 'dal=2026-01-01&al=2026-12-31']) {
        await page.goto(address(`/home?${period}`));
        await ready(page);
        await sectionOf(page, 'GIORNALIERO').locator(BAR).first().waitFor();
        const { y, height } = (await sectionOf(page, 'GIORNALIERO').boundingBox())!;
        expect(y, period).toBeLessThanOrEqual(340);
        expect(y + height, period).toBeLessThanOrEqual(SCRIVANIA.height);
      }
    });

  test('con due lavorazioni nessuna scheda è vuota per più di un terzo', async () => {
    const { page } = await browser.open();
    await signIn(page, 'direzione');
    await page.route('**/api/analysis?*', (route) =>
      route.fulfill({ json: twoWorkItems(new URL(route.request().url()).searchParams.getAll('operazione')) }),
    );
    await page.goto(address('/home?dal=2026-11-23&al=2026-11-30'));
    await ready(page);
    for (const name of ['Min', 'Max', 'Media per lavorazione', 'Valore Produzione', 'Media Produzione', 'Quota per lavorazione']) {
      const card = sectionOf(page, name);
      await card.getByText(/\d/).first().waitFor();
      const whole = (await card.boundingBox())!;
      const parts = await Promise.all((await card.locator('h2, p, table, svg').all()).map((part) => part.boundingBox()));
      const inside = parts.flatMap((part) => (part && part.height > 0 ? [part] : []));
      const [top, bottom] = [Math.min(...inside.map(({ y }) => y)), Math.max(...inside.map(({ y, height }) => y + height))];
      expect((bottom - top) / whole.height, name).toBeGreaterThanOrEqual(2 / 3);
    }
  });

  test('sul telefono prima ciò che si fa, poi ciò che scade, poi il periodo; nessuna cifra due volte', async () => {
    const { page } = await browser.open(TELEFONO);
    await signIn(page, 'capo');
    await page.route('**/api/analysis?*', (route) =>
      route.fulfill({ json: twoWorkItems(new URL(route.request().url()).searchParams.getAll('operazione')) }),
    );
    await page.goto(address('/home?dal=2026-11-23&al=2026-11-30'));
    await ready(page);
    const top = async (role: 'navigation' | 'region' | 'group', name: string) =>
      (await page.getByRole(role, { name, exact: true }).first().boundingBox())!.y;
    const order = [await top('navigation', 'Da fare'), await top('region', 'Scadenze'), await top('group', 'Periodo')];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    // of one day of production least, most and average are one figure, and so are the value and its average
    for (const figure of ['173,8', '111,8', '16.722,20'])
      await expect.poll(() => page.getByText(figure).count(), { message: figure }).toBe(1);
  });

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
    await expect.poll(() => ofColor.count()).toBeGreaterThan(0);
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
    await expect.poll(() => section.getByText(/^M\d{3}$/).count()).toBe(5);
    await expect.poll(() => sectionOf(page, 'ATTREZZATURA').locator('.recharts-bar-rectangle').count()).toBe(31);
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

/** Builds a response with three hundred machines that work every day of the month; the first one has the highest value. */
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

/** Builds a response with one day and two work items. */
function twoWorkItems(operations: string[]): object {
  const items = [
    { lavorazione: 'JET GROUTING', quantita: 173.8, colore: null },
    { lavorazione: 'CHIODATURE', quantita: 111.8, colore: null },
  ];
  const figures = items.map(({ lavorazione, quantita, colore }) => ({ lavorazione, value: quantita, date: '2026-11-23', colore }));
  const share = items.map(({ lavorazione, colore }, i) => ({ lavorazione, value: i ? 4522.2 : 12200, produzione: i ? 27 : 73, colore }));
  const rowsOf = (name: string): object[] => {
    if (/MAX|MIN|Medi[ae]/.test(name)) return figures;
    if (/SUM|AVG/.test(name)) return [{ value: 16722.2 }];
    if (/PROD$|Torta/.test(name)) return share;
    return /^(dataLavorazioni|giornataNomeUtente)$/.test(name) ? [{ date: '2026-11-23', lavorazioni: JSON.stringify(items) }] : [];
  };
  return {
    data: Object.fromEntries(operations.map((name) => [name, rowsOf(name)])),
    lavorazioni: items.map(({ lavorazione, colore }) => ({ lavorazione, um: 'ml', colore })),
  };
}
