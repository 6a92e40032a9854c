import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Target of a short-lived name: one content of the archive, or the result of one job. `reserved` forbids caching. */
export type Target = { path: string; version: number; reserved?: boolean } | { processo: string };

/** A target by a name, when the name was given, and for which session (its id); `null`: for anyone. */
export type Named = Target & { given: Date; session: string | null };

/** Long enough to open a window or a viewer, too short to be passed around. */
export const NAME_DURATION = 5 * 60_000;

const times = { s: z.number().int(), d: z.number().int(), c: z.string().optional() };
const schema = z.union([
  z.strictObject({ p: z.string(), v: z.number().int().positive(), r: z.literal(1).optional(), ...times }),
  z.strictObject({ j: z.string(), ...times }),
]);

/** A name for `GET /file?file=NAME`: what it opens, until when and for whom, encrypted and sealed. A proxy's log shows no path in it. */
export function signature(secret: string, target: Target, { session, now }: { session: string | null; now: Date }): string {
  const given = { s: now.getTime() + NAME_DURATION, d: now.getTime(), ...(session === null ? {} : { c: session }) };
  const data =
    'processo' in target
      ? { j: target.processo, ...given }
      : { p: target.path, v: target.version, ...(target.reserved ? { r: 1 } : {}), ...given };
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(data), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
}

/** `null` for a name that was guessed, altered or has expired; nobody learns which. */
export function openName(secret: string, name: unknown, now: Date): Named | null {
  if (typeof name !== 'string' || name.length > 8192) return null;
  const sealed = Buffer.from(name, 'base64url');
  // base64url has several spellings of the same bytes: only the one that was given out is good
  if (sealed.length <= NONCE + TAG || sealed.toString('base64url') !== name) return null;
  const text = decryptName(secret, sealed);
  if (text === null) return null;
  const read = schema.safeParse(JSON.parse(text));
  if (!read.success || read.data.s <= now.getTime()) return null;
  const how = { given: new Date(read.data.d), session: read.data.c ?? null };
  return 'j' in read.data
    ? { processo: read.data.j, ...how }
    : { path: read.data.p, version: read.data.v, reserved: read.data.r === 1, ...how };
}

/** Opens a signed name with the first of several keys that signed it; null if none did. */
export function openNameUnder(secrets: readonly string[], name: unknown, now: Date): Named | null {
  for (const secret of secrets) {
    const opened = openName(secret, name, now);
    if (opened) return opened;
  }
  return null;
}

const NONCE = 12;
const TAG = 16;

/** `null` where the seal is not this portal's. */
function decryptName(secret: string, sealed: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, NONCE));
  decipher.setAuthTag(sealed.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

// the key is derived, so that no other use of the same secret can produce a valid name
const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'file', 32));
