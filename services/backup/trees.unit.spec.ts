import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isTaken, treesOf, walkTrees, type Tree } from './trees.ts';

describe('I file che un salvataggio prende', () => {
  let folder: string;
  let trees: Tree[];
  let kept: string[];
  const keep = async (file: string) => {
    kept.push(file.slice(folder.length + 1));
    return { sha256: `somma di ${file.slice(folder.length + 1)}`, bytes: 3 };
  };
  const put = async (path: string, text = 'uno') => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const walk = (seen = new Map()) => walkTrees(trees, keep, seen);
  const paths = async () => (await walk()).entries.map(({ tree, path }) => `${tree}/${path}`);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-alberi-'));
    trees = treesOf({ archivio: join(folder, 'archivio'), risultati: join(folder, 'risultati'), segreti: join(folder, 'segreti') });
    kept = [];
    await mkdir(join(folder, 'archivio'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('sono i documenti, i risultati e la chiave; non ciò che si sta caricando né la password del database', async () => {
    for (const path of [
      'archivio/A/A.pdf',
      'archivio/.temp/x',
      'archivio/A/.temp/y',
      'risultati/zip/z.zip',
      'segreti/firma',
      'segreti/postgres',
    ])
      await put(path);
    expect((await paths()).toSorted()).toEqual(['archivio/A/.temp/y', 'archivio/A/A.pdf', 'risultati/zip/z.zip', 'segreti/firma']);
    expect(isTaken({ tree: 'archivio', path: '.temp/x' })).toBe(false);
    expect(isTaken({ tree: 'archivio', path: 'A/.temp/x' })).toBe(true);
    expect(isTaken({ tree: 'segreti', path: 'postgres' })).toBe(false);
    expect(isTaken({ tree: 'segreti', path: 'firma' })).toBe(true);
    expect(isTaken({ tree: 'risultati', path: 'qualunque' })).toBe(true);
  });

  it('le versioni vengono per ultime: ciò che intanto ci finisce si trova lì', async () => {
    for (const path of ['archivio/.versioni/A/A.pdf/1', 'archivio/Z/Z.pdf', 'archivio/A/A.pdf', 'archivio/sopra.pdf']) await put(path);
    const found = await paths();
    expect(found[0]).toBe('archivio/sopra.pdf');
    expect(found.at(-1)).toBe('archivio/.versioni/A/A.pdf/1');
    expect(found).toHaveLength(4);
  });

  it('l’archivio deve esserci; le altre cartelle possono mancare', async () => {
    await put('archivio/A.pdf');
    expect(await paths()).toEqual(['archivio/A.pdf']);
    await rename(join(folder, 'archivio'), join(folder, 'altrove'));
    await expect(walk()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('un link a un file accanto si prende come link; uno che porta altrove si conta e si lascia', async () => {
    await put('archivio/A/A.pdf');
    await symlink('A.pdf', join(folder, 'archivio/A/accanto.pdf'));
    await symlink('../B', join(folder, 'archivio/A/fuori'));
    await symlink('..', join(folder, 'archivio/A/sopra'));
    await symlink('/etc/passwd', join(folder, 'archivio/A/sistema'));
    const { entries, skippedLinks } = await walk();
    expect(skippedLinks).toBe(3);
    expect(entries.filter(({ link }) => link !== undefined)).toEqual([
      { tree: 'archivio', path: 'A/accanto.pdf', sha256: '', bytes: 0, modified: expect.any(Number), link: 'A.pdf' },
    ]);
    expect(kept).toEqual(['archivio/A/A.pdf']);
  });

  it('un contenuto si copia una volta sola, finché il file resta com’era', async () => {
    await put('archivio/A.pdf');
    const moment = new Date(1_700_000_000_500);
    await utimes(join(folder, 'archivio/A.pdf'), moment, moment);
    const seen = new Map();
    const [first] = (await walk(seen)).entries;
    expect(first).toEqual({ tree: 'archivio', path: 'A.pdf', sha256: 'somma di archivio/A.pdf', bytes: 3, modified: 1_700_000_000_500 });
    expect((await walk(seen)).entries).toEqual([first]);
    expect(kept).toEqual(['archivio/A.pdf']);
    await put('archivio/A.pdf', 'quattro');
    await walk(seen);
    expect(kept).toEqual(['archivio/A.pdf', 'archivio/A.pdf']);
  });

  it('un file che sparisce mentre si copia non è nell’elenco; un altro errore ferma tutto', async () => {
    await put('archivio/A.pdf');
    const failing = (code: string) => walkTrees(trees, () => Promise.reject(Object.assign(new Error(code), { code })), new Map());
    expect((await failing('ENOENT')).entries).toEqual([]);
    expect((await failing('ENOTDIR')).entries).toEqual([]);
    await expect(failing('EIO')).rejects.toThrow('EIO');
  });
});
