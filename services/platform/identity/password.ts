import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { concorrenza } from './limit.ts';

/** Cost of new hashes: 32 MB and some 80 ms. Each hash carries its own, so that it can be raised. */
const COSTO = { ln: 15, r: 8, p: 1 };
const BYTE_SALE = 16;
const BYTE_HASH = 32;
/** Above it a stored string is damaged, not costly. */
const MEMORIA_MASSIMA = 256 * 1024 * 1024;

interface HashLetto {
  ln: number;
  r: number;
  p: number;
  sale: Buffer;
  hash: Buffer;
}

// scrypt runs on the thread pool that files and name resolution use too: it never takes all of it
const turno = concorrenza(2);

/** `$scrypt$ln=15,r=8,p=1$salt$hash` of the digest the browser sends. Never log its argument or its result. */
export async function cifra(digest: string): Promise<string> {
  const sale = randomBytes(BYTE_SALE);
  const hash = await deriva(digest, { ...COSTO, sale, hash: Buffer.alloc(BYTE_HASH) });
  return `$scrypt$ln=${COSTO.ln},r=${COSTO.r},p=${COSTO.p}$${sale.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Constant time; without a hash (unknown user) it takes as long as with one, and is false. */
export async function verifica(digest: string, salvato: string | null): Promise<boolean> {
  const letto = salvato === null ? null : leggi(salvato);
  const riferimento = letto ?? { ...COSTO, sale: Buffer.alloc(BYTE_SALE), hash: Buffer.alloc(BYTE_HASH) };
  const hash = await deriva(digest, riferimento);
  return timingSafeEqual(hash, riferimento.hash) && letto !== null;
}

function leggi(salvato: string): HashLetto | null {
  const parti = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(salvato);
  if (!parti) return null;
  const [, ln, r, p, sale, hash] = parti as unknown as [string, string, string, string, string, string];
  return { ln: Number(ln), r: Number(r), p: Number(p), sale: Buffer.from(sale, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}

function deriva(digest: string, { ln, r, p, sale, hash }: HashLetto): Promise<Buffer> {
  return turno(() => new Promise((resolve, reject) => {
    scrypt(digest, sale, hash.length, { N: 2 ** ln, r, p, maxmem: MEMORIA_MASSIMA }, (error, key) => (error ? reject(error) : resolve(key)));
  }));
}
