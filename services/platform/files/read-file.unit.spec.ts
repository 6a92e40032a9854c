import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asFileContent } from './read-file.ts';

// long enough that the read is still in progress when the change is detected
const content = (letter: string) => letter.repeat(2_000_000);

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-lettura-'));
  path = join(folder, 'a.pdf');
  await writeFile(path, content('a'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Reads the file through stats taken before `change`, and returns the text. */
async function readAfter(change: () => Promise<void>): Promise<string> {
  const known = await stat(path);
  await change();
  const info = { path: 'M/a.pdf', bytes: known.size, version: 1, modified: known.mtime } as unknown as Parameters<typeof asFileContent>[0];
  return text(asFileContent(info, path, known).open());
}

it('un file che non è cambiato si legge', async () => {
  expect(await readAfter(async () => {})).toBe(content('a'));
});

it('uno sostituito da un altro lungo uguale non si legge a metà', async () => {
  const other = join(folder, 'b.pdf');
  await expect(
    readAfter(async () => {
      await writeFile(other, content('b'));
      await rename(other, path);
    }),
  ).rejects.toThrow('replaced');
});

it('uno riscritto più lungo nemmeno', async () => {
  await expect(readAfter(() => writeFile(path, `${content('a')}b`))).rejects.toThrow('replaced');
});
