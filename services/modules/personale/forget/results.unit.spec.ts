import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { namesIn } from './results.ts';

const words = ['Zvezdarov', 'Blagoslav'];
const zip = (text: string): Buffer => Buffer.from(zipSync({ 'foglio.xml': strToU8(text) }));

describe('Un risultato nomina una persona', () => {
  test.each([
    ['un testo con tutte le parole, in qualunque ordine e maiuscola', Buffer.from('blagoslav;x;ZVEZDAROV'), true],
    ['un testo con una sola delle parole', Buffer.from('Zvezdarov;Ivan'), false],
    ['una cartella di lavoro con tutte le parole', zip('<a>Zvezdarov Blagoslav</a>'), true],
    ['una cartella di lavoro con una sola', zip('<a>Zvezdarov</a>'), false],
    ['uno zip rovinato, in cui non si può cercare', zip('niente').subarray(0, 30), true],
  ])('%s', (_name, bytes, named) => {
    expect(namesIn(bytes, words)).toBe(named);
  });

  test('uno zip con una parte troppo grande per cercarvi, che non si apre', () => {
    const bytes = zip('niente');
    // the central directory says that the part unpacks to 2 GB
    const directory = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    bytes.writeUInt32LE(2_000_000_000, directory + 24);
    expect(namesIn(bytes, words)).toBe(true);
  });

  test('senza parole non si nomina nessuno', () => {
    expect(namesIn(Buffer.from('x'), [])).toBe(false);
  });
});
