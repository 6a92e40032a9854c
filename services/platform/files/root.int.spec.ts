import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRoot, onDisk } from './root.ts';

describe('La radice dell’archivio', () => {
  let base: string;
  beforeEach(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'strato-radice-')));
  });
  afterEach(() => rm(base, { recursive: true, force: true }));

  it('non comprende la cartella accanto che comincia con lo stesso nome', async () => {
    await mkdir(join(base, 'archivio-vecchio'));
    const root = await openRoot(join(base, 'archivio'));
    await symlink(join(base, 'archivio-vecchio'), join(base, 'archivio', 'accanto'));
    await expect(onDisk(root, 'accanto/a.pdf')).rejects.toMatchObject({ code: 'PERCORSO_NON_VALIDO' });
    await expect(onDisk(root, '../archivio-vecchio/a.pdf')).rejects.toMatchObject({ code: 'PERCORSO_NON_VALIDO' });
    expect(await onDisk(root, 'A/a.pdf')).toBe(join(base, 'archivio', 'A', 'a.pdf'));
  });

  it('può essere un intero disco', async () => {
    const root = await openRoot(join(base, 'archivio'));
    expect(await onDisk({ ...root, base: '/' }, join(base, 'A/a.pdf').slice(1))).toBe(join(base, 'A/a.pdf'));
  });
});
