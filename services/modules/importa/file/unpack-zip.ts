import { inflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { FileTooLarge, FILE_LIMITS } from './limits.ts';
import { UnreadableFile } from './tables.ts';

const SIGNATURE = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 };
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const METHOD = { stored: 0, deflated: 8 };
/** Maximum number of entries; a workbook has about ten entries, and one for each sheet. */
const MOST_ENTRIES = 2000;
/** Matches names of entries with data. Pictures and macros are not unpacked. */
const DATA = /\.(xml|rels|bin|vml)$/i;

export const isZip = (bytes: Buffer): boolean => bytes.length > END_BYTES && bytes.readUInt32LE(0) === SIGNATURE.local;

/**
 * Repacks the data entries of a zip without compression, so that its size in memory is known. Sizes that the archive declares are ignored,
 * since they may be false. Throws `UnreadableFile`, or `FileTooLarge` beyond `mostMb` megabytes.
 */
export function repackZip(bytes: Buffer, mostMb: number = FILE_LIMITS.unpackedMb): Buffer {
  const parts: Record<string, Uint8Array> = {};
  let remainingBytes = mostMb * 1024 * 1024;
  for (const { name, method, packed } of entriesOf(bytes)) {
    if (!DATA.test(name)) continue;
    const content = unpackEntry(method, packed, remainingBytes, mostMb);
    remainingBytes -= content.length;
    parts[name] = content;
  }
  const whole = zipSync(parts, { level: 0 });
  return Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
}

function unpackEntry(method: number, packed: Buffer, remainingBytes: number, mostMb: number): Buffer {
  if (method === METHOD.stored && packed.length <= remainingBytes) return packed;
  if (method !== METHOD.deflated && method !== METHOD.stored) throw notAWorkbook();
  try {
    if (method === METHOD.deflated && remainingBytes > 0) return inflateRawSync(packed, { maxOutputLength: remainingBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw notAWorkbook();
  }
  throw new FileTooLarge(`${mostMb} MB una volta aperto`);
}

interface Entry {
  name: string;
  method: number;
  packed: Buffer;
}

/** Yields the entries of the central directory, which is at the end of the archive. */
function* entriesOf(bytes: Buffer): Generator<Entry> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end === -1 || end < bytes.length - END_BYTES - LONGEST_COMMENT || end + END_BYTES > bytes.length) throw notAWorkbook();
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw new FileTooLarge(`${MOST_ENTRIES} parti`);
  let at = bytes.readUInt32LE(end + 16);
  try {
    for (let i = 0; i < count; i += 1) {
      if (bytes.readUInt32LE(at) !== SIGNATURE.entry) throw notAWorkbook();
      const [nameLength, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)];
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
      const begin = contentOf(bytes, bytes.readUInt32LE(at + 42));
      yield { name, method: bytes.readUInt16LE(at + 10), packed: bytes.subarray(begin, begin + bytes.readUInt32LE(at + 20)) };
      at += 46 + nameLength + extra + comment;
    }
  } catch (error) {
    throw error instanceof RangeError ? notAWorkbook() : error;
  }
}

/** Returns the offset of an entry's content, which follows its local header. */
function contentOf(bytes: Buffer, local: number): number {
  if (bytes.readUInt32LE(local) !== SIGNATURE.local) throw notAWorkbook();
  return local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
}

const notAWorkbook = (): UnreadableFile => new UnreadableFile('Il file non è un foglio di calcolo che si possa leggere.');
