import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [person, ...paths] = process.argv.slice(2);
const base = 'http://127.0.0.1:3320';
const browser = await chromium.launch({ executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)!, args: ['--no-sandbox', '--disable-gpu'] });
for (const [size, viewport] of [['d', { width: 1440, height: 900 }], ['t', { width: 390, height: 844 }]] as const) {
  const context = await browser.newContext({ viewport, locale: 'it-IT', timezoneId: 'Europe/Rome', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log('ERR', e.message));
  page.on('console', (m) => { if (m.type() === 'error') console.log('CON', m.text().slice(0, 300)); });
  await page.goto(base + '/');
  await page.getByLabel('Username').fill(person!);
  await page.getByLabel('Password', { exact: true }).fill(`${person}-demo`);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL('**/home');
  for (const path of paths) {
    await page.goto(base + path);
    await page.waitForTimeout(1500);
    const name = `${person}-${path.replaceAll(/\W+/g, '_')}-${size}`;
    await page.screenshot({ path: `/tmp/utenti-shots/${name}.png`, fullPage: true });
    await page.evaluate(AXE);
    const found = await page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations.map((v) => v.id + ': ' + v.nodes.slice(0, 2).map((n) => n.target.join(' ') + ' ' + n.failureSummary).join(' | ')))`) as string[];
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    console.log(name, JSON.stringify(found).slice(0, 800), wide);
  }
  await context.close();
}
await browser.close();
