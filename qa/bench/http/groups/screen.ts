import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { addDays } from '#contracts/core/dates.ts';
import { END } from '../../data/firm.ts';
import { client } from '../client.ts';
import { median } from '../measure.ts';
import { withPortal } from '../processes.ts';
import { number, type Group } from './section.ts';

const PERIOD = `?dal=${addDays(END, -31)}&al=${addDays(END, -1)}`;
/** Requests of the app shell: the session, and the running jobs. */
const SHELL = ['/api/sessione', '/api/processi'];

/** Script that records in the page when each further chart appeared, so that the time of messages to the test does not count. */
const WATCH = `(() => {
  const seen = { count: 0, at: 0 };
  window.__charts = seen;
  new MutationObserver(() => {
    const count = [...document.querySelectorAll('.recharts-wrapper')].filter((one) => one.querySelector('.recharts-bar-rectangle, .recharts-sector')).length;
    if (count > seen.count) { seen.count = count; seen.at = performance.now(); }
  }).observe(document, { childList: true, subtree: true });
})()`;

interface ScreenFigures {
  first: number;
  last: number;
  charts: number;
  requests: number;
  scriptBytes: number;
}

/** Measures the home page of a signed-in person in a browser with an empty cache. */
export const screenGroup: Group = {
  name: 'schermo',
  run: (bench) =>
    withPortal(bench.folder, async ({ portal, token }) => {
      const portalClient = client(portal.base, token);
      const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
      if (!executablePath) throw new Error('no Chromium on this machine: `make test` installs it');
      const browser = await chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
      });
      try {
        const {
          data: [who],
        } = (await portalClient.call('GET', '/api/sessione')) as { data: [object] };
        const session = JSON.stringify({ ...who, token, ricordami: true });
        const figures: ScreenFigures[] = [];
        for (let round = 0; round <= bench.rounds.rounds; round += 1) {
          const seen = await look(browser, portal.base, session);
          // the first round warms up the server and is not counted
          if (round > 0) figures.push(seen);
          bench.say(
            `  first paint ${number(seen.first)} ms, ${seen.charts} charts at ${number(seen.last)} ms, ${seen.requests} requests, ${number(seen.scriptBytes / 1000)} kB`,
          );
        }
        const of = (which: keyof ScreenFigures): number => median(figures.map((seen) => seen[which]));
        return {
          title: 'The dashboard in Chromium',
          intro: `The month above in Chromium, in a new profile with a session, at 1440 × 900. The page has ${of('charts')} charts.`,
          head: ['work', 'measured', 'goal'],
          rows: [
            ['from the first paint to the last chart', `${number(of('last') - of('first'))} ms`, '< 1 s'],
            ['from the request of the page to the last chart', `${number(of('last'))} ms`, ''],
            ['requests for data', String(of('requests')), '≤ 3'],
            ['JavaScript, compressed', `${number(of('scriptBytes') / 1000)} kB`, '≤ 330 kB'],
          ],
        };
      } finally {
        await browser.close();
        portalClient.close();
      }
    }),
};

async function look(browser: Browser, base: string, session: string): Promise<ScreenFigures> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(`localStorage.setItem('strato.sessione', ${JSON.stringify(session)})`);
    await page.addInitScript(WATCH);
    let requests = 0;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && !SHELL.includes(pathname)) requests += 1;
    });
    await page.goto(`${base}/home${PERIOD}`);
    while (!(await page.evaluate("window.__charts.count > 0 && !document.querySelector('.skeleton')"))) await delay(50);
    await page.waitForLoadState('networkidle');
    const { count, at, first, scriptBytes } = (await page.evaluate(`({ ...window.__charts,
      first: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
      scriptBytes: performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) })`)) as {
      count: number;
      at: number;
      first: number;
      scriptBytes: number;
    };
    return { first, last: at, charts: count, requests, scriptBytes };
  } finally {
    await context.close();
  }
}
