import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileContent, FileStore } from '#contracts/ports/file-store.ts';
import type { ZippedDocuments } from '#contracts/ports/whole-exit.ts';
import { readZip } from '../../test/zip.ts';
import { newFile } from './new-file.ts';
import { wholeZipWriter } from './whole-zip.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'strato-tutto-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

type Content = { pieces: string[]; broken?: number; tries?: number; throws?: Error };

/** Archive whose files break at a given byte, the first `tries` times that they are opened. */
function archive(contents: Record<string, Content>): Pick<FileStore, 'read'> {
  const opened = new Map<string, number>();
  return {
    async read(path): Promise<FileContent> {
      const found = contents[path];
      if (!found) throw new DomainError('FILE_ASSENTE');
      if (found.throws) throw found.throws;
      const time = (opened.get(path) ?? 0) + 1;
      opened.set(path, time);
      const broken = time <= (found.tries ?? Infinity) ? found.broken : undefined;
      const pieces = function* () {
        for (const [i, piece] of found.pieces.entries()) {
          if (i === broken) throw Object.assign(new Error('disco'), { code: 'EIO' });
          yield Buffer.from(piece);
        }
      };
      const open = () => Readable.from(pieces(), { objectMode: false });
      return {
        path,
        bytes: found.pieces.join('').length,
        modified: '2026-01-02T03:04:05.000Z',
        version: 1,
        contentType: 'application/pdf',
        open,
      };
    },
  };
}

async function zipped(contents: Record<string, Content>, documents: string[], signal = new AbortController().signal) {
  const table = join(folder, 'tabella.csv');
  await writeFile(table, 'a;b');
  const final = join(folder, 'tutto.zip');
  let told: ZippedDocuments | undefined;
  const readme = (outcome: ZippedDocuments) => {
    told = outcome;
    return 'che cosa c’è';
  };
  await newFile(final, (output) =>
    wholeZipWriter(archive(contents))(
      output,
      { tables: [{ name: 'macchinari', folder: 'registri', file: table, rows: 1 }], documents, readme },
      { signal, progress: async () => {} },
    ),
  );
  const entries = Object.fromEntries((await readZip(await readFile(final))).map(({ name, content }) => [name, String(content)]));
  return { entries, told: told! };
}

describe('lo zip di tutto', () => {
  it('ha le tabelle, i documenti e il foglio che ne parla', async () => {
    const { entries, told } = await zipped({ 'A/1.pdf': { pieces: ['uno', 'due'] }, 'B/vuoto.pdf': { pieces: [] } }, [
      'A/1.pdf',
      'B/vuoto.pdf',
    ]);
    expect(entries).toEqual({
      'registri/macchinari.csv': 'a;b',
      'archivio/A/1.pdf': 'unodue',
      'archivio/B/vuoto.pdf': '',
      'LEGGIMI.txt': 'che cosa c’è',
    });
    expect(told).toEqual({ count: 2, bytes: 6, missing: [], cut: [], renamed: [] });
  });

  it('un documento assente, chiuso o che il disco non dà non ferma gli altri', async () => {
    const { entries, told } = await zipped(
      {
        chiuso: { pieces: [], throws: Object.assign(new Error('no'), { code: 'EACCES' }) },
        guasto: { pieces: ['x'], broken: 0 },
        mezzo: { pieces: ['prima ', 'dopo'], broken: 1 },
        buono: { pieces: ['sì'] },
      },
      ['assente', 'chiuso', 'guasto', 'mezzo', 'buono'],
    );
    expect(told).toEqual({ count: 2, bytes: 9, missing: ['assente', 'chiuso', 'guasto'], cut: ['mezzo'], renamed: [] });
    expect(entries['archivio/mezzo']).toBe('prima ');
    expect(entries['archivio/buono']).toBe('sì');
  });

  it('uno sostituito mentre si apre si legge alla seconda', async () => {
    const { entries, told } = await zipped({ nuovo: { pieces: ['nuovo'], broken: 0, tries: 1 } }, ['nuovo']);
    expect([entries['archivio/nuovo'], told.missing]).toEqual(['nuovo', []]);
  });

  it('due nomi che un programma confonde restano due, e si dice quale ha cambiato nome', async () => {
    const { entries, told } = await zipped({ 'a/X.pdf': { pieces: ['1'] }, 'a/x.pdf': { pieces: ['2'] } }, ['a/X.pdf', 'a/x.pdf']);
    expect(Object.keys(entries)).toEqual(expect.arrayContaining(['archivio/a/X.pdf', 'archivio/a/x (2).pdf']));
    expect(told.renamed).toEqual([['a/x.pdf', 'archivio/a/x (2).pdf']]);
  });

  it('fermato, finisce con il motivo', async () => {
    const stop = new AbortController();
    stop.abort(new Error('spento'));
    await expect(zipped({ a: { pieces: ['1'] } }, ['a'], stop.signal)).rejects.toThrow();
  });
});
