import { closeSync, openSync, readSync } from 'node:fs';
import type { Source } from './encoding.ts';

const PIECE = 65_536;

/** Reads a file piece by piece into one buffer. The reads are synchronous, so this is for a thread or process of its own. */
export function fileSource(path: string): Source {
  return function* () {
    const buffer = Buffer.allocUnsafe(PIECE);
    const file = openSync(path, 'r');
    try {
      for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) yield buffer.subarray(0, read);
    } finally {
      closeSync(file);
    }
  };
}
