import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256Of } from './sha256.ts';

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 200_003])('è lo SHA-256 che calcola il portale: %i byte', async (size) => {
  const bytes = new Uint8Array(randomBytes(size));
  expect(await sha256Of(new Blob([bytes]))).toBe(expected(bytes));
});

it('non dipende dai pezzi in cui il file arriva', async () => {
  const bytes = new Uint8Array(randomBytes(500));
  for (const size of [1, 7, 63, 64, 100]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
    const file = {
      stream: () =>
        new ReadableStream({
          start: (to) => {
            for (const piece of pieces) to.enqueue(piece);
            to.close();
          },
        }),
    } as unknown as Blob;
    expect(await sha256Of(file)).toBe(expected(bytes));
  }
});
