import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadDemo } from '#services/demo/index.ts';
import { rulesOver } from '#services/modules.ts';
import { install } from '#services/modules/accesso/installation.ts';
import { installPoints } from '#services/modules/guasti/install-points.ts';
import { installKinds } from '#services/modules/scadenze/install-kinds.ts';
import { webService } from '#services/platform/http/web.ts';
import { SCRIVANIA, settled, signIn, tabs, TELEFONO, withoutNews, type Person } from '../e2e/browser.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { realQueue, workersOf } from '../workers.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'img');
/** Fixed time of the pictures, a Friday morning, so that a picture changes only if the portal changes. */
const DAY = new Date('2026-11-27T08:30:00+01:00');

/** Name of a picture, its address, and a text that the page shows when it is whole. */
type Picture = readonly [name: string, path: string, shown: string | RegExp];
const DESKTOP: readonly Picture[] = [
  ['home', '/home', 'ATTREZZATURA'],
  ['scadenze', '/home/scadenze', 'SCADENZE'],
  ['andamento', '/home/cantieri/dettaglio-cantiere?id=0419&scheda=andamento', 'Ultimi 12 mesi'],
  ['macchinario', '/home/macchinari/A0001?scheda=andamento', 'Ultimi 12 mesi'],
];
const PHONE: readonly (readonly [Person, ...Picture])[] = [['capo', 'telefono', '/home', /GIORNALIERO/]];

describe('pictures of README and docs', { timeout: 120_000 }, () => {
  const browser = tabs();
  let portal: TestPortal;
  let workers: { stop(): Promise<void> };

  beforeAll(async () => {
    await mkdir(FOLDER, { recursive: true });
    portal = await startTestPortal({ jobs: realQueue, now: () => DAY, web: webService() });
    process.env['STRATO_E2E_URL'] = portal.base;
    const { deps, modules } = portal;
    workers = await workersOf(portal, {
      reactions: { store: deps.store, reactors: modules.flatMap((module) => module.reactors ?? []) },
    });
    await install(deps);
    await installKinds(deps);
    await installPoints(deps);
    await loadDemo(deps, rulesOver);
    // waits for the accounting jobs, which compute the labour cost of the sites
    await vi.waitFor(async () => expect(await deps.jobs.counts()).toMatchObject({ queued: 0, running: 0 }), {
      timeout: 90_000,
      interval: 200,
    });
    await deps.readModelWait.until((await deps.store.head())!, 60_000);
  }, 180_000);
  afterAll(async () => {
    await workers?.stop();
    await portal?.stop();
  });

  async function take(person: Person, [name, path, shown]: Picture, viewport: typeof SCRIVANIA, dark: boolean): Promise<void> {
    const { page } = await browser.open(viewport, dark);
    await withoutNews(page);
    await page.clock.setFixedTime(DAY);
    await signIn(page, person, path);
    await page.getByText(shown, { exact: true }).first().waitFor({ timeout: 15_000 });
    await settled(page);
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(FOLDER, `${name}${dark ? '-buio' : ''}.png`), animations: 'disabled' });
  }

  for (const dark of [false, true]) {
    const theme = dark ? 'dark' : 'light';
    it.each(DESKTOP)(`%s, desktop, ${theme}`, (...picture) => take('admin', picture, SCRIVANIA, dark));
    it.each(PHONE)(`of %s: %s, phone, ${theme}`, (person, ...picture) => take(person, picture, TELEFONO, dark));
  }
});
