/**
 * Computes the SHA-256 of a file in chunks. The browser's own digest needs the whole file in memory (up to 100 MB) and works only over
 * https.
 */
export async function sha256Of(file: Blob): Promise<string> {
  const hash = sha256();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.add(piece.value);
  return hash.hex();
}

const BLOCK = 64;
const [FRACTIONS, START] = constants();

function sha256() {
  const state = Int32Array.from(START);
  const words = new Int32Array(BLOCK);
  const buffer = new Uint8Array(BLOCK);
  let buffered = 0;
  let total = 0;
  const add = (bytes: Uint8Array): void => {
    total += bytes.length;
    let at = 0;
    if (buffered > 0) {
      at = Math.min(BLOCK - buffered, bytes.length);
      buffer.set(bytes.subarray(0, at), buffered);
      buffered += at;
      if (buffered < BLOCK) return;
      compress(state, words, buffer, 0);
      buffered = 0;
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) compress(state, words, bytes, at);
    buffer.set(bytes.subarray(at));
    buffered = bytes.length - at;
  };
  const hex = (): string => {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setBigUint64(0, BigInt(total) * 8n);
    add(Uint8Array.of(0x80));
    add(new Uint8Array((BLOCK + 56 - buffered) % BLOCK));
    add(new Uint8Array(bits.buffer));
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };
  return { add, hex };
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compress(state: Int32Array, w: Int32Array, bytes: Uint8Array, from: number): void {
  for (let i = 0; i < 16; i += 1) {
    const at = from + i * 4;
    w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  }
  for (let i = 16; i < BLOCK; i += 1) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    w[i] = (w[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
  }
  let a = state[0]!,
    b = state[1]!,
    c = state[2]!,
    d = state[3]!,
    e = state[4]!,
    f = state[5]!,
    g = state[6]!,
    h = state[7]!;
  for (let i = 0; i < BLOCK; i += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + FRACTIONS[i]! + w[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i]! + word) | 0;
}

/** The first 32 bits behind the point of the roots of the first primes: cube roots of 64, square roots of 8. */
function constants(): [cubes: Int32Array, squares: Int32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < BLOCK; n += 1) if (primes.every((p) => n % p !== 0)) primes.push(n);
  const bits = (root: (n: number) => number) => (n: number) => ((root(n) % 1) * 2 ** 32) | 0;
  return [Int32Array.from(primes, bits(Math.cbrt)), Int32Array.from(primes.slice(0, 8), bits(Math.sqrt))];
}
