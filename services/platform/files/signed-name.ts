import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Target of a short-lived name: one content of the archive, or the result of one job. `reserved` forbids caching. */
export type Target = { path: string; version: number; reserved?: boolean } | { processo: string };

/** Target of a name, with the name's time of creation and the id of its session. Without a session (`null`) anyone may use the name. */
export type SignedTarget = Target & { created: Date; session: string | null };

/** Milliseconds for which a name is valid: long enough to open a window or a viewer, too short to be passed on. */
export const NAME_DURATION = 5 * 60_000;

const times = { s: z.number().int(), d: z.number().int(), c: z.string().optional() };
const schema = z.union([
  z.strictObject({ p: z.string(), v: z.number().int().positive(), r: z.literal(1).optional(), ...times }),
  z.strictObject({ j: z.string(), ...times }),
]);

/**
 * Creates a name for `GET /file?file=NAME`. Target, expiry and session are encrypted and authenticated, so that a proxy's log shows no
 * path.
 */
export function signature(secret: string, target: Target, { session, now }: { session: string | null; now: Date }): string {
  const claims = { s: now.getTime() + NAME_DURATION, d: now.getTime(), ...(session === null ? {} : { c: session }) };
  const data =
    'processo' in target
      ? { j: target.processo, ...claims }
      : { p: target.path, v: target.version, ...(target.reserved ? { r: 1 } : {}), ...claims };
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(data), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a name. Returns `null` if it was guessed, altered or has expired; callers must not tell which. */
export function openName(secret: string, name: unknown, now: Date): SignedTarget | null {
  if (typeof name !== 'string' || name.length > 8192) return null;
  const sealed = Buffer.from(name, 'base64url');
  // base64url can spell the same bytes in several ways, and only the canonical one is accepted
  if (sealed.length <= NONCE + TAG || sealed.toString('base64url') !== name) return null;
  const text = decryptName(secret, sealed);
  if (text === null) return null;
  const parsed = schema.safeParse(JSON.parse(text));
  if (!parsed.success || parsed.data.s <= now.getTime()) return null;
  const origin = { created: new Date(parsed.data.d), session: parsed.data.c ?? null };
  return 'j' in parsed.data
    ? { processo: parsed.data.j, ...origin }
    : { path: parsed.data.p, version: parsed.data.v, reserved: parsed.data.r === 1, ...origin };
}

/** Decrypts a name with the first of several secrets that fits; `null` if none does. */
export function openNameUnder(secrets: readonly string[], name: unknown, now: Date): SignedTarget | null {
  for (const secret of secrets) {
    const opened = openName(secret, name, now);
    if (opened) return opened;
  }
  return null;
}

const NONCE = 12;
const TAG = 16;

/** Decrypts the bytes of a name; `null` if another secret encrypted them. */
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
