import { scope, type Identity, type Scope } from '../../core/permissions.ts';
import { BOARD_REGISTERS, type BoardSubject } from './board.ts';

/** An open record that no person is responsible for. */
export interface Unassigned {
  soggetto: BoardSubject;
  id: string | number;
  nome: string;
  versione: number;
}

/** Subjects whose records are assigned; of the firm's documents the kind names the person. */
export const ASSIGNED_SUBJECTS = ['macchina', 'noleggio', 'lavoratore', 'cantiere'] as const satisfies readonly BoardSubject[];

/** Records of each subject that the person may assign. */
export function assignScopes(identity: Identity): Partial<Record<BoardSubject, Exclude<Scope, 'none'>>> {
  const scopes: Partial<Record<BoardSubject, Exclude<Scope, 'none'>>> = {};
  for (const subject of ASSIGNED_SUBJECTS) {
    const edited = scope(identity, BOARD_REGISTERS[subject].access, 'edit');
    if (edited !== 'none') scopes[subject] = edited;
  }
  return scopes;
}
