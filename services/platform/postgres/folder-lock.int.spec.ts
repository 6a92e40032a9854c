import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FolderTaken, claimFolder } from './folder-lock.ts';
import { localSecret } from './secrets.ts';

const run = promisify(execFile);
const script = (folder: string, then: string) =>
  `import { claimFolder } from '${join(import.meta.dirname, 'folder-lock.ts')}'; await claimFolder('${folder}'); ${then}`;

describe('La cartella dei dati', { timeout: 60_000 }, () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-lucchetto-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  test('è di un portale per volta, e si dice di quale', async () => {
    const leave = await claimFolder(folder);
    await expect(claimFolder(folder)).rejects.toThrow(FolderTaken);
    await expect(run(process.execPath, ['--input-type=module', '-e', script(folder, '')])).rejects.toThrow(`process ${process.pid}`);
    await leave();
    await (
      await claimFolder(folder)
    )();
  });

  test('torna libera quando il portale che la usava è stato ucciso', async () => {
    const other = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      script(folder, `console.log('presa'); setInterval(() => {}, 1000);`),
    ]);
    await once(other.stdout, 'data');
    await expect(claimFolder(folder)).rejects.toThrow(FolderTaken);
    other.kill('SIGKILL');
    await once(other, 'exit');
    await (
      await claimFolder(folder)
    )();
  });

  test('fra più avvii insieme ne passa uno solo', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => claimFolder(folder)));
    const taken = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(taken).toHaveLength(1);
    await taken[0]?.();
  });

  test('conserva i suoi segreti, uno per nome', async () => {
    const together = await Promise.all([1, 2, 3].map(() => localSecret(folder, 'firma')));
    expect(new Set([...together, await localSecret(folder, 'firma')]).size).toBe(1);
    expect(together[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(await localSecret(folder, 'postgres')).not.toBe(together[0]);
  });
});
