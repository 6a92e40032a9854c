import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asFileContent } from './read-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-lettura-'));
  path = join(folder, 'a.pdf');
  await writeFile(path, 'prima');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The content as it was known before `change` happened to the file. */
async function readAfter(change: () => Promise<void>): Promise<string> {
  const known = await stat(path);
  await change();
  const info = { path: 'M/a.pdf', bytes: known.size, version: 1, modified: known.mtime } as unknown as Parameters<typeof asFileContent>[0];
  return text(asFileContent(info, path, known).open());
}

it('un file che non è cambiato si legge', async () => {
  expect(await readAfter(async () => {})).toBe('prima');
});

it('uno sostituito da un altro lungo uguale non si legge a metà', async () => {
  const other = join(folder, 'b.pdf');
  await expect(readAfter(async () => {
    await writeFile(other, 'DOPO.');
    await rename(other, path);
  })).rejects.toThrow('replaced');
});

it('uno riscritto più lungo nemmeno', async () => {
  await expect(readAfter(() => writeFile(path, 'prima e poi altro'))).rejects.toThrow('replaced');
});
