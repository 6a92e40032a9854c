import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { newEncryption, sealing, type MasterKey, type Sealing } from './cipher.ts';
import { FORMAT, KIND, MAGIC, PIECE_BYTES, type Header, type Kind, type Part, type PartName } from './format.ts';

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A backup being written. */
export interface ArchiveWriter {
  part(part: PartName, content: Bytes): Promise<Part>;
}

export interface NewArchive {
  file: string;
  createdAt: string;
  /** Key that encrypts the backup; `null` for a backup without encryption. */
  master: MasterKey | null;
}

/** Suffix of a file being written. Such a file never counts as a backup, and the next backup deletes it. */
export const DRAFT = '.parziale';

/**
 * Writes a backup to a draft file, flushes the draft to disk and renames it. A failure leaves no file. `work` writes the parts and
 * returns the manifest.
 */
export async function writeArchive<M>({ file, createdAt, master }: NewArchive, work: (archive: ArchiveWriter) => Promise<M>): Promise<M> {
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}${DRAFT}`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    const header: Header = { format: FORMAT, made: createdAt, encryption: master && newEncryption(master) };
    const text = Buffer.from(JSON.stringify(header));
    await put(handle, [MAGIC, lengthOf(text), text]);
    const frames = { handle, seals: sealing(text, header.encryption, master) };
    const manifest = await work({ part: (name, content) => writePart(frames, name, content) });
    await frame(frames, KIND.manifest, Buffer.from(JSON.stringify(manifest)));
    await handle.sync();
    await handle.close();
    await rename(draft, file);
    return manifest;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

interface Frames {
  handle: FileHandle;
  seals: Sealing;
}

async function writePart(frames: Frames, { name, gzip }: PartName, content: Bytes): Promise<Part> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* countBytes() {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await frame(frames, KIND.begin, Buffer.from(JSON.stringify({ name, gzip })));
  for await (const piece of inPieces(gzip ? gzipAll(countBytes()) : countBytes())) await frame(frames, KIND.data, piece);
  const end = { sha256: hash.digest('hex'), bytes };
  await frame(frames, KIND.end, Buffer.from(JSON.stringify(end)));
  return { name, gzip, ...end };
}

async function* gzipAll(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip();
  const fed = pipeline(Readable.from(content), gzip);
  // the same error also ends the loop below, which throws it
  fed.catch(() => undefined);
  for await (const chunk of gzip) yield chunk as Buffer;
  await fed;
}

/** Joins small chunks and splits large ones into pieces of the frame size. */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + PIECE_BYTES - bytes);
      pieces.push(piece);
      bytes += piece.length;
      from += piece.length;
      if (bytes < PIECE_BYTES) continue;
      yield Buffer.concat(pieces);
      [pieces, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

async function frame({ handle, seals }: Frames, kind: Kind, payload: Uint8Array): Promise<void> {
  const sealed = seals.seal(kind, payload);
  await put(handle, [Buffer.from([kind]), lengthOf(sealed.payload), sealed.payload, sealed.seal]);
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
}

/** Writes all pieces, in several writes if needed: a disk that is nearly full accepts only a part of a write. */
async function put(handle: FileHandle, pieces: Uint8Array[]): Promise<void> {
  const bytes = Buffer.concat(pieces);
  for (let done = 0; done < bytes.length;) done += (await handle.write(bytes, done)).bytesWritten;
}
