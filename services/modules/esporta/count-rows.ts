import { momentOf, momentsBetween } from '#contracts/core/as-of.ts';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { ACCESSI, BOARD, TRAILS } from '#contracts/export/lists.ts';
import type { ListRequest } from '#contracts/jobs/esporta-elenco.ts';
import { accessFilters } from '#contracts/modules/accessi-request.ts';
import { countAccesses } from '#projections/accesso/accessi.queries.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { registerFilters, seesTrail, visibleTo } from '#contracts/modules/trail.ts';
import { countDifferences } from '#projections/registers/comparison.queries.ts';
import { readList, type Filters } from '#projections/registers/register.queries.ts';
import { exportedBoard } from '#projections/scadenze/board-export.queries.ts';
import { countBoard } from '#projections/scadenze/board.queries.ts';
import { countTrail } from '#projections/storico/storico.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { registerOf } from '#services/registers/body.ts';

/**
 * Counts the rows of an export for the person. A faulty or forbidden request is refused here, while the person waits, instead of later in
 * the job.
 */
export async function countRows({ catalogue, readDb, clock }: Dependencies, request: ListRequest, identity: Identity): Promise<number> {
  const { tabella, ordina, cerca, al, confronto, filtri = {} } = request;
  const searched = cerca ? { cerca } : {};
  if (TRAILS.includes(tabella)) {
    if (!seesTrail(identity)) throw new DomainError('NON_PERMESSO');
    if (tabella === ACCESSI) return countAccesses(readDb, accessFilters.parse(filtri));
    return countTrail(readDb, { ...registerFilters.parse(filtri), ...searched, visible: visibleTo(catalogue, identity) });
  }
  if (tabella === BOARD) return countBoard(readDb, exportedBoard(request, identity, romeDate(clock.now())));
  const def = await catalogue.currentDefinition(readDb, registerOf(catalogue, tabella));
  const viewScope = scope(identity, def.access, 'view');
  if (viewScope === 'none') throw new DomainError('NON_PERMESSO');
  if (confronto) {
    const { tipo, ...between } = confronto;
    const moments = momentsBetween(between, clock.now());
    const query = { scope: viewScope, utente: identity.memberID, ...moments, ...searched, ...(tipo ? { tipo } : {}) };
    return countDifferences(readDb, catalogue, def, query);
  }
  const moment = al === undefined ? undefined : momentOf(al, clock.now());
  const { total: totale } = await readList(readDb, catalogue, def, {
    scope: viewScope,
    utente: identity.memberID,
    righe: 1,
    ...(ordina ? { ordina } : {}),
    ...searched,
    filtri: filtri as Filters,
    ...(moment ? { al: moment.al } : {}),
    today: moment?.giorno ?? romeDate(clock.now()),
  });
  return totale ?? 0;
}
