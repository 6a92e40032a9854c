import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a short-lived name opens: one content of the archive, or the result of one job. */
export type Target = { path: string; version: number } | { processo: string };

/** A target by a name, and when the name was given. */
export type Named = Target & { given: Date };

/** Long enough to open a window or a viewer, too short to be passed around. */
export const NAME_DURATION = 5 * 60_000;

const schema = z.union([
  z.strictObject({ p: z.string(), v: z.number().int().positive(), s: z.number().int(), d: z.number().int() }),
  z.strictObject({ j: z.string(), s: z.number().int(), d: z.number().int() }),
]);

/** A name for `GET /file?file=NAME`: what it opens and until when, and a seal nobody else can make. */
export function signature(secret: string, target: Target, now: Date, duration = NAME_DURATION): string {
  const expires = now.getTime() + duration;
  const times = { s: expires, d: now.getTime() };
  const data = 'processo' in target ? { j: target.processo, ...times } : { p: target.path, v: target.version, ...times };
  const text = Buffer.from(JSON.stringify(data)).toString('base64url');
  return `${text}.${seal(secret, text).toString('base64url')}`;
}

/** `null` for a name that was guessed, altered or has expired; nobody learns which. */
export function openName(secret: string, name: unknown, now: Date): Named | null {
  if (typeof name !== 'string' || name.length > 8192) return null;
  const [text, signature, other] = name.split('.');
  if (!text || !signature || other !== undefined) return null;
  const presented = Buffer.from(signature, 'base64url');
  const expected = seal(secret, text);
  // base64url has several spellings of the same bytes: only the one that was given out is good
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected) || presented.toString('base64url') !== signature)
    return null;
  const read = schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  if (!read.success || read.data.s <= now.getTime()) return null;
  const given = new Date(read.data.d);
  return 'j' in read.data ? { processo: read.data.j, given } : { path: read.data.p, version: read.data.v, given };
}

// the key is derived, so that no other use of the same secret can produce a valid name
function seal(secret: string, text: string): Buffer {
  return createHmac('sha256', `${secret}:file`).update(text).digest();
}
