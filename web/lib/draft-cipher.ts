import { gcmsiv } from '@noble/ciphers/aes.js';

/** Closes what one person typed, and opens it again; for nobody else. */
export interface DraftCipher {
  /** Where a name's draft lies: always the same place, which does not tell the name. */
  place(name: string): string;
  seal(text: string): string;
  /** `null` for what was not sealed by this person, or was changed since. */
  open(sealed: string): string | null;
  /** The same of content that is no text: files. */
  sealBytes(bytes: Uint8Array): Uint8Array;
  openBytes(sealed: Uint8Array): Uint8Array | null;
}

const NONCE = 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * AES-256-GCM-SIV in JavaScript: a page that ends has no time for the browser's own cipher, which
 * answers later, and on a plain http address there is none. A name is sealed under a nonce that is
 * always the same, which this mode allows.
 */
export function draftCipher(key: string): DraftCipher {
  const secret = fromText(key);
  const sealBytes = (bytes: Uint8Array): Uint8Array => {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
    const closed = gcmsiv(secret, nonce).encrypt(bytes);
    const both = new Uint8Array(NONCE + closed.length);
    both.set(nonce);
    both.set(closed, NONCE);
    return both;
  };
  const openBytes = (both: Uint8Array): Uint8Array | null => {
    try {
      return gcmsiv(secret, both.subarray(0, NONCE)).decrypt(both.subarray(NONCE));
    } catch {
      return null;
    }
  };
  return {
    place: (name) => toText(gcmsiv(secret, new Uint8Array(NONCE)).encrypt(encoder.encode(name))),
    seal: (text) => toText(sealBytes(encoder.encode(text))),
    open(sealed) {
      try {
        const bytes = openBytes(fromText(sealed));
        return bytes && decoder.decode(bytes);
      } catch {
        return null;
      }
    },
    sealBytes,
    openBytes,
  };
}

function toText(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const fromText = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
