import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ALTERED, BackupRefused, SEAL_BYTES, type Encryption, type Kind } from './format.ts';

const stretch = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Cost of scrypt, as OWASP recommends: 128 MB and half a second for each guess. Each backup stores its own cost. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const KEY_BYTES = 32;
const MEMORY = 256 * 1024 * 1024;

/** A key derived from a passphrase, with the salt used. */
export interface MasterKey {
  key: Buffer;
  kdf: Encryption['kdf'];
}

/** Derives the master key of a passphrase, with the salt and cost in `kdf` if given, else with a new salt. */
export async function masterKey(passphrase: string, kdf?: Encryption['kdf']): Promise<MasterKey> {
  const used = kdf ?? { name: 'scrypt' as const, ...COST, salt: randomBytes(16).toString('hex') };
  const { N, r, p } = used;
  const key = await stretch(passphrase.normalize('NFC'), Buffer.from(used.salt, 'hex'), KEY_BYTES, { N, r, p, maxmem: MEMORY });
  return { key, kdf: used };
}

const proofOf = ({ key }: MasterKey): Buffer => createHmac('sha256', key).update('strato backup: the passphrase is this one').digest();

/** Creates the encryption parameters of a new file. */
export function newEncryption(master: MasterKey): Encryption {
  return { cipher: 'aes-256-gcm', kdf: master.kdf, fileSalt: randomBytes(16).toString('hex'), proof: proofOf(master).toString('hex') };
}

export function isMaster(master: MasterKey, { proof }: Encryption): boolean {
  const [known, given] = [proofOf(master), Buffer.from(proof, 'hex')];
  return known.length === given.length && timingSafeEqual(known, given);
}

/** Returns a file name derived from a content's digest with the key, so that the name reveals nothing of the content. */
export const secretName = ({ key }: MasterKey, sha256: string): string => createHmac('sha256', key).update(`name ${sha256}`).digest('hex');

/** Seals or opens the frames of one file, in order. */
export interface Sealing {
  seal(kind: Kind, payload: Uint8Array): { payload: Uint8Array; seal: Buffer };
  /** Returns the payload of the next frame. Throws `BackupRefused` if the frame was altered or moved. */
  open(kind: Kind, payload: Uint8Array, seal: Uint8Array): Buffer;
}

export function sealing(header: Uint8Array, encryption: Encryption | null, master: MasterKey | null): Sealing {
  const whole = createHash('sha256').update(header).digest();
  if (encryption === null || master === null) return withSums(whole);
  return withEncryption(
    whole,
    Buffer.from(hkdfSync('sha256', master.key, Buffer.from(encryption.fileSalt, 'hex'), 'strato backup', KEY_BYTES)),
  );
}

function withEncryption(header: Buffer, key: Buffer): Sealing {
  // each file has its own key, so the counter is a nonce that never repeats under one key
  let place = 0n;
  const nonce = (): Buffer => {
    const text = Buffer.alloc(12);
    text.writeBigUInt64BE(place++, 4);
    return text;
  };
  const coveredBytes = (kind: Kind) => Buffer.concat([header, Buffer.from([kind])]);
  return {
    seal(kind, payload) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce()).setAAD(coveredBytes(kind));
      const sealed = Buffer.concat([cipher.update(payload), cipher.final()]);
      return { payload: sealed, seal: cipher.getAuthTag() };
    },
    open(kind, payload, seal) {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(), { authTagLength: SEAL_BYTES })
        .setAAD(coveredBytes(kind))
        .setAuthTag(seal);
      const plain = decipher.update(payload);
      try {
        return Buffer.concat([plain, decipher.final()]);
      } catch (error) {
        throw new BackupRefused(ALTERED, { cause: error });
      }
    },
  };
}

function withSums(header: Buffer): Sealing {
  let place = 0n;
  const sum = (kind: Kind, payload: Uint8Array): Buffer => {
    const at = Buffer.alloc(9);
    at.writeUInt8(kind);
    at.writeBigUInt64BE(place++, 1);
    return createHash('sha256').update(header).update(at).update(payload).digest().subarray(0, SEAL_BYTES);
  };
  return {
    seal: (kind, payload) => ({ payload, seal: sum(kind, payload) }),
    open(kind, payload, seal) {
      if (!sum(kind, payload).equals(seal)) throw new BackupRefused(ALTERED);
      return Buffer.from(payload);
    },
  };
}
