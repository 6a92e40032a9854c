import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { ListRequest } from '#contracts/jobs/esporta-elenco.ts';
import { boardScopes } from '#contracts/modules/scadenze/board.ts';
import { boardFilters, boardOrder, type BoardFilters } from '#contracts/modules/scadenze/board-request.ts';
import type { BoardRequest } from './board.queries.ts';

/** Returns the part of the board that a person may see, with the filters applied; throws NON_PERMESSO if there is none. */
export function boardFor(
  identity: Identity,
  { fascia, giorno, chiusi, ...filters }: BoardFilters,
  today: string,
): Pick<BoardRequest, 'scopes' | 'utente' | 'filters' | 'giorno' | 'today' | 'fascia' | 'closed'> {
  const scopes = boardScopes(identity);
  if (Object.keys(scopes).length === 0) throw new DomainError('NON_PERMESSO');
  return {
    scopes,
    utente: identity.memberID,
    filters,
    giorno: giorno ?? today,
    today,
    fascia,
    ...(chiusi === '1' ? { closed: 'with' } : {}),
  };
}

/** Returns the same for an export of the list to a file. */
export function exportedBoard({ cerca, ordina, filtri = {} }: ListRequest, identity: Identity, today: string) {
  const filters = boardFilters.parse({ ...filtri, ...(cerca ? { cerca } : {}) });
  return { ...boardFor(identity, filters, today), ordina: boardOrder.parse(ordina) };
}
