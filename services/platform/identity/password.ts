import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { boundedQueue } from '../concurrency/bounded-queue.ts';
import { checkScrypt, isScrypt } from './old-password.ts';

/** Cost of new hashes, OWASP's for argon2id: 19 MiB, two passes, one lane. Each hash carries its own, so that it can be raised. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Largest memory cost that is accepted in a stored hash, 256 MiB. A higher one means that the hash is damaged. */
const MAX_MEMORY = 262_144;

interface ParsedHash {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}

// argon2 runs on the thread pool of Node that reads files and resolves names: the limit leaves threads for these, and a full queue refuses
// further requests
const inTurn = boundedQueue({ concurrency: 2, maxWaiting: 64 });

/** Returns `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` of the digest that a browser sends. Neither may be logged. */
export async function hashPassword(digest: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(digest, { ...COST, salt, hash: Buffer.alloc(HASH_BYTES) });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${inText(salt)}$${inText(hash)}`;
}

/** Tells whether a digest matches a hash, in constant time. Without a hash (unknown user) it takes as long and returns false. */
export async function check(digest: string, saved: string | null): Promise<boolean> {
  if (saved !== null && isScrypt(saved)) return inTurn(() => checkScrypt(digest, saved));
  const read = saved === null ? null : parseHash(saved);
  const reference = read ?? { ...COST, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };
  const hash = await derive(digest, reference);
  return timingSafeEqual(hash, reference.hash) && read !== null;
}

/** Tells whether a hash has another algorithm or cost than new ones. */
export const isOutdated = (saved: string): boolean =>
  !saved.startsWith(`$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`);

function parseHash(saved: string): ParsedHash | null {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,88})\$([\w+/]{22,88})$/.exec(saved);
  if (!parts) return null;
  const [, memory, passes, parallelism, salt, hash] = parts as unknown as [string, string, string, string, string, string];
  const read = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
  return read.memory <= MAX_MEMORY && read.memory >= 8 * read.parallelism && read.passes > 0 && read.parallelism > 0 ? read : null;
}

/** Encodes bytes in base64 without padding, the form of PHC strings. */
const inText = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

function derive(digest: string, { memory, passes, parallelism, salt, hash }: ParsedHash): Promise<Buffer> {
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: digest, nonce: salt, parallelism, tagLength: hash.length, memory, passes }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
