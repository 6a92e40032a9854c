import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes, type KeyObject } from 'node:crypto';
import type { Json } from '#contracts/core/events.ts';
import { FORGOTTEN, type SealedValue } from '#contracts/core/personal-data.ts';

const ALGORITHM = 'aes-256-gcm';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const TAG = { authTagLength: TAG_BYTES };

/** Encrypts bytes with AES-256-GCM; returns nonce, ciphertext and tag. `bound`: text that must be the same to decrypt. */
export const encrypt = (key: Buffer, bound: string, plain: Buffer): Buffer =>
  encryptWith(createSecretKey(key), Buffer.from(bound), plain, randomBytes(NONCE_BYTES));

function encryptWith(key: KeyObject, bound: Buffer, plain: Buffer, nonce: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(bound);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `encrypt` returned. Throws under another key or other bound text, and if a byte was changed. */
export const decrypt = (key: Buffer, bound: string, bytes: Buffer): Buffer => decryptWith(createSecretKey(key), Buffer.from(bound), bytes);

function decryptWith(key: KeyObject, bound: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), TAG);
  decipher.setAAD(bound);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  // checks the tag; GCM is a stream cipher, so that nothing is left to return
  decipher.final();
  return plain;
}

/** Place of a personal value in the log, to which its ciphertext is bound. */
export interface Place {
  stream: string;
  field: string;
}

const boundTo = ({ stream, field }: Place): Buffer => Buffer.from(JSON.stringify([stream, field]));

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/** Blocks that HMAC-SHA-256 (RFC 2104) begins its two digests with under a person's key; `outer` has room for the inner digest. */
const blocks = new WeakMap<Buffer, { inner: Buffer; outer: Buffer }>();

function blocksOf(personKey: Buffer): { inner: Buffer; outer: Buffer } {
  const known = blocks.get(personKey);
  if (known) return known;
  const made = { inner: Buffer.alloc(BLOCK_BYTES, 0x36), outer: Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, 0x5c) };
  personKey.forEach((byte, at) => {
    made.inner[at]! ^= byte;
    made.outer[at]! ^= byte;
  });
  blocks.set(personKey, made);
  return made;
}

/**
 * Returns the key of a value as text, a character a byte: HMAC-SHA-256 of nonce and place under the person's key. Two digests in one call
 * each cost a third of `createHmac`, whose object and result lie outside the heap and burden the garbage collector.
 */
function keyTextAt(personKey: Buffer, bound: Buffer, nonce: Buffer): string {
  const { inner, outer } = blocksOf(personKey);
  outer.write(hash('sha256', Buffer.concat([inner, nonce, bound]), 'binary'), BLOCK_BYTES, 'latin1');
  return hash('sha256', outer, 'binary');
}

// Node takes several times as long for a cipher with a key in a buffer
const keyAt = (personKey: Buffer, bound: Buffer, nonce: Buffer): KeyObject => createSecretKey(keyTextAt(personKey, bound, nonce), 'latin1');

/** Seals a value. `forgotten`: what the value reads as without the key; stored unless it is `null`. */
export function sealValue(
  personKey: Buffer,
  place: Place,
  value: Json,
  { subject, forgotten }: { subject: string; forgotten: string | null },
): SealedValue {
  const [bound, nonce] = [boundTo(place), randomBytes(NONCE_BYTES)];
  const bytes = encryptWith(keyAt(personKey, bound, nonce), bound, Buffer.from(JSON.stringify(value)), nonce);
  return { sigillato: bytes.toString('base64url'), di: subject, ...(forgotten === null ? {} : { poi: forgotten }) };
}

/** Opens a sealed value. Throws if it was altered or moved to another field or stream, and under another key. */
export function openValue(personKey: Buffer, place: Place, { sigillato }: SealedValue): Json {
  const [bound, bytes] = [boundTo(place), Buffer.from(sigillato, 'base64url')];
  const key = keyAt(personKey, bound, bytes.subarray(0, NONCE_BYTES));
  return JSON.parse(decryptWith(key, bound, bytes).toString('utf8')) as Json;
}

/**
 * Returns the key that opens this one value. It is made of the person's key, the value's nonce and its place, so that whoever gets it for a
 * proof can open nothing else.
 */
export const valueKey = (personKey: Buffer, place: Place, { sigillato }: SealedValue): Buffer =>
  Buffer.from(keyTextAt(personKey, boundTo(place), Buffer.from(sigillato, 'base64url').subarray(0, NONCE_BYTES)), 'latin1');

/** Returns the words of a forgotten value. `shown`: the text that stands for names of the person. */
export const wordsFor = (forgotten: string | null, shown: string | undefined): string | null =>
  forgotten === FORGOTTEN ? (shown ?? forgotten) : forgotten;

/** Returns what a sealed value reads as without its key. */
export const forgottenValue = ({ poi }: SealedValue, shown?: string): Json => wordsFor(typeof poi === 'string' ? poi : null, shown);
