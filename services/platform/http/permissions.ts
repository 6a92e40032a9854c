import { DomainError } from '#contracts/core/errors.ts';
import { ambito, type Identita } from '#contracts/core/permissions.ts';
import type { Rotta } from '../module.ts';

/**
 * The one gate of every route: session first, then the level of the area. Which records a level
 * reaches is asked again where the record is known.
 */
export function verificaPermesso(permesso: Rotta['permesso'], identita: Identita | null): void {
  if (permesso === 'pubblica') return;
  if (!identita) throw new DomainError('SESSIONE_ASSENTE');
  if (permesso === 'sessione') return;
  if (ambito(identita, permesso.accesso, permesso.azione) === 'none') throw new DomainError('NON_PERMESSO');
}

/** The identity of a route that is not public. */
export function richiedi(identita: Identita | null): Identita {
  if (!identita) throw new DomainError('SESSIONE_ASSENTE');
  return identita;
}
