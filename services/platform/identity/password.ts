import pLimit from 'p-limit';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost of new hashes: 32 MB and some 80 ms. Each hash carries its own, so that it can be raised. */
const COSTO = { ln: 15, r: 8, p: 1 };
const BYTE_SALE = 16;
const BYTE_HASH = 32;
/** Above it a stored string is damaged, not costly. */
const MAX_MEMORY = 256 * 1024 * 1024;

interface ReadHash {
  ln: number;
  r: number;
  p: number;
  salt: Buffer;
  hash: Buffer;
}

// scrypt runs on the thread pool that files and name resolution use too: it never takes all of it
const turn = pLimit(2);

/** `$scrypt$ln=15,r=8,p=1$salt$hash` of the digest the browser sends. Never log its argument or its result. */
export async function hashPassword(digest: string): Promise<string> {
  const sale = randomBytes(BYTE_SALE);
  const hash = await derive(digest, { ...COSTO, salt: sale, hash: Buffer.alloc(BYTE_HASH) });
  return `$scrypt$ln=${COSTO.ln},r=${COSTO.r},p=${COSTO.p}$${sale.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Constant time; without a hash (unknown user) it takes as long as with one, and is false. */
export async function check(digest: string, saved: string | null): Promise<boolean> {
  const read = saved === null ? null : parseHash(saved);
  const reference = read ?? { ...COSTO, salt: Buffer.alloc(BYTE_SALE), hash: Buffer.alloc(BYTE_HASH) };
  const hash = await derive(digest, reference);
  return timingSafeEqual(hash, reference.hash) && read !== null;
}

function parseHash(saved: string): ReadHash | null {
  const parts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(saved);
  if (!parts) return null;
  const [, ln, r, p, sale, hash] = parts as unknown as [string, string, string, string, string, string];
  return { ln: Number(ln), r: Number(r), p: Number(p), salt: Buffer.from(sale, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}

function derive(digest: string, { ln, r, p, salt: sale, hash }: ReadHash): Promise<Buffer> {
  return turn(() => new Promise((resolve, reject) => {
    scrypt(digest, sale, hash.length, { N: 2 ** ln, r, p, maxmem: MAX_MEMORY }, (error, key) => (error ? reject(error) : resolve(key)));
  }));
}
