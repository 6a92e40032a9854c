import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FileContent, FileStore } from '#contracts/ports/file-store.ts';
import type { WholeExit, WholeZipRun, WrittenTable, ZippedDocuments } from '#contracts/ports/whole-exit.ts';
import { README, uniqueNames } from './zip-names.ts';
import { addStream, deflates, zipInto, type ZipTarget } from './zip-output.ts';

const ARCHIVE = 'archivio/';

/** Writes the tables, then the documents one after the other, then the page about them; memory does not grow with their size. */
export function wholeZipWriter(files: Pick<FileStore, 'read'>): WholeExit['zip'] {
  return (output, { tables, documents, readme }, run) =>
    zipInto(output, run.signal, async (target) => {
      for (const table of tables) await addTable(target, table);
      const zipped = await addDocuments(target, files, documents, run);
      target.zip.addBuffer(Buffer.from(readme(zipped)), README);
      return zipped;
    });
}

async function addTable(target: ZipTarget, { folder, name, file }: WrittenTable): Promise<void> {
  const format = file.slice(file.lastIndexOf('.') + 1);
  const { mtime, size } = await stat(file);
  // An xlsx file is a zip itself.
  const compress = format !== 'xlsx';
  await addStream(target, { name: `${folder}/${name}.${format}`, mtime, size, compress, open: () => createReadStream(file) });
}

async function addDocuments(
  target: ZipTarget,
  files: Pick<FileStore, 'read'>,
  paths: readonly string[],
  { signal, progress }: WholeZipRun,
): Promise<ZippedDocuments> {
  const zipped: ZippedDocuments = { count: 0, bytes: 0, missing: [], cut: [], renamed: [] };
  const named = uniqueNames(paths.map((path) => ({ percorso: path, nome: ARCHIVE + path })));
  for (const [i, { percorso: path, nome: name }] of named.entries()) {
    signal.throwIfAborted();
    await progress(i, paths.length, zipped.bytes);
    const document = await orMissing(files, path);
    if (!document) {
      zipped.missing.push(path);
      continue;
    }
    const content = Readable.from(
      whatCanBeRead(document, (bytes, whole) => {
        zipped.bytes += bytes;
        if (!whole) zipped.cut.push(path);
      }),
      { objectMode: false },
    );
    await addStream(target, {
      name,
      mtime: new Date(document.content.modified),
      compress: deflates(document.content),
      open: () => content,
    });
    zipped.count += 1;
    if (name !== ARCHIVE + path) zipped.renamed.push([path, name]);
  }
  return zipped;
}

interface OpenDocument {
  content: FileContent;
  first: IteratorResult<Buffer>;
  rest: AsyncIterator<Buffer>;
}

/** Opens a document, with one retry for a document that is replaced while it is opened. */
async function orMissing(files: Pick<FileStore, 'read'>, path: string): Promise<OpenDocument | null> {
  return (await firstOf(files, path)) ?? firstOf(files, path);
}

/** Reads the first bytes of a document, before the zip is told of it; null if it is missing or unreadable. */
async function firstOf(files: Pick<FileStore, 'read'>, path: string): Promise<OpenDocument | null> {
  try {
    const content = await files.read(path);
    const rest = (content.open() as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    return { content, first: await rest.next(), rest };
  } catch {
    return null;
  }
}

/** Yields the bytes of a document up to the first read error, then reports how many there were and whether that was all. */
async function* whatCanBeRead({ first, rest }: OpenDocument, report: (bytes: number, whole: boolean) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  let isComplete = false;
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      bytes += next.value.length;
      yield next.value;
    }
    isComplete = true;
  } catch {
    isComplete = false;
  } finally {
    report(bytes, isComplete);
    await rest.return?.();
  }
}
