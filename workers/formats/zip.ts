import { createHash, type Hash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileContent, FileStore } from '#contracts/ports/file-store.ts';
import type { WriteZip, ZipRun } from '#contracts/ports/zip-writer.ts';
import { README, uniqueNames, type ZipEntry } from './zip-names.ts';
import type { ZipFile } from './zip-file.ts';
import { deflates, zipInto } from './zip-output.ts';

type Hashes = Map<string, string | null>;

/** Writes files of the archive into a zip. */
export function zipWriter(files: FileStore): WriteZip {
  return async (output, { file, riservati = [], last }, run) => {
    const entries = uniqueNames(file);
    const hashes: Hashes = new Map();
    return zipInto(output, run.signal, async (zip, fault) => {
      // Hashes are reported under the names that were asked for.
      const told = last && ((at: number, hash: string | null) => void hashes.set(file[at]?.nome ?? '', hash));
      const missing = await addAll(zip, entries, files, run, fault, told);
      const page = await last?.(hashes);
      if (page) zip.addBuffer(page.content, page.nome);
      const warning = page && entries.length === 0 ? null : readme(entries.length, missing, riservati);
      if (warning) zip.addBuffer(Buffer.from(warning), README);
      return { missing: missing.length };
    });
  };
}

async function addAll(
  zip: ZipFile,
  entries: readonly ZipEntry[],
  files: FileStore,
  { signal, progress }: ZipRun,
  fault: Promise<never>,
  told: ((at: number, hash: string | null) => void) | undefined,
): Promise<ZipEntry[]> {
  const missing: ZipEntry[] = [];
  for (const [i, entry] of entries.entries()) {
    signal.throwIfAborted();
    await progress?.(i, entries.length);
    const read = await readIfPresent(files, entry);
    const hash = told && createHash('sha256');
    if (read) await add(zip, read, entry.nome, fault, hash);
    else missing.push(entry);
    told?.(i, read && hash ? hash.digest('hex') : null);
  }
  return missing;
}

async function readIfPresent(files: FileStore, { percorso, versione }: ZipEntry): Promise<FileContent | null> {
  try {
    return await files.read(percorso, versione);
  } catch (error) {
    if (error instanceof DomainError && ['FILE_ASSENTE', 'PERCORSO_NON_VALIDO'].includes(error.code)) return null;
    throw error;
  }
}

/** Adds a file to the zip; resolves when its last byte has been taken and it is closed again. */
async function add(zip: ZipFile, read: FileContent, name: string, fault: Promise<never>, hash: Hash | undefined): Promise<void> {
  let stream: Readable | undefined;
  const taken = new Promise<void>((locate, refuse) => {
    const options = { mtime: new Date(read.modified), compress: deflates(read), size: read.bytes };
    zip.addReadStreamLazy(name, options, (cb) => {
      stream = read.open().once('error', refuse);
      if (!hash) return cb(null, stream.once('close', locate));
      // The hash is taken of the bytes that went into the zip: the document may change before and after.
      cb(null, stream.pipe(through(hash)).once('end', locate).once('error', refuse));
    });
  });
  try {
    await Promise.race([taken, fault]);
  } finally {
    stream?.destroy();
  }
}

const through = (hash: Hash): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

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
