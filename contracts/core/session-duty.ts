import { GRUPPO_AMMINISTRATORI } from './permissions.ts';

/** Error code of the duty that a session must fulfil first. Until then every other API call answers with this code. */
export type SessionDuty = 'PASSWORD_PROVVISORIA' | 'SECONDO_FATTORE_OBBLIGATORIO';

/** Values of SECONDO_FATTORE: nobody, administrators or everybody must have a second factor. */
export const SECOND_FACTOR_DUTIES = ['facoltativo', 'amministratori', 'tutti'] as const;
export type SecondFactorDuty = (typeof SECOND_FACTOR_DUTIES)[number];

/** Rule that decides whether a session has the duty to set up a second factor. */
export interface SecondFactorRule {
  required: SecondFactorDuty;
  /** Host whose passkeys count as second factors; `null` where there are none. */
  host: string | null;
}

/** Tells whether people of a group must have a second factor. */
export const needsSecondFactor = (duty: SecondFactorDuty, groupID: number): boolean =>
  duty === 'tutti' || (duty === 'amministratori' && groupID === GRUPPO_AMMINISTRATORI);
