import type { RegisterAccess } from '../../core/permissions.ts';
import { quarterKey, type Quarter } from './quarter.ts';

/** Facts of a quarter's statement. */
export const STATEMENT_CLOSED = 'DichiarazioneAcciseChiusa.v1';
export const STATEMENT_REOPENED = 'DichiarazioneAcciseRiaperta.v1';

/** Path of the statements' history, in place of a register's path. */
export const STATEMENT_PATH = 'dichiarazione_accise';

/** Access to the statements: the same as to the excise readings. */
export const STATEMENT_ACCESS: RegisterAccess = { area: 'accise', write: 'area' };

/** Returns the stream that records the closings of a quarter. */
export const statementStream = (quarter: Quarter): string => `${STATEMENT_PATH}-${quarterKey(quarter)}`;
