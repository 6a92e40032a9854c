import { closeSync, openSync, readSync } from 'node:fs';
import type { Source } from './encoding.ts';

const PIECE = 65_536;

/** A file, piece by piece into one buffer. Waiting for the disk: for a thread of its own. */
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
