import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '#contracts/ports/file-store.ts';
import { ZipFile } from 'yazl';

/** Content types that are compressed already: deflating them again costs time and saves nothing. */
const ALREADY_COMPRESSED: readonly FileContent['contentType'][] = ['application/pdf', 'image/jpeg', 'application/zip'];

export const deflates = ({ contentType }: Pick<FileContent, 'contentType'>): boolean => !ALREADY_COMPRESSED.includes(contentType);

/** A zip while entries are added to it. */
export interface ZipTarget {
  zip: ZipFile;
  /** Rejects at the first failure of the output or the zip, and so ends every other wait. */
  fault: Promise<never>;
}

/** Writes a zip to the output and ends it. */
export async function zipInto<T>(output: Writable, signal: AbortSignal, fill: (target: ZipTarget) => Promise<T>): Promise<T> {
  const zip = new ZipFile();
  const outputFinished = pipeline(zip.outputStream, output, { signal });
  const broken = new Promise<never>((_, refuse) => zip.on('error', refuse));
  const fault = Promise.race([broken, outputFinished.then(() => new Promise<never>(() => {}))]);
  fault.catch(() => {});
  try {
    const outcome = await fill({ zip, fault });
    zip.end();
    await Promise.race([outputFinished, broken]);
    return outcome;
  } catch (error) {
    output.destroy();
    await outputFinished.catch(() => {});
    throw error;
  }
}

interface Entry {
  name: string;
  mtime: Date;
  compress: boolean;
  /** Size in bytes, checked if given. */
  size?: number;
  open(): Readable;
}

/** Adds a stream to the zip; resolves when its last byte has been taken and it is closed again. */
export async function addStream({ zip, fault }: ZipTarget, { name, open, ...options }: Entry): Promise<void> {
  let stream: Readable | undefined;
  const streamClosed = new Promise<void>((resolve, reject) => {
    zip.addReadStreamLazy(name, options, (cb) => {
      stream = open().once('error', reject).once('close', resolve);
      cb(null, stream);
    });
  });
  try {
    await Promise.race([streamClosed, fault]);
  } finally {
    stream?.destroy();
  }
}
