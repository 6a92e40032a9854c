import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import { backup, type Source } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { compareFiles, compareLogs, compareTables, isEqual, type PartComparison } from './compare.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';
import { takeSnapshot, type Snapshot } from './snapshot.ts';
import type { Target } from './target.ts';

/** Temporary target into which a backup is restored for comparison. */
export interface Scratch extends Target {
  pool: pg.Pool;
  openLog(): ReadableLog;
  readTables(): Promise<void>;
}

export interface RestoreTest {
  source: Source;
  scratch: Scratch;
  /** Names of the read tables. */
  readTables: readonly string[];
  passphrase: string | null;
  /** Milliseconds to wait for a backup that is under way. */
  patience?: number;
  progress?(said: string): void;
}

export interface RestoreTestDone {
  equal: boolean;
  manifest: Manifest;
  compared: PartComparison[];
  /** Read tables that had not reached the log's head at the moment of the backup; the test does not compare them. */
  behind: string[];
}

/** Backs up the living portal, restores the backup into a scratch target, and compares it with the living portal's snapshot. */
export async function restoreTest({
  source,
  scratch,
  readTables,
  passphrase,
  patience = 0,
  progress = () => {},
}: RestoreTest): Promise<RestoreTestDone> {
  const folder = join(scratch.dataDir, 'salvataggio');
  await mkdir(folder, { recursive: true });
  const outcome: Omit<RestoreTestDone, 'manifest' | 'equal'> = { compared: [], behind: [] };
  try {
    const { manifest } = await backup(source, {
      target: join(folder, 'prova.backup'),
      passphrase,
      patience,
      progress: (said) => progress(`backup: ${said}`),
      suits: async (snapshot) => (await behindAt(snapshot)).length === 0,
      async afterwards(living, { file }) {
        outcome.behind = await behindAt(living);
        const checked = await checkBackup(file, passphrase);
        await restore(checked, scratch, {
          until: null,
          progress: (said) => progress(`restore: ${said}`),
          openLog: () => scratch.openLog(),
          readTables: () => scratch.readTables(),
        });
        progress('comparison');
        const session = await scratch.pool.connect();
        try {
          const sides = { living, restored: await takeSnapshot(session, scratch.store) };
          outcome.compared = [
            await compareLogs(sides),
            ...(await compareTables(sides, readTables)),
            await compareFiles(checked.entries, scratch.folders),
          ];
        } finally {
          session.release(true);
        }
      },
    });
    return { ...outcome, manifest, equal: outcome.behind.length === 0 && outcome.compared.every(isEqual) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the projections whose position differs from the snapshot's position in the log. */
async function behindAt(snapshot: Snapshot): Promise<string[]> {
  const names: string[] = [];
  for await (const row of snapshot.rows('select nome, posizione from letture.proiezioni')) {
    const { nome, posizione } = JSON.parse(row) as { nome: string; posizione: string | null };
    if (posizione !== snapshot.position) names.push(nome);
  }
  return names.toSorted();
}
