import { hkdfSync } from 'node:crypto';
import { secretOf } from '../files/results.ts';
import type { Config } from '../start/config.ts';

/**
 * Returns the key with which a browser encrypts a person's drafts: 32 bytes in base64url, always the same for one person. Only the person's
 * sessions get the key, so that nobody else can read the drafts on a device.
 */
export function draftKeyOf(config: Pick<Config, 'SEGRETO' | 'SEGRETO_PRIMA'>, memberID: string): string {
  // SEGRETO_PRIMA comes first: with its key the drafts on the devices stay readable
  return Buffer.from(hkdfSync('sha256', config.SEGRETO_PRIMA ?? secretOf(config), 'strato', `bozze:${memberID}`, 32)).toString('base64url');
}
