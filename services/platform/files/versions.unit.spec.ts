import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { syncFolder } from './versions.ts';

const OPEN_FILES = '/proc/self/fd';

// only where the system lists a process's open files
it.runIf(existsSync(OPEN_FILES))('una cartella scritta fino al disco non resta aperta', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strato-cartella-'));
  const before = (await readdir(OPEN_FILES)).length;
  for (let time = 0; time < 20; time += 1) await syncFolder(folder);
  expect((await readdir(OPEN_FILES)).length).toBeLessThan(before + 20);
  await rm(folder, { recursive: true });
});

it('una che non si può aprire si lascia com’è', async () => {
  await expect(syncFolder(join(tmpdir(), 'strato-nessuna-cartella'))).resolves.toBeUndefined();
});
