import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectionsState } from '#projections/engine/projections.queries.ts';
import { LogShorter } from '#contracts/ports/log-shorter.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { rebuildTablesHandler } from '../modules/amministrazione/rebuild-tables.handler.ts';
import type { JobContext } from '#contracts/ports/job-queue.ts';
import { startEventStoreServer } from '../../test/eventstoredb-server.ts';
import { startTestPortal, type TestPortal } from '../../test/portal.ts';
import { failureSentence } from '../backup/failure.ts';
import { programEnvironment } from '../../test/program.ts';

const SLOW = { timeout: 180_000 };
/** Time limit in milliseconds. A command that waits for the missing event would exceed it. */
const SOON_MS = 60_000;

describe('Un registro più corto di ciò che fu letto', SLOW, () => {
  let portale: TestPortal;
  let folder: string;
  let last: string;
  let before: string;
  beforeAll(async () => {
    // the spec deletes the last event from the log in PostgreSQL, so EVENTSTORE_URL of the test run must not apply
    vi.stubEnv('EVENTSTORE_URL', undefined);
    portale = await startTestPortal();
    vi.unstubAllEnvs();
    folder = await mkdtemp(join(tmpdir(), 'strato-corto-'));
    await portale.person({});
    last = (await portale.deps.store.head())!;
    await vi.waitFor(
      async () => expect((await projectionsState(portale.deps.readDb)).every(({ posizione }) => posizione === last)).toBe(true),
      { timeout: 30_000 },
    );
    await sql`alter table public.eventi disable trigger user`.execute(portale.deps.writeDb);
    await sql`delete from public.eventi where position = (select max(position) from public.eventi)`.execute(portale.deps.writeDb);
    await sql`alter table public.eventi enable trigger user`.execute(portale.deps.writeDb);
    before = (await portale.deps.store.head())!;
    expect(before < last).toBe(true);
  }, SLOW.timeout);
  afterAll(async () => {
    await portale?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command in a separate process, as an operator does. */
  function run(command: string, more: Record<string, string> = {}): Promise<{ code: unknown; said: string }> {
    const env = { ...programEnvironment(), DATI_DIR: folder, DATABASE_URL: portale.url, ...more };
    return new Promise((resolve) =>
      execFile(process.execPath, [join(import.meta.dirname, command)], { env, timeout: SOON_MS }, (error, stdout, stderr) =>
        resolve({ code: error ? (error.code ?? error.signal) : 0, said: stdout + stderr }),
      ),
    );
  }
  const shorter = () =>
    expect.stringMatching(new RegExp(`shorter than what was projected: .* up to position ${last}, and the log ends at position ${before}`));

  it.each(['verify.ts', 'rebuild.ts', 'restore-test.ts'])('%s lo dice, con le due posizioni, e finisce', async (command) => {
    expect(await run(command)).toEqual({ code: 1, said: shorter() });
  });

  it('migrate-eventstore.ts lo dice, e non copia nulla', async () => {
    const server = await startEventStoreServer();
    // the command refuses to run beside a running portal, before it reads the log
    await portale.runner.stop();
    try {
      const { code, said } = await run('migrate-eventstore.ts', { EVENTSTORE_URL: server.url });
      expect([code, said]).toEqual([1, shorter()]);
      expect(said).not.toContain('copied');
    } finally {
      await server.shutdown();
    }
  });

  it('le tabelle che ci sono restano come sono', async () => {
    const state = await projectionsState(portale.deps.readDb);
    expect(new Set(state.map(({ posizione }) => posizione))).toEqual(new Set([last]));
  });

  it('chi chiede la ricostruzione dall’Area Admin, e chi ha la mail della prova, lo legge in italiano', async () => {
    const { store, catalogue, log } = portale.deps;
    const handler = rebuildTablesHandler({ rebuild: () => rebuild({ store, url: portale.url, log, ...catalogue }) });
    const outcome = await handler({ progress: async () => {} } as unknown as JobContext);
    expect(outcome).toMatchObject({ failed: true, message: expect.stringContaining('più corto di ciò che le tabelle') });
    expect(failureSentence(new LogShorter(last, null))).toContain('più corto di ciò che le tabelle');
  });
});
