import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArchiveWriter } from './archive/write-archive.ts';
import { beside, folderKey, inside, OBJECTS, objectPath, sweepDrafts, WrongPassphrase } from './contents.ts';

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('I contenuti dei file', () => {
  let folder: string;
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-contenuti-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('nel salvataggio stesso sta ognuno una volta, e ciò che è già compresso non si comprime', async () => {
    const parts: [string, boolean][] = [];
    const archive = {
      async part({ name, gzip }: { name: string; gzip: boolean }, content: AsyncIterable<Buffer>) {
        const chunks: Buffer[] = [];
        for await (const chunk of content) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        parts.push([text, gzip]);
        return { name, gzip, sha256: sumOf(text), bytes: text.length };
      },
    } as unknown as ArchiveWriter;
    const keep = inside(archive);
    const texts = ['a.pdf', 'b.TXT', 'c.JPG', 'd.jpeg', 'e.png', 'f.zip', 'g.xlsx', 'h'];
    for (const name of texts) expect(await keep(await put(name, name))).toMatchObject({ sha256: sumOf(name), bytes: name.length });
    expect(parts).toEqual([
      ['a.pdf', false],
      ['b.TXT', true],
      ['c.JPG', false],
      ['d.jpeg', false],
      ['e.png', false],
      ['f.zip', false],
      ['g.xlsx', false],
      ['h', true],
    ]);
    expect(await keep(await put('copia.pdf', 'a.pdf'))).toEqual({ sha256: sumOf('a.pdf'), bytes: 5 });
    expect(parts).toHaveLength(texts.length);
    // a version is called by its number: the folder says what it is
    await mkdir(join(folder, 'foto.jpg'));
    await keep(await put('foto.jpg/12', 'una versione'));
    expect(parts.at(-1)).toEqual(['una versione', false]);
  });

  it('accanto al salvataggio sta ognuno una volta, sotto la sua somma; con la frase, sotto un nome che non la dice', async () => {
    const file = await put('a.txt', 'contenuto');
    const keep = beside(folder, '2026-11-20T17:00:00.000Z', null);
    expect(await keep(file)).toMatchObject({ sha256: sumOf('contenuto'), bytes: 9 });
    const object = objectPath(folder, sumOf('contenuto'), null);
    expect(object).toBe(join(folder, OBJECTS, sumOf('contenuto').slice(0, 2), sumOf('contenuto')));
    const before = await stat(object);
    expect(await keep(await put('b.txt', 'contenuto'))).toEqual({ sha256: sumOf('contenuto'), bytes: 9 });
    expect((await stat(object)).ino).toBe(before.ino);
    const master = { key: Buffer.alloc(32, 7), kdf: { name: 'scrypt' as const, N: 2, r: 1, p: 1, salt: 'aa' } };
    const secret = objectPath(folder, sumOf('contenuto'), master);
    expect(secret).not.toContain(sumOf('contenuto'));
    await beside(folder, '2026-11-20T17:00:00.000Z', master)(file);
    await stat(secret);
  });

  it('la cartella ha una chiave sola: la stessa frase la ritrova, un’altra si rifiuta', async () => {
    expect(await folderKey(folder, null)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    const first = await folderKey(folder, 'frase');
    expect((await stat(join(folder, 'chiave.json'))).mode & 0o777).toBe(0o600);
    expect((await folderKey(folder, 'frase'))!.key.equals(first!.key)).toBe(true);
    await expect(folderKey(folder, 'altra')).rejects.toBeInstanceOf(WrongPassphrase);
    await expect(folderKey(join(folder, 'chiave.json'), 'frase')).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('ciò che un salvataggio interrotto ha lasciato a metà si toglie, e nient’altro', async () => {
    await mkdir(join(folder, OBJECTS, 'ab'), { recursive: true });
    const names = ['.x.parziale', 'x.parziale', '.nascosto', 'strato-x.backup'];
    for (const name of names) {
      await put(name, '');
      await put(join(OBJECTS, 'ab', name), '');
    }
    await sweepDrafts(folder);
    const left = ['.nascosto', 'strato-x.backup', 'x.parziale'];
    expect((await readdir(join(folder, OBJECTS, 'ab'))).toSorted()).toEqual(left);
    expect((await readdir(folder)).toSorted()).toEqual(['.nascosto', OBJECTS, 'strato-x.backup', 'x.parziale']);
    const fresh = join(folder, 'nuova');
    await mkdir(fresh);
    await sweepDrafts(fresh);
    expect(await readdir(fresh)).toEqual([]);
  });
});
