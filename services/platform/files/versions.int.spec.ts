import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRoot, type Root } from './root.ts';
import { eraseKept, keep, keptVersions, versionOf } from './versions.ts';

describe('Le versioni di un file', () => {
  let folder: string;
  let root: Root;
  const disk = () => join(folder, 'A/a.pdf');
  const kept = (n: number) => join(folder, '.versioni/A/a.pdf', String(n));

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'strato-archivio-')));
    root = await openRoot(folder);
    await mkdir(dirname(disk()), { recursive: true });
    await writeFile(disk(), 'uno');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each([false, true])('una conservata non si copre mai con un altro contenuto (copia: %s)', async (copy) => {
    await mkdir(dirname(kept(1)), { recursive: true });
    await writeFile(kept(1), 'altro');
    await expect(keep(root, disk(), { path: 'A/a.pdf', version: 1 }, { copy })).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(kept(1), 'utf8')).toBe('altro');
    await keep(root, disk(), { path: 'A/a.pdf', version: 2 }, { copy });
    expect(await readFile(kept(2), 'utf8')).toBe('uno');
  });

  it('conservarne una due volte, dopo un’interruzione, non è un errore', async () => {
    await keep(root, disk(), { path: 'A/a.pdf', version: 1 });
    await keep(root, disk(), { path: 'A/a.pdf', version: 1 });
    expect(await readFile(kept(1), 'utf8')).toBe('uno');
  });

  it('il numero è quello dopo l’ultima conservata, contando come numeri e senza badare a ciò che non lo è', async () => {
    const number = async () => versionOf(root, 'A/a.pdf', await stat(disk()));
    expect(await number()).toBe(1);
    await mkdir(dirname(kept(1)), { recursive: true });
    for (const name of ['2', '9', '10', '011', '12x', 'x', '0', '9999999999']) await writeFile(join(dirname(kept(1)), name), 'y');
    expect(await number()).toBe(11);
    await keep(root, disk(), { path: 'A/a.pdf', version: 11 });
    expect(await number()).toBe(11);
  });

  it('quella rimossa per sempre non c’è più, e il suo numero non si dà di nuovo', async () => {
    await keep(root, disk(), { path: 'A/a.pdf', version: 1 });
    await rm(disk());
    await eraseKept(root, 'A/a.pdf', 1);
    await eraseKept(root, 'A/a.pdf', 1);
    await expect(readFile(kept(1))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await keptVersions(root, 'A/a.pdf')).toEqual([]);
    await writeFile(disk(), 'due');
    expect(await versionOf(root, 'A/a.pdf', await stat(disk()))).toBe(2);
  });
});
