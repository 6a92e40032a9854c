import { hkdfSync } from 'node:crypto';
import { secretOf } from '../files/results.ts';
import type { Config } from '../start/config.ts';

/**
 * Under what a browser keeps this person's drafts: 32 bytes in base64url, always the same for one
 * person. Only their session is given it, so that what lies on a device is nobody else's to read.
 */
export function draftKeyOf(config: Pick<Config, 'SEGRETO' | 'SEGRETO_PRIMA'>, memberID: string): string {
  // a device has one key: what lies there stays readable as long as the key before is named
  return Buffer.from(hkdfSync('sha256', config.SEGRETO_PRIMA ?? secretOf(config), 'strato', `bozze:${memberID}`, 32)).toString('base64url');
}
