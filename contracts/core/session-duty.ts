/** Error code of the duty that a session must fulfil first. Until then every other API call answers with this code. */
export type SessionDuty = 'PASSWORD_PROVVISORIA';
