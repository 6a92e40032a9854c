/**
 * What a session must do before it opens anything else: the code of the error that every other call
 * answers with.
 */
export type SessionDuty = 'PASSWORD_PROVVISORIA';
