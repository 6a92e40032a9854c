import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import './zip-file.ts';

it('yazl somma i byte con la funzione di Node, e i risultati sono quelli dello zip', () => {
  // as yazl itself asks for it
  const require = createRequire(createRequire(import.meta.url).resolve('yazl'));
  const crc32 = require('buffer-crc32') as { unsigned(data: Buffer, before?: number): number };
  expect(crc32.unsigned.toString()).toContain('(data, before)');
  expect(crc32.unsigned(Buffer.from('123456789'))).toBe(0xcb_f4_39_26);
  expect(crc32.unsigned(Buffer.from('6789'), crc32.unsigned(Buffer.from('12345'), 0))).toBe(0xcb_f4_39_26);
});
