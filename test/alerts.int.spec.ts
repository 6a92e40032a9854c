import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readExposition, type Family } from './exposition.ts';
import { startTestPortal, type TestPortal } from './portal.ts';
import { plantNight, savedAt } from './saved-backups.ts';
import { realQueue } from './workers.ts';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
}

const ROOT = join(import.meta.dirname, '..');
const NAME = /\b(?:strato|process|nodejs)_\w+/g;
const LABELS = /\b((?:strato|process|nodejs)_\w+)\{([^}]*)\}/g;
/** Labels that Prometheus itself adds to every target. */
const OF_THE_SCRAPE = ['job', 'instance'];

describe('Gli allarmi di esempio', { timeout: 60_000 }, () => {
  let portale: TestPortal;
  let families: Map<string, Family>;
  let rules: Rule[];
  beforeAll(async () => {
    portale = await startTestPortal({ jobs: realQueue });
    const now = portale.deps.clock.now().toISOString();
    portale.deps.config.BACKUP_DIR = portale.folder;
    portale.deps.replica = () => 'left';
    await plantNight(portale, 'nightly-backup', savedAt(now));
    await plantNight(portale, 'restore-test', { riuscita: true, momento: now, eventi: 0, tabelle: 0, documenti: 0, diversi: [] });
    await portale.call('GET', '/api/salute');
    families = readExposition((await portale.call('GET', '/metrics')).text);
    const file = parse(await readFile(join(ROOT, 'deploy', 'alerts.example.yml'), 'utf8')) as { groups: { rules: Rule[] }[] };
    rules = file.groups.flatMap((group) => group.rules);
  }, 60_000);
  afterAll(() => portale?.stop());

  const own = (written: string): string => written.replace(/_(bucket|sum|count)$/, '');

  it('hanno un nome ciascuno, una gravità e una frase', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, expr, labels, annotations } of rules) {
      expect(alert).toMatch(/^Strato[A-Z]\w+$/);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary.length).toBeGreaterThan(15);
      expect([...expr].filter((c) => c === '(').length, alert).toBe([...expr].filter((c) => c === ')').length);
    }
  });

  it('non nominano misure né etichette che il portale non dà', () => {
    for (const { alert, expr } of rules) {
      const names = expr.match(NAME) ?? [];
      expect(names.length > 0 || expr.startsWith('up{'), alert).toBe(true);
      for (const name of names) expect(families.has(name) || families.has(own(name)), `${alert}: ${name}`).toBe(true);
      for (const [, name = '', inside = ''] of expr.matchAll(LABELS)) {
        const series = [...(families.get(name) ?? families.get(own(name)))!.series.keys()];
        for (const [, label = ''] of inside.matchAll(/(\w+)\s*[!=]/g))
          expect(OF_THE_SCRAPE.includes(label) || series.some((one) => one.includes(`${label}="`)), `${alert}: ${label}`).toBe(true);
        for (const [, label = '', value = ''] of inside.matchAll(/(state|part)="(\w+)"/g))
          expect(
            series.some((one) => one.includes(`${label}="${value}"`)),
            `${alert}: ${label}=${value}`,
          ).toBe(true);
      }
    }
  });

  it('ciascuno ha il caso in cui scatta, con serie che il portale dà', async () => {
    const text = await readFile(join(ROOT, 'deploy', 'alerts.test.yml'), 'utf8');
    const { tests } = parse(text) as { tests: { input_series: { series: string }[] }[] };
    const fired = new Set(Array.from(text.matchAll(/alertname="(\w+)"/g), ([, name]) => name));
    expect(fired).toEqual(new Set(rules.map(({ alert }) => alert)));
    for (const { series } of tests.flatMap(({ input_series }) => input_series)) {
      const [, name = '', inside = ''] = /^(\w+)(.*)$/.exec(series)!;
      if (name === 'up') continue;
      const family = families.get(name) ?? families.get(own(name));
      expect(family, name).toBeDefined();
      const known = [...family!.series.keys()];
      for (const [, label = ''] of inside.matchAll(/(\w+)=/g))
        expect(OF_THE_SCRAPE.includes(label) || known.some((one) => one.includes(`${label}="`)), `${name}: ${label}`).toBe(true);
    }
  });

  it('ce n’è uno per ogni misura del portale, e il manuale le spiega tutte', async () => {
    const text = await readFile(join(ROOT, 'docs', 'reference', 'metrics.md'), 'utf8');
    const watched = new Set(rules.flatMap(({ expr }) => (expr.match(NAME) ?? []).map((name) => (families.has(name) ? name : own(name)))));
    // metrics that alerts use only in comparison with others
    const beside = ['strato_event_log_position', 'strato_appended_events_total', 'strato_backup_nightly_age_seconds'];
    const strato = [...families.keys()].filter((name) => name.startsWith('strato_'));
    expect(strato.filter((name) => !watched.has(name) && !beside.includes(name))).toEqual([]);
    expect(strato.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    const explained = (text.match(/`strato_\w+`/g) ?? []).map((one) => one.slice(1, -1));
    expect(explained.filter((name) => !families.has(name))).toEqual([]);
  });
});
