import type { Request } from 'express';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { diskArchive } from './disk-archive.ts';
import { withFiles } from './receive-upload.ts';

vi.mock('node:fs', async (original) => (await import('../../../test/slow-disk.ts')).onSlowDisk(await original()));

const MAX_BYTE = 1000;
let [folder, server]: [string, Server] = ['', createServer()];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-'));
  server = createServer((req, res) => {
    withFiles(req as Request, { folder, howMany: 2, maxByte: MAX_BYTE, together: MAX_BYTE }, ({ files }) =>
      Promise.resolve(`${files.length} file`),
    )
      .catch((error: Error) => error.message)
      .then(
        async (text) => res.end(`${text}; ${(await readdir(folder)).length} resti`),
        () => res.destroy(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

async function upload(fields: Record<string, string>, ...files: readonly string[]): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('file', new Blob([file]), 'x.pdf');
  return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST', body: form })).text();
}

it.each([
  ['a good one', {}, ['a', 'b'], /^2 file; /],
  ['a field too long', { note: 'x'.repeat(5000) }, ['a'], /^Il campo note è troppo lungo\.; /],
  ['too many files', {}, ['a', 'b', 'c'], /^Si accettano al massimo 2 file per volta\.; /],
  ['one too large of two', {}, ['a', 'b'.repeat(MAX_BYTE + 1)], /massima/],
  ['two too large together', {}, ['a'.repeat(600), 'b'.repeat(600)], /massima/],
])('leaves nothing behind, even of a file that was just being opened: %s', async (_what, fields, files, answer) => {
  const text = await upload(fields as Record<string, string>, ...files);
  expect(text).toMatch(answer);
  expect(text).toMatch(/; 0 resti$/);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await readdir(folder)).toEqual([]);
});

it('nor does the archive, of a content that fails', async () => {
  const archive = diskArchive({ folder: join(folder, 'archivio'), maxBytes: MAX_BYTE });
  const broken = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('%PDF-1.4');
    await Promise.reject(new Error('cut off'));
  };
  await expect(archive.write('A/a.pdf', Readable.from(broken()), 'pdf')).rejects.toThrow('cut off');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await readdir(join(folder, 'archivio', '.temp'))).toEqual([]);
});
