import { codeAt, stepAt } from '#services/platform/identity/totp.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Computes what an authenticator app shows for a base32 secret, `steps` codes from now. */
export const appCode = (secret: string, now = new Date(), steps = 0): string => codeAt(bytesOf(secret), stepAt(now) + steps);
