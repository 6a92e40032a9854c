import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

export interface ReadEntry {
  name: string;
  content: Buffer;
  /** Compression method: 0 is stored, 8 is deflated. */
  method: number;
}

/** Reads all entries of a zip and verifies their checksums. */
export async function readZip(zip: string | Buffer): Promise<ReadEntry[]> {
  const file = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    const open = (error: Error | null, read?: yauzl.ZipFile) => (read ? resolve(read) : reject(error ?? new Error('no zip')));
    if (typeof zip === 'string') yauzl.open(zip, { lazyEntries: true }, open);
    else yauzl.fromBuffer(zip, { lazyEntries: true }, open);
  });
  const entries: ReadEntry[] = [];
  return new Promise((resolve, reject) => {
    file.on('error', reject).on('end', () => resolve(entries));
    file.on('entry', (entry: yauzl.Entry) => {
      file.openReadStream(entry, (error, stream) => {
        if (error || !stream) return reject(error ?? new Error('no entry'));
        buffer(stream).then((content) => {
          entries.push({ name: entry.fileName, content, method: entry.compressionMethod });
          file.readEntry();
        }, reject);
      });
    });
    file.readEntry();
  });
}
