import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Json } from '#contracts/core/events.ts';
import { FORGOTTEN, type SealedValue } from '#contracts/core/personal-data.ts';

const ALGORITHM = 'aes-256-gcm';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts bytes with AES-256-GCM; returns nonce, ciphertext and tag. `bound`: text that must be the same to decrypt. */
export function encrypt(key: Buffer, bound: string, plain: Buffer, nonce = randomBytes(NONCE_BYTES)): Buffer {
  // a third of the time that Node takes for a key in a buffer
  const cipher = createCipheriv(ALGORITHM, createSecretKey(key), nonce).setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `encrypt` returned. Throws under another key or other bound text, and if a byte was changed. */
export function decrypt(key: Buffer, bound: string, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, createSecretKey(key), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(bound),
  );
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** Place of a personal value in the log, to which its ciphertext is bound. */
export interface Place {
  stream: string;
  field: string;
}

const boundTo = ({ stream, field }: Place): string => JSON.stringify([stream, field]);

/** Keys of people as objects of the system's cryptography, which are slow to make. */
const objects = new WeakMap<Buffer, KeyObject>();

function objectOf(personKey: Buffer): KeyObject {
  const made = objects.get(personKey) ?? createSecretKey(personKey);
  objects.set(personKey, made);
  return made;
}

const keyAt = (personKey: Buffer, bound: string, nonce: Buffer): Buffer =>
  createHmac('sha256', objectOf(personKey)).update(nonce).update(bound).digest();

/** Seals a value. `forgotten`: what the value reads as without the key; stored unless it is `null`. */
export function sealValue(
  personKey: Buffer,
  place: Place,
  value: Json,
  { subject, forgotten }: { subject: string; forgotten: string | null },
): SealedValue {
  const [bound, nonce] = [boundTo(place), randomBytes(NONCE_BYTES)];
  const bytes = encrypt(keyAt(personKey, bound, nonce), bound, Buffer.from(JSON.stringify(value)), nonce);
  return { sigillato: bytes.toString('base64url'), di: subject, ...(forgotten === null ? {} : { poi: forgotten }) };
}

/** Opens a sealed value. Throws if it was altered or moved to another field or stream, and under another key. */
export function openValue(personKey: Buffer, place: Place, { sigillato }: SealedValue): Json {
  const [bound, bytes] = [boundTo(place), Buffer.from(sigillato, 'base64url')];
  const key = keyAt(personKey, bound, bytes.subarray(0, NONCE_BYTES));
  return JSON.parse(decrypt(key, bound, bytes).toString('utf8')) as Json;
}

/**
 * Returns the key that opens this one value. It is made of the person's key, the value's nonce and its place, so that whoever gets it for a
 * proof can open nothing else.
 */
export const valueKey = (personKey: Buffer, place: Place, { sigillato }: SealedValue): Buffer =>
  keyAt(personKey, boundTo(place), Buffer.from(sigillato, 'base64url').subarray(0, NONCE_BYTES));

/** Returns the words of a forgotten value. `shown`: the text that stands for names of the person. */
export const wordsFor = (forgotten: string | null, shown: string | undefined): string | null =>
  forgotten === FORGOTTEN ? (shown ?? forgotten) : forgotten;

/** Returns what a sealed value reads as without its key. */
export const forgottenValue = ({ poi }: SealedValue, shown?: string): Json => wordsFor(typeof poi === 'string' ? poi : null, shown);
