import { createHash, type Hash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileContent, FileStore } from '#contracts/ports/file-store.ts';
import type { WriteZip, ZipRun } from '#contracts/ports/zip-writer.ts';
import { README, uniqueNames, type ZipEntry } from './zip-names.ts';
import { addStream, deflates, zipInto, type ZipTarget } from './zip-output.ts';

type Hashes = Map<string, string | null>;

/** Writes files of the archive into a zip. */
export function zipWriter(files: FileStore): WriteZip {
  return async (output, { file, riservati = [], last }, run) => {
    const entries = uniqueNames(file);
    const hashes: Hashes = new Map();
    return zipInto(output, run.signal, async (target) => {
      // Hashes are reported under the names that were asked for.
      const reportHash = last && ((at: number, hash: string | null) => void hashes.set(file[at]?.nome ?? '', hash));
      const missing = await addAll(target, files, entries, { ...run, reportHash });
      const page = await last?.(hashes);
      if (page) target.zip.addBuffer(page.content, page.nome);
      const warning = page && entries.length === 0 ? null : readme(entries.length, missing, riservati);
      if (warning) target.zip.addBuffer(Buffer.from(warning), README);
      return { missing: missing.length };
    });
  };
}

async function addAll(
  target: ZipTarget,
  files: FileStore,
  entries: readonly ZipEntry[],
  { signal, progress, reportHash }: ZipRun & { reportHash: ((at: number, hash: string | null) => void) | undefined },
): Promise<ZipEntry[]> {
  const missing: ZipEntry[] = [];
  for (const [i, entry] of entries.entries()) {
    signal.throwIfAborted();
    await progress?.(i, entries.length);
    const content = await readIfPresent(files, entry);
    const hash = reportHash && createHash('sha256');
    if (content) await add(target, content, entry.nome, hash);
    else missing.push(entry);
    reportHash?.(i, content && hash ? hash.digest('hex') : null);
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

/** Adds a file to the zip; resolves when its last byte has been taken. The hash is of the bytes in the zip, since the document may change. */
function add(target: ZipTarget, content: FileContent, name: string, hash: Hash | undefined): Promise<void> {
  return addStream(target, {
    name,
    mtime: new Date(content.modified),
    compress: deflates(content),
    size: content.bytes,
    open: () => (hash ? pipeline(content.open(), through(hash), () => {}) : content.open()),
  });
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
