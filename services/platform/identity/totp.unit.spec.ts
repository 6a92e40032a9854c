import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base32, codeAt, stepAt, stepOfCode, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('I codici a tempo', () => {
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('a %i secondi è %s, come nella RFC 6238', (seconds, code) => {
    expect(codeAt(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
  });

  it('vale nel suo passo, in quello prima e in quello dopo; altrove no', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.integer({ min: 10, max: 60_000_000 }), (bytes, step) => {
        const secret = Buffer.from(bytes);
        const at = (n: number) => new Date((step + n) * 30_000 + 29_999);
        const code = codeAt(secret, step);
        const near = [-1, 0, 1].map((n) => stepOfCode(secret, code, at(n)));
        // a code of another step may be the same by chance
        expect(near.every((found) => found !== null && codeAt(secret, found) === code)).toBe(true);
        for (const n of [-2, 2]) {
          const found = stepOfCode(secret, code, at(n));
          expect(found === null || (found !== step && codeAt(secret, found) === code)).toBe(true);
        }
      }),
    );
  });

  it.each(['', '12345', '1234567', '28708a', 'abcdef', '28 082'])('«%s» non è un codice', (text) => {
    expect(stepOfCode(SECRET, text, new Date(59_000))).toBeNull();
  });

  // RFC 4648, section 10
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('«%s» in base32 è %s', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  it('l’indirizzo per l’app dice chi, dove e il segreto', () => {
    expect(totpUri(SECRET, { account: 'm.rossi', issuer: 'Rossi & Figli: Strato' })).toBe(
      'otpauth://totp/Rossi%20%26%20Figli%3A%20Strato:m.rossi?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Rossi%20%26%20Figli%3A%20Strato&algorithm=SHA1&digits=6&period=30',
    );
  });
});
