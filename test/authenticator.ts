import { constants, createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyOptions } from '#contracts/core/passkey.ts';

/** Ways in which an answer of the software authenticator differs from a right one. */
export interface Deviation {
  challenge?: string;
  origin?: string;
  /** Host whose hash the authenticator data hold. */
  host?: string;
  /** The device has not verified its user. */
  unverified?: boolean;
  /** Signature counter; the next one by default. */
  counter?: number;
  userHandle?: string | null;
  /** Member `type` of the client data. */
  type?: string;
  /** Page in which the portal was framed. */
  topOrigin?: string;
  /** Changes the signed bytes after the signature. */
  forged?: boolean;
}

const ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257, ES384: -35 } as const;
export type Algorithm = keyof typeof ALGORITHMS;

export type Authenticator = ReturnType<typeof softwareAuthenticator>;

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

/**
 * Makes an authenticator of one passkey, with a key of `algorithm`, that answers as browser and device do together. Without a `counts`
 * its signature counter stays 0, as with passkeys that a cloud copies between devices.
 */
export function softwareAuthenticator(
  origin: string,
  { algorithm = 'ES256', counts = true }: { algorithm?: Algorithm; counts?: boolean } = {},
) {
  const { publicKey, privateKey } = keyPair(algorithm);
  const id = base64url(randomBytes(32));
  let counter = 0;
  let handle = '';
  const host = new URL(origin).hostname;

  const clientData = (type: string, challenge: string, other: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: other.type ?? type,
        challenge: other.challenge ?? challenge,
        origin: other.origin ?? origin,
        crossOrigin: other.topOrigin !== undefined,
        ...(other.topOrigin === undefined ? {} : { topOrigin: other.topOrigin }),
      }),
    );

  function authenticatorData(other: Deviation, attested?: Buffer): Buffer {
    const head = Buffer.alloc(5);
    head[0] = UP | (other.unverified ? 0 : UV) | (attested ? AT : 0);
    if (counts) counter += 1;
    head.writeUInt32BE(other.counter ?? counter, 1);
    return Buffer.concat([sha256(other.host ?? host), head, attested ?? Buffer.alloc(0)]);
  }

  return {
    id,
    /** Answers `navigator.credentials.create()`. */
    create({ challenge, user }: PasskeyOptions, other: Deviation = {}) {
      handle = (user as { id: string }).id;
      const rawId = Buffer.from(id, 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(algorithm, publicKey)]);
      const authData = new Uint8Array(authenticatorData(other, attested));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, other)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** Answers `navigator.credentials.get()`. */
    get({ challenge }: PasskeyOptions, other: Deviation = {}) {
      const clientDataJSON = clientData('webauthn.get', challenge, other);
      const data = authenticatorData(other);
      const signature = signBytes(algorithm, privateKey, Buffer.concat([data, sha256(clientDataJSON)]));
      if (other.forged) signature[signature.length - 1]! ^= 1;
      const userHandle = other.userHandle === undefined ? handle : other.userHandle;
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(userHandle === null ? {} : { userHandle }),
        },
        clientExtensionResults: {},
      };
    },
  };
}

function keyPair(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ec', { namedCurve: algorithm === 'ES384' ? 'P-384' : 'P-256' });
}

/** Public key as COSE (RFC 9052) writes it. */
function coseKey(algorithm: Algorithm, key: KeyObject): Buffer {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' }) as Record<string, string>;
  const part = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));
  const alg: [number, unknown] = [3, ALGORITHMS[algorithm]];
  const members: [number, unknown][] =
    algorithm === 'RS256'
      ? [[1, 3], alg, [-1, part(n)], [-2, part(e)]]
      : algorithm === 'EdDSA'
        ? [[1, 1], alg, [-1, 6], [-2, part(x)]]
        : [[1, 2], alg, [-1, algorithm === 'ES384' ? 2 : 1], [-2, part(x)], [-3, part(y)]];
  return Buffer.from(isoCBOR.encode(new Map(members) as never));
}

function signBytes(algorithm: Algorithm, key: KeyObject, bytes: Buffer): Buffer {
  if (algorithm === 'EdDSA') return sign(null, bytes, key);
  if (algorithm === 'RS256') return sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PADDING });
  return sign(algorithm === 'ES384' ? 'sha384' : 'sha256', bytes, key);
}
