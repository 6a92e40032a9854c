import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileContent, FileStore } from '#contracts/ports/file-store.ts';
import { readZip } from '../../../test/zip.ts';
import { zipWriter } from '#workers/formats/zip.ts';
import { esportaAllegatiHandler } from './esporta-allegati.handler.ts';

type Contents = Record<string, { dati: Buffer; contentType?: FileContent['contentType']; guasto?: boolean }>;

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'strato-zip-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Read-only archive that counts how many files are open at once. */
function archive(contents: Contents) {
  const count = { aperti: 0, massimo: 0 };
  const read: FileStore['read'] = async (path) => {
    const found = contents[path];
    if (!found) throw new DomainError('FILE_ASSENTE');
    const { dati, contentType = 'application/pdf', guasto } = found;
    const open = () => {
      count.massimo = Math.max(count.massimo, (count.aperti += 1));
      const stream = Readable.from(
        (function* () {
          yield dati;
          if (guasto) throw Object.assign(new Error('disco'), { code: 'EIO' });
        })(),
      );
      return stream.once('close', () => (count.aperti -= 1));
    };
    return { path, bytes: dati.length, modified: '2026-01-02T03:04:05.000Z', version: 1, contentType, open };
  };
  return { files: { read } as FileStore, conta: count };
}

async function exportAll(contents: Contents, file: { percorso: string; nome: string }[], signal = new AbortController().signal) {
  const { files, conta } = archive(contents);
  const progress: string[] = [];
  const handler = esportaAllegatiHandler({ zip: zipWriter(files), resultsFolder: folder });
  const outcome = await handler({
    id: 'uno',
    data: { nome: 'allegati', file },
    utente: 'anna',
    groupID: 3,
    signal,
    progress: async (_p, m = '') => void progress.push(m),
  });
  return { esito: outcome, conta, progressi: progress, voci: await readZip(String(outcome.file)) };
}

const entry = (path: string) => ({ percorso: path, nome: path });

describe('zip degli allegati', () => {
  it('contiene ogni file com’è, PDF e foto senza comprimerli di nuovo', async () => {
    const contents: Contents = {
      'A/A_CE.pdf': { dati: Buffer.from('%PDF-uno') },
      'A/A_FOTO.jpg': { dati: Buffer.from('jpeg'), contentType: 'image/jpeg' },
      'B/perché.txt': { dati: Buffer.from('testo '.repeat(100)), contentType: 'application/octet-stream' },
      'B/vuoto.pdf': { dati: Buffer.alloc(0) },
    };
    const { esito, voci, progressi: progress } = await exportAll(contents, Object.keys(contents).map(entry));
    expect(esito).toEqual({ file: join(folder, 'uno.zip'), fileName: 'allegati.zip', message: '4 file', personal: false });
    expect(voci.map((v) => [v.name, v.content.toString(), v.method])).toEqual([
      ['A/A_CE.pdf', '%PDF-uno', 0],
      ['A/A_FOTO.jpg', 'jpeg', 0],
      ['B/perché.txt', 'testo '.repeat(100), 8],
      ['B/vuoto.pdf', '', 0],
    ]);
    expect(progress).toEqual(['0 di 4 file', '1 di 4 file', '2 di 4 file', '3 di 4 file']);
  });

  it('apre un file per volta, per quanti siano', async () => {
    const contents = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`A/${i}.pdf`, { dati: Buffer.alloc(10_000, i % 256) }]));
    const { conta, voci } = await exportAll(contents, Object.keys(contents).map(entry));
    expect(conta).toEqual({ aperti: 0, massimo: 1 });
    expect(voci).toHaveLength(500);
    expect(voci.every((v) => v.content.equals(contents[v.name]!.dati))).toBe(true);
  });

  it('i file che mancano sono elencati in LEGGIMI.txt e non sono un errore', async () => {
    const { esito, voci } = await exportAll({ 'A/a.pdf': { dati: Buffer.from('x') } }, [
      entry('A/no.pdf'),
      entry('A/a.pdf'),
      entry('../fuori.pdf'),
    ]);
    expect(esito.message).toBe('1 file, 2 mancanti');
    expect(voci.map((v) => v.name)).toEqual(['A/a.pdf', 'LEGGIMI.txt']);
    expect(voci[1]!.content.toString()).toContain('\r\nA/no.pdf\r\n../fuori.pdf');
  });

  it('senza nessun file lo zip lo dice', async () => {
    const { voci } = await exportAll({}, []);
    expect(voci.map((v) => [v.name, v.content.toString()])).toEqual([['LEGGIMI.txt', 'Nessun documento da esportare.\r\n']]);
  });

  it('un guasto a metà non lascia uno zip monco, e rifatto riesce', async () => {
    const contents: Contents = { 'A/a.pdf': { dati: Buffer.from('x') }, 'A/b.pdf': { dati: Buffer.from('y'), guasto: true } };
    await expect(exportAll(contents, Object.keys(contents).map(entry))).rejects.toMatchObject({ code: 'EIO' });
    expect(await readdir(folder)).toEqual([]);
    contents['A/b.pdf']!.guasto = false;
    expect((await exportAll(contents, Object.keys(contents).map(entry))).voci).toHaveLength(2);
    expect(await readdir(folder)).toEqual(['uno.zip']);
  });

  it('interrotto non lascia niente', async () => {
    await expect(exportAll({ 'A/a.pdf': { dati: Buffer.from('x') } }, [entry('A/a.pdf')], AbortSignal.abort())).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  it('interrotto mentre legge un file chiude il file e non lascia niente', async () => {
    const { files, conta } = archive({ 'A/a.pdf': { dati: Buffer.alloc(10) }, 'A/b.pdf': { dati: Buffer.alloc(10) } });
    const stop = new AbortController();
    const handler = esportaAllegatiHandler({ zip: zipWriter(files), resultsFolder: folder });
    const progress = async (_p: number, message = '') => {
      if (message.startsWith('1')) stop.abort();
    };
    await expect(
      handler({
        id: 'uno',
        data: { nome: 'x', file: ['A/a.pdf', 'A/b.pdf', 'A/a.pdf'].map(entry) },
        utente: 'a',
        groupID: 3,
        signal: stop.signal,
        progress,
      }),
    ).rejects.toThrow();
    expect(conta.aperti).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });
});
