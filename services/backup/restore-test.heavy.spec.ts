import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '#services/demo/index.ts';
import { rulesOver } from '#services/modules.ts';
import { startTestPortal, type TestPortal } from '../../test/portal.ts';
import { compareRows, isEqual } from './compare.ts';
import { restoreTest } from './restore-test.ts';
import { KEPT } from './tables.ts';
import { backupBench } from './testing.ts';

const SLOW = { timeout: 300_000 };

describe('La prova del ripristino', SLOW, () => {
  let portale: TestPortal;
  const bench = backupBench();
  beforeAll(async () => {
    portale = await startTestPortal();
    await loadDemo(portale.deps, rulesOver);
    await portale.person({});
    const head = await portale.deps.store.head();
    await portale.deps.readModelWait.until(head ?? '', 60_000);
  }, SLOW.timeout);
  afterAll(async () => {
    await bench.close();
    await portale?.stop();
  });

  it('la ditta dimostrativa torna com’era: registro, ogni tabella riga per riga, credenziali, ogni file', async () => {
    const source = await bench.source(portale);
    const scratch = await bench.scratch();
    const readTables = portale.deps.catalogue.projections.flatMap(({ tables }) => tables);
    const asked = { source, scratch, readTables, passphrase: 'frase di prova' };
    const { equal, compared, behind, manifest } = await restoreTest(asked);
    expect([behind, compared.filter((one) => !isEqual(one))]).toEqual([[], []]);
    expect([equal, manifest.quiet]).toEqual([true, true]);
    const rows = new Map(compared.map((one) => [one.name, one.rows]));
    for (const name of [
      'log',
      'letture.macchinari',
      'letture.personale',
      'letture.produzione',
      'credenziali',
      'numeri',
      'chiavi_naturali',
      'files',
    ])
      expect(rows.get(name), name).toBeGreaterThan(0);
    expect(rows.get('log')).toBeGreaterThan(1000);
    expect(compared.length).toBe(2 + readTables.length + KEPT.length);
    expect(await readFile(join(scratch.folders.segreti, 'firma'), 'utf8')).toContain('la chiave');
    expect(await readdir(scratch.folders.segreti)).toEqual(['firma']);
    expect(await readdir(scratch.dataDir)).not.toContain('salvataggio');
  });

  it('il confronto va per byte, e conta da tutte e due le parti', async () => {
    const side = async function* (...rows: string[]) {
      yield* rows;
    };
    expect(
      await compareRows('prova', side('a', 'b', 'd', '\u{ffff}', '\u{1f600}'), side('b', 'c', '\u{ffff}', '\u{1f600}', '\u{1f601}')),
    ).toEqual({
      name: 'prova',
      rows: 5,
      missing: 2,
      extra: 2,
      examples: ['- a', '+ c', '- d'],
    });
  });
});
