import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { isMaster, masterKey, sealing, type MasterKey } from './cipher.ts';
import {
  ALTERED,
  BackupRefused,
  CUT,
  FORMAT,
  headerSchema,
  KIND,
  MAGIC,
  MAX_FRAME_BYTES,
  MAX_HEADER_BYTES,
  partEnd,
  partName,
  SEAL_BYTES,
  type Header,
  type Kind,
  type Part,
} from './format.ts';

/** Part of a backup being read. Its content must be read to the end before the next part. */
export interface ReadPart {
  name: string;
  content: AsyncIterable<Buffer>;
  /** Returns the part's digest and size; call it after the content was read to the end. */
  end(): Part;
}

/** Derives the master key of a file. The last key is cached, since the files of one folder share it. */
export type Keys = (header: Header) => Promise<MasterKey | null>;

export function keysOf(passphrase: string | null): Keys {
  let last: { salt: string; master: Promise<MasterKey> } | undefined;
  return async ({ encryption }) => {
    if (encryption === null) return null;
    if (passphrase === null)
      throw new BackupRefused('The backup is encrypted: PASSPHRASE or PASSPHRASE_FILE is needed. Nothing was touched.');
    if (last?.salt !== encryption.kdf.salt) last = { salt: encryption.kdf.salt, master: masterKey(passphrase, encryption.kdf) };
    const master = await last.master.catch((error: unknown) => {
      throw new BackupRefused(ALTERED, { cause: error });
    });
    if (!isMaster(master, encryption)) throw new BackupRefused('The passphrase is not the one of this backup. Nothing was touched.');
    return master;
  };
}

export interface Archive<M> {
  header: Header;
  /** Parts in order. After the last one the manifest is checked, and `manifest` returns it. */
  parts: AsyncGenerator<ReadPart>;
  manifest(): M;
}

/** Opens a backup for reading in sequence. Throws `BackupRefused` at the first damaged or unexpected frame. */
export async function readArchive<M>(file: string, keys: Keys, manifest: z.ZodType<M>): Promise<Archive<M>> {
  const bytes = byteReader(file);
  try {
    const magic = await bytes.upTo(MAGIC.length);
    if (!magic.equals(MAGIC)) throw new BackupRefused(`${file} is no backup of this portal. Nothing was touched.`);
    const length = (await bytes.exactly(4)).readUInt32BE();
    if (length > MAX_HEADER_BYTES) throw new BackupRefused(ALTERED);
    const text = await bytes.exactly(length);
    const header = headerOf(text);
    const seals = sealing(text, header.encryption, await keys(header));
    const frames = async (): Promise<{ kind: Kind; payload: Buffer }> => {
      const head = await bytes.exactly(5);
      const [kind, size] = [head.readUInt8() as Kind, head.readUInt32BE(1)];
      if (size > MAX_FRAME_BYTES) throw new BackupRefused(ALTERED);
      const payload = await bytes.exactly(size);
      return { kind, payload: seals.open(kind, payload, await bytes.exactly(SEAL_BYTES)) };
    };
    let parsedManifest: M | undefined;
    async function* parts(): AsyncGenerator<ReadPart> {
      try {
        for (;;) {
          const { kind, payload } = await frames();
          if (kind === KIND.manifest) {
            parsedManifest = parseWith(manifest, payload);
            if ((await bytes.upTo(1)).length > 0) throw new BackupRefused(ALTERED);
            return;
          }
          if (kind !== KIND.begin) throw new BackupRefused(ALTERED);
          const part = partReader(parseWith(partName, payload), frames);
          yield part;
          part.end();
        }
      } finally {
        await bytes.close();
      }
    }
    return {
      header,
      parts: parts(),
      manifest() {
        if (parsedManifest === undefined) throw new Error('the parts come before the manifest');
        return parsedManifest;
      },
    };
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

function headerOf(text: Buffer): Header {
  const format = parseWith(headerSchema.pick({ format: true }), text);
  if (format.format > FORMAT)
    throw new BackupRefused(`The backup was made by a newer version of the portal (format ${format.format}). Nothing was touched.`);
  return parseWith(headerSchema, text);
}

function parseWith<T>(schema: z.ZodType<T>, text: Buffer): T {
  try {
    return schema.parse(JSON.parse(text.toString()));
  } catch (error) {
    throw new BackupRefused(ALTERED, { cause: error });
  }
}

function partReader({ name, gzip }: { name: string; gzip: boolean }, frames: () => Promise<{ kind: Kind; payload: Buffer }>): ReadPart {
  let finishedPart: Part | undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  let endFrame: { sha256: string; bytes: number } | undefined;
  async function* raw(): AsyncGenerator<Buffer> {
    for (;;) {
      const { kind, payload } = await frames();
      if (kind === KIND.end) return void (endFrame = parseWith(partEnd, payload));
      if (kind !== KIND.data) throw new BackupRefused(ALTERED);
      yield payload;
    }
  }
  async function* content(): AsyncGenerator<Buffer> {
    for await (const chunk of gzip ? gunzipAll(raw()) : raw()) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    const found = { sha256: hash.digest('hex'), bytes };
    if (found.sha256 !== endFrame?.sha256 || found.bytes !== endFrame.bytes) throw new BackupRefused(ALTERED);
    finishedPart = { name, gzip, ...found };
  }
  return {
    name,
    content: content(),
    end() {
      if (!finishedPart) throw new Error(`the part ${name} was not read to its end`);
      return finishedPart;
    },
  };
}

async function* gunzipAll(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const fed = pipeline(Readable.from(content), gunzip);
  fed.catch(() => undefined);
  for await (const chunk of gunzip) yield chunk as Buffer;
  await fed;
}

interface ByteReader {
  /** Reads `length` bytes. Throws `BackupRefused` if the file ends before. */
  exactly(length: number): Promise<Buffer>;
  upTo(length: number): Promise<Buffer>;
  close(): Promise<void>;
}

function byteReader(file: string): ByteReader {
  const stream = createReadStream(file, { highWaterMark: 1024 * 1024 });
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let buffer: Buffer = Buffer.alloc(0);
  const upTo = async (length: number): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    let remaining = length;
    while (remaining > 0) {
      if (buffer.length === 0) {
        const { done, value } = await chunks.next();
        if (done) break;
        buffer = value;
      }
      const piece = buffer.subarray(0, remaining);
      pieces.push(piece);
      remaining -= piece.length;
      buffer = buffer.subarray(piece.length);
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  };
  return {
    upTo,
    async exactly(length) {
      const bytes = await upTo(length);
      if (bytes.length < length) throw new BackupRefused(CUT);
      return bytes;
    },
    async close() {
      stream.destroy();
    },
  };
}
