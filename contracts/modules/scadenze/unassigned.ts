import type { Identity } from '../../core/permissions.ts';
import { scopesFor, type BoardScopes, type BoardSubject } from './board.ts';

/** An open record that no person is responsible for. */
export interface UnassignedRecord {
  soggetto: BoardSubject;
  id: string | number;
  nome: string;
  versione: number;
}

/** Subjects whose records name a responsible person; the kind names that of the firm's documents. */
const ASSIGNED_SUBJECTS: readonly BoardSubject[] = ['macchina', 'noleggio', 'lavoratore', 'cantiere'];

/** Returns the scope of records that the person may assign, by subject. */
export const assignScopes = (identity: Identity): BoardScopes => scopesFor(identity, ASSIGNED_SUBJECTS, 'edit');
