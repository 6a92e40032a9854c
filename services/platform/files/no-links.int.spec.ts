import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileStore } from '#contracts/ports/file-store.ts';
import { diskArchive } from './disk-archive.ts';

// simulates a network share without hard links
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  link: () => Promise.reject(Object.assign(new Error('no links here'), { code: 'EPERM' })),
}));

const pdf = (text: string) => Readable.from([Buffer.from(`%PDF-1.4\n${text}\n%%EOF`)]);

describe('Un archivio dove un file non può avere due nomi', () => {
  let folder: string;
  let archive: FileStore;
  const content = async (path: string, version?: number) => (await buffer((await archive.read(path, version)).open())).toString('latin1');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-archivio-'));
    archive = diskArchive({ folder, maxBytes: 100_000 });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('tiene lo stesso ogni versione, sostituendo, eliminando e rinominando', async () => {
    await archive.write('A/a.pdf', pdf('uno'), 'pdf');
    await archive.write('A/a.pdf', pdf('due'), 'pdf');
    await archive.rename('A/a.pdf', 'A/b.pdf');
    expect(await archive.info('A/a.pdf')).toBeNull();
    expect(await content('A/b.pdf')).toContain('due');
    await archive.delete('A/b.pdf');
    expect(await archive.info('A/b.pdf')).toBeNull();
    expect(await content('A/a.pdf', 1)).toContain('uno');
    expect(await content('A/a.pdf', 2)).toContain('due');
    expect(await content('A/b.pdf', 1)).toContain('due');
    expect((await archive.write('A/b.pdf', pdf('tre'), 'pdf')).version).toBe(2);
    expect(await readdir(join(folder, '.temp'))).toEqual([]);
  });

  it('non rinomina sopra un altro', async () => {
    await archive.write('A/a.pdf', pdf('uno'), 'pdf');
    await archive.write('A/b.pdf', pdf('due'), 'pdf');
    await expect(archive.rename('A/a.pdf', 'A/b.pdf')).rejects.toMatchObject({ code: 'DESTINAZIONE_OCCUPATA' });
    expect(await content('A/b.pdf')).toContain('due');
  });
});
