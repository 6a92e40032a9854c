import { scrypt, timingSafeEqual } from 'node:crypto';

/** Above it a stored string is damaged, not costly. */
const MAX_MEMORY = 256 * 1024 * 1024;

export const isScrypt = (saved: string): boolean => saved.startsWith('$scrypt$');

/** The hashes of before argon2id, `$scrypt$ln=15,r=8,p=1$salt$hash`: still good for one login, which replaces them. */
export async function checkScrypt(digest: string, saved: string): Promise<boolean> {
  const parts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(saved);
  if (!parts) return false;
  const [, ln, r, p, salt, text] = parts as unknown as [string, string, string, string, string, string];
  const hash = Buffer.from(text, 'base64url');
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p), maxmem: MAX_MEMORY };
  const derived = await new Promise<Buffer>((resolve, reject) => {
    scrypt(digest, Buffer.from(salt, 'base64url'), hash.length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
  return timingSafeEqual(derived, hash);
}
