import { gcmsiv } from '@noble/ciphers/aes.js';

/** Encrypts and decrypts one person's input with that person's key. */
export interface DraftCipher {
  /** Returns the storage key of a named draft: always the same, and encrypted so that it does not reveal the name. */
  place(name: string): string;
  seal(text: string): string;
  /** Returns the text, or `null` if it was sealed with another key or changed since. */
  open(sealed: string): string | null;
  /** Encrypts binary content, such as files. */
  sealBytes(bytes: Uint8Array): Uint8Array;
  openBytes(sealed: Uint8Array): Uint8Array | null;
}

const NONCE = 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Creates a cipher: AES-256-GCM-SIV in JavaScript. The browser's own cipher is asynchronous, too late for a
 * closing page, and missing on plain http. Names are sealed under a constant nonce, which this mode allows.
 */
export function draftCipher(key: string): DraftCipher {
  const secret = fromText(key);
  const sealBytes = (bytes: Uint8Array): Uint8Array => {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
    const ciphertext = gcmsiv(secret, nonce).encrypt(bytes);
    const sealed = new Uint8Array(NONCE + ciphertext.length);
    sealed.set(nonce);
    sealed.set(ciphertext, NONCE);
    return sealed;
  };
  const openBytes = (sealed: Uint8Array): Uint8Array | null => {
    try {
      return gcmsiv(secret, sealed.subarray(0, NONCE)).decrypt(sealed.subarray(NONCE));
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
