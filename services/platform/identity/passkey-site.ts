import ipaddr from 'ipaddr.js';
import { DomainError } from '#contracts/core/errors.ts';
import type { SecondFactorRule } from '#contracts/core/session-duty.ts';
import type { Config } from '../start/config.ts';

/** Address at which passkeys are made and used. */
export interface PasskeySite {
  /** Relying party id: the host of the portal's address. */
  host: string;
  /** Origin that a browser has to name: the portal's address without path. */
  origin: string;
}

/**
 * Returns where passkeys are usable: at the portal's address, if it is https or localhost, the only origins to which browsers give them.
 * Returns `null` elsewhere, and for a network address in place of a name.
 */
export function passkeySite({ PORTALE_URL }: Pick<Config, 'PORTALE_URL'>): PasskeySite | null {
  const { protocol, hostname: host, origin } = new URL(PORTALE_URL);
  if (host.startsWith('[') || ipaddr.isValid(host)) return null;
  const secure = protocol === 'https:' || host === 'localhost' || host.endsWith('.localhost');
  return secure ? { host, origin } : null;
}

/** Returns what decides whether a session has the duty to set up a second factor. */
export const secondFactorRule = (config: Pick<Config, 'PORTALE_URL' | 'SECONDO_FATTORE'>): SecondFactorRule => ({
  required: config.SECONDO_FATTORE,
  host: passkeySite(config)?.host ?? null,
});

/** Returns where passkeys are usable. Throws PASSKEY_NON_DISPONIBILI where they are not. */
export function requirePasskeySite(config: Pick<Config, 'PORTALE_URL'>): PasskeySite {
  const site = passkeySite(config);
  if (site === null) throw new DomainError('PASSKEY_NON_DISPONIBILI');
  return site;
}
