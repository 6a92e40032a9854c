import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Type of Ed25519 signatures in a signed note. */
const ED25519 = 0x01;
const CURRENT = 'sigillo.pem';
/** File of the replaced key. It exists until one checkpoint is signed with both keys. */
const PREVIOUS = 'sigillo-precedente.pem';

/** Names of the key files in the folder of secrets; a backup contains both. */
export const KEY_FILES: readonly string[] = [CURRENT, PREVIOUS];

/** Keys that sign the next checkpoint: the current one and the replaced one, if there is one. */
export interface SealKeys {
  current: KeyObject;
  previous: KeyObject | null;
}

/** Error for a portal that has checkpoints but lacks the key that signs them. */
export class SealKeyMissing extends Error {
  constructor() {
    super(`segreti/${CURRENT} is missing: put it back from a backup, or make a new one with npm run new-seal-key`);
    this.name = 'SealKeyMissing';
  }
}

/** Error for a second key change before a checkpoint was signed with the keys of the first change. */
export class SealKeyWaiting extends Error {
  constructor() {
    super('The key was changed already: the next checkpoint, signed by both keys, comes first.');
    this.name = 'SealKeyWaiting';
  }
}

const secretsOf = (dataDir: string): string => join(dataDir, 'segreti');

/** Reads the signing keys; `null` if there is no current key. */
export async function readKeys(dataDir: string): Promise<SealKeys | null> {
  const [current, previous] = await Promise.all([CURRENT, PREVIOUS].map((name) => readKey(join(secretsOf(dataDir), name))));
  return current ? { current, previous: previous ?? null } : null;
}

async function readKey(path: string): Promise<KeyObject | null> {
  const pem = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return pem === null ? null : createPrivateKey(pem);
}

/** Creates the first key. Concurrent calls, also of other processes, return the same key. */
export async function makeKeys(dataDir: string): Promise<SealKeys> {
  const draft = await draftKey(dataDir);
  try {
    await link(draft, join(secretsOf(dataDir), CURRENT));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readKeys(dataDir))!;
}

/** Replaces the key. The next checkpoint is signed with both the new key and the old one, if there was one. Throws `SealKeyWaiting`. */
export async function changeKey(dataDir: string): Promise<SealKeys> {
  const keys = await readKeys(dataDir);
  if (keys?.previous) throw new SealKeyWaiting();
  const draft = await draftKey(dataDir);
  const [current, previous] = [join(secretsOf(dataDir), CURRENT), join(secretsOf(dataDir), PREVIOUS)];
  // the old key stays under its name until the new one takes it, so that a crash between leaves a usable key
  if (keys) await link(current, previous);
  await rename(draft, current);
  return (await readKeys(dataDir))!;
}

/** Deletes the replaced key, after a checkpoint was signed with both keys. */
export const forgetPrevious = (dataDir: string): Promise<void> => rm(join(secretsOf(dataDir), PREVIOUS), { force: true });

async function draftKey(dataDir: string): Promise<string> {
  const folder = secretsOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${CURRENT}.${randomUUID()}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** Returns the 32 bytes of a public key, as RFC 8032 encodes it. */
function rawPublic(key: KeyObject): Buffer {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}

/** Returns the public key as PEM. */
export const publicPem = (key: KeyObject): string => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();

function keyIdOf(name: string, key: KeyObject): Buffer {
  return createHash('sha256').update(`${name}\n`).update(Buffer.of(ED25519)).update(rawPublic(key)).digest().subarray(0, 4);
}

/** Returns the verifier key of C2SP `signed-note`, `NAME+ID+KEY`. */
export function verifierKey(name: string, key: KeyObject): string {
  return `${name}+${keyIdOf(name, key).toString('hex')}+${Buffer.concat([Buffer.of(ED25519), rawPublic(key)]).toString('base64')}`;
}

/** Signs a text as a note of C2SP `signed-note`, with one line for each key. */
export function signNote(text: string, name: string, keys: readonly KeyObject[]): string {
  const lines = keys.map((key) => {
    const signature = sign(null, Buffer.from(text), key);
    return `— ${name} ${Buffer.concat([keyIdOf(name, key), signature]).toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}
