import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { realQueue } from '../../../test/workers.ts';
import { nightlyBackups } from './backup-schedule.ts';

const SLOW_MS = 120_000;
let portale: TestPortal;
beforeAll(async () => {
  // queued jobs stay in the queue, since no worker runs
  portale = await startTestPortal({ jobs: realQueue });
  portale.deps.config.BACKUP_DIR = portale.folder;
}, SLOW_MS);
afterAll(() => portale?.stop());

const jobs = async () =>
  (
    await sql<{ tipo: string; status: string }>`select tipo, status from public.processi order by creato`.execute(portale.deps.writeDb)
  ).rows.map(({ tipo, status }) => `${tipo} ${status}`);
const stands = (status: string) =>
  sql`update public.processi set status = ${status} where tipo = 'nightly-backup'`.execute(portale.deps.writeDb);

it('la prova del ripristino aspetta che il salvataggio della notte sia finito, bene o male', { timeout: SLOW_MS }, async () => {
  const minute = () => nightlyBackups(portale.deps).run();
  await minute();
  for (const status of ['queued', 'running']) {
    await stands(status);
    await minute();
    expect(await jobs()).toEqual([`nightly-backup ${status}`]);
  }
  await stands('error');
  await minute();
  expect(await jobs()).toEqual(['nightly-backup error', 'restore-test queued']);
  await minute();
  expect(await jobs()).toHaveLength(2);
});
