import { isUtf8 } from 'node:buffer';
import type { Encoding } from '#contracts/modules/contabilita/result.ts';
import { Fault } from '../fault.ts';

/** Function that yields the bytes of a file; each call starts at the beginning. */
export type Source = () => Iterable<Uint8Array>;

const starts = (head: Uint8Array, ...bytes: number[]): boolean => bytes.every((byte, i) => head[i] === byte);

/**
 * Detects the encoding from the whole file, since a single byte at the end can decide. Throws `Fault` for an empty, binary or damaged file.
 */
export function detectEncoding(source: Source): Encoding {
  const head = firstBytes(source, 4);
  if (head.length === 0) throw new Fault('FILE_VUOTO');
  if (starts(head, 0x50, 0x4b, 0x03, 0x04) || starts(head, 0xd0, 0xcf, 0x11, 0xe0)) throw new Fault('FILE_NON_CSV');
  if (starts(head, 0xef, 0xbb, 0xbf)) return checkDeclared(source, 'UTF-8-BOM', 'utf-8');
  if (starts(head, 0xff, 0xfe)) return checkDeclared(source, 'UTF-16LE', 'utf-16le');
  if (starts(head, 0xfe, 0xff)) return checkDeclared(source, 'UTF-16BE', 'utf-16be');
  return guessEncoding(source);
}

function firstBytes(source: Source, howMany: number): Uint8Array {
  let head = new Uint8Array(0);
  for (const chunk of source()) {
    head = Buffer.concat([head, chunk]).subarray(0, howMany);
    if (head.length === howMany) break;
  }
  return head;
}

function checkDeclared(source: Source, encoding: Encoding, label: string): Encoding {
  const decoder = new TextDecoder(label, { fatal: true });
  try {
    for (const chunk of source()) decoder.decode(chunk, { stream: true });
    decoder.decode();
  } catch {
    throw new Fault('CODIFICA_NON_VALIDA');
  }
  return encoding;
}

function guessEncoding(source: Source): Encoding {
  let utf8 = true;
  let pendingBytes: Uint8Array = new Uint8Array(0);
  for (const chunk of source()) {
    if (chunk.includes(0)) throw new Fault('FILE_NON_CSV');
    if (!utf8) continue;
    const bytes = pendingBytes.length === 0 ? chunk : Buffer.concat([pendingBytes, chunk]);
    const whole = bytes.length - unfinishedBytes(bytes);
    utf8 = isUtf8(bytes.subarray(0, whole));
    // Copied, since the source may overwrite its buffer with the next chunk.
    pendingBytes = Uint8Array.from(bytes.subarray(whole));
  }
  return utf8 && pendingBytes.length === 0 ? 'UTF-8' : 'WINDOWS-1252';
}

/** Returns the number of bytes at the end that are an incomplete UTF-8 character. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
