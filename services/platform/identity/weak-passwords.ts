import { hash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { WeakPassword } from '#contracts/core/weak-password.ts';

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i));
const LETTERS_AND_DIGITS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** Number of the commonest passwords that are also refused with an ending. */
const LENGTHENED = 3000;
const ENDINGS = ['1', '12', '123', '1234', '12345', '123456', '!', '.', '01', '2023', '2024', '2025', '2026', '2027', '123!', '1!'];
const YEARS = Array.from({ length: 86 }, (_, i) => String(1950 + i));
const NAME_ENDINGS = [...ENDINGS, '', ...Array.from({ length: 100 }, (_, i) => String(i)), ...YEARS, ...YEARS.map((year) => `${year}!`)];
/** The product, and what an Italian firm's people call what they sign in to. */
const PRODUCT = ['strato', 'portale', 'password', 'benvenuto', 'cantiere', 'cantieri'];
/** Number of digests that are computed before the event loop runs other work. */
const SLICE = 4000;

/**
 * Returns why a password is weak; `null` if it is not. The password is judged by its digest, since the server never sees the password itself;
 * the browser checks length and words. `names`: names of the person and of the firm, as written.
 */
export async function weaknessOf(digest: string, names: readonly string[]): Promise<WeakPassword | null> {
  const wanted = firstBits(digest);
  const known = await commonDigests();
  if (holds(known, wanted)) return 'comune';
  let made = 0;
  for (const text of ofNames(names)) {
    if (shortDigest(text) === wanted) return 'nome';
    if (++made % SLICE === 0) await breathe();
  }
  return null;
}

/** Returns the first 64 bits of a digest, which differ for all of a few hundred thousand digests. */
const firstBits = (digest: string): bigint => BigInt(`0x${digest.slice(0, 16)}`);
const shortDigest = (text: string): bigint => firstBits(hash('md5', text));

let common: BigUint64Array | null = null;
const once = pLimit(1);

/** Returns the sorted digests of the shortest and the commonest passwords, 8 bytes each; they are computed at the first call. */
const commonDigests = (): Promise<BigUint64Array> =>
  once(async () => {
    if (common) return common;
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const digests: bigint[] = [];
    for (const text of commonPasswords(dictionary['passwords-common'])) {
      digests.push(shortDigest(text));
      if (digests.length % SLICE === 0) await breathe();
    }
    common = BigUint64Array.from(digests).sort();
    return common;
  });

function* commonPasswords(list: readonly string[]): Generator<string> {
  for (const a of PRINTABLE) {
    yield a;
    for (const b of PRINTABLE) yield a + b;
  }
  for (const a of LETTERS_AND_DIGITS) for (const b of LETTERS_AND_DIGITS) for (const c of LETTERS_AND_DIGITS) yield a + b + c;
  for (const [place, text] of list.entries()) {
    yield text;
    yield capital(text);
    // a short password written twice reaches twelve characters
    yield text + text;
    if (place < LENGTHENED) for (const ending of ENDINGS) yield text + ending;
  }
}

/** Every name, its words, and two words together, in three spellings, with each ending. */
function* ofNames(names: readonly string[]): Generator<string> {
  const words = new Set<string>(PRODUCT);
  for (const name of names) {
    const parts = name
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    for (const text of [
      name.toLowerCase(),
      parts.join(''),
      parts.toReversed().join(''),
      parts.map(capital).join(''),
      parts.join('.'),
      ...parts.slice(0, 6),
    ])
      if (text.length > 1) words.add(text);
  }
  for (const word of words)
    for (const spelt of new Set([word, capital(word), word.toUpperCase(), word + word]))
      for (const ending of NAME_ENDINGS) yield spelt + ending;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function holds(sorted: BigUint64Array, wanted: bigint): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0n) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}
