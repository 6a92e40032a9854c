import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileContent, FileStore } from '#contracts/ports/file-store.ts';
import type { WriteZip, ZipRun } from '#contracts/ports/zip-writer.ts';
import { README, uniqueNames, type ZipEntry } from './zip-names.ts';
import { ZipFile } from './zip-file.ts';

/** Compressed already: deflating them again costs time and saves nothing. */
const ALREADY_COMPRESSED: readonly string[] = ['application/pdf', 'image/jpeg', 'application/zip'];

/** The files of an archive as a zip. */
export function zipWriter(files: FileStore): WriteZip {
  return async (output, { file, riservati = [] }, run) => {
    const entries = uniqueNames(file);
    const zip = new ZipFile();
    const written = pipeline(zip.outputStream, output, { signal: run.signal });
    const broken = new Promise<never>((_, refuse) => zip.on('error', refuse));
    // whatever fails first ends the wait for all the rest
    const fault = Promise.race([broken, written.then(() => new Promise<never>(() => {}))]);
    fault.catch(() => {});
    try {
      const missing = await addAll(zip, entries, files, run, fault);
      const warning = readme(entries.length, missing, riservati);
      if (warning) zip.addBuffer(Buffer.from(warning), README);
      zip.end();
      await Promise.race([written, broken]);
      return { missing: missing.length };
    } catch (error) {
      output.destroy();
      await written.catch(() => {});
      throw error;
    }
  };
}

async function addAll(
  zip: ZipFile,
  entries: readonly ZipEntry[],
  files: FileStore,
  { signal, progress }: ZipRun,
  fault: Promise<never>,
): Promise<ZipEntry[]> {
  const missing: ZipEntry[] = [];
  for (const [i, entry] of entries.entries()) {
    signal.throwIfAborted();
    await progress?.(i, entries.length);
    const read = await readIfPresent(files, entry.percorso);
    if (read) await add(zip, read, entry.nome, fault);
    else missing.push(entry);
  }
  return missing;
}

async function readIfPresent(files: FileStore, path: string): Promise<FileContent | null> {
  try {
    return await files.read(path);
  } catch (error) {
    if (error instanceof DomainError && ['FILE_ASSENTE', 'PERCORSO_NON_VALIDO'].includes(error.code)) return null;
    throw error;
  }
}

/** Resolves when the file's last byte has been taken and it is closed again. */
async function add(zip: ZipFile, read: FileContent, name: string, fault: Promise<never>): Promise<void> {
  let stream: Readable | undefined;
  const taken = new Promise<void>((locate, refuse) => {
    const options = { mtime: new Date(read.modified), compress: !ALREADY_COMPRESSED.includes(read.contentType), size: read.bytes };
    zip.addReadStreamLazy(name, options, (cb) => {
      stream = read.open().once('close', locate).once('error', refuse);
      cb(null, stream);
    });
  });
  try {
    await Promise.race([taken, fault]);
  } finally {
    stream?.destroy();
  }
}

function readme(totale: number, missing: readonly ZipEntry[], reserved: readonly string[]): string | null {
  const parts = [
    ...(totale === 0 && reserved.length === 0 ? ['Nessun documento da esportare.'] : []),
    ...(missing.length === 0
      ? []
      : ["Questi file non sono nell'archivio e mancano da questo zip:", '', ...missing.map((m) => m.percorso), '']),
    ...(reserved.length === 0
      ? []
      : ['Questi documenti sono riservati a chi può modificare la scheda, e mancano da questo zip:', '', ...reserved, '']),
  ];
  return parts.length === 0 ? null : [...parts, ...(parts.at(-1) === '' ? [] : [''])].join('\r\n');
}
