import type { RegisterAccess } from '../../core/permissions.ts';
import { quarterKey, type Quarter } from './quarter.ts';

/** Facts of a quarter's statement. */
export const STATEMENT_CLOSED = 'DichiarazioneAcciseChiusa.v1';
export const STATEMENT_REOPENED = 'DichiarazioneAcciseRiaperta.v1';

/** In the place of a register's path: the history of the statements. */
export const STATEMENT_PATH = 'dichiarazione_accise';

/** Whoever has the excise readings has their statement. */
export const STATEMENT_ACCESS: RegisterAccess = { area: 'accise', write: 'area' };

/** Where the closings of a quarter are recorded. */
export const statementStream = (quarter: Quarter): string => `${STATEMENT_PATH}-${quarterKey(quarter)}`;
