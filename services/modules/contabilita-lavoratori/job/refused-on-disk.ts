import { closeSync, openSync, writeSync } from 'node:fs';
import { fileSource } from './input/file-source.ts';
import { readText } from './input/text.ts';
import type { RefusedRow, RefusedRows } from './refused-rows.ts';

const AT_A_TIME = 1000;

/**
 * Creates a store of refused rows in a file, one JSON line for each row. A wrong column can refuse a million rows, which must not stay in
 * memory.
 */
export function refusedOnDisk(path: string): RefusedRows & { close(): void } {
  const file = openSync(path, 'wx', 0o600);
  let pendingLines: string[] = [];
  let count = 0;
  const flush = () => {
    if (pendingLines.length > 0) writeSync(file, `${pendingLines.join('\n')}\n`);
    pendingLines = [];
  };
  return {
    get count() {
      return count;
    },
    push(row) {
      count += 1;
      pendingLines.push(JSON.stringify(row));
      if (pendingLines.length >= AT_A_TIME) flush();
    },
    *all() {
      flush();
      let rest = '';
      for (const piece of readText(fileSource(path), 'UTF-8')) {
        const lines = (rest + piece).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) yield JSON.parse(line) as RefusedRow;
      }
    },
    close: () => closeSync(file),
  };
}
