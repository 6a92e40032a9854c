import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { managesViews, mayWriteView, seesView, type SavedView, type Sharing } from '#contracts/core/saved-view.ts';
import { savedViews } from '#services/platform/postgres/saved-views.ts';
import { viewedList, type ViewNeeds } from './viewed-list.ts';

/** Schema for the number of a view in a query or body. */
export const viewId = z.coerce
  .number({ error: 'Serve il numero di una vista' })
  .int({ error: 'Serve il numero di una vista' })
  .min(1)
  .max(2_147_483_647);
/** Schema for the name of a view's list: a register, or the board of due dates. */
export const viewedTable = z.string({ error: 'Serve il nome di un elenco' });

/** Returns true if the person may see both the view and its list. */
export const isVisible = (deps: ViewNeeds, identity: Identity, view: SavedView): boolean =>
  viewedList(deps, view.tabella)?.sees(identity) === true && seesView(identity, view);

/** Returns a view that the person may see. Throws `SCONOSCIUTO` for a missing view and for a private view of another person alike. */
export async function visibleView(deps: ViewNeeds, identity: Identity, key: number): Promise<SavedView> {
  const view = await savedViews(deps.writeDb).find(key);
  if (!view || !isVisible(deps, identity, view)) throw new DomainError('SCONOSCIUTO', { message: 'Questa vista non c’è.' });
  return view;
}

/**
 * Returns a view that the person may change. Throws `NON_PERMESSO` otherwise, and `VERSIONE_SUPERATA` if the view has changed since the
 * person read it.
 */
export async function writableView(deps: ViewNeeds, identity: Identity, key: number, readVersion: number | null): Promise<SavedView> {
  const view = await visibleView(deps, identity, key);
  if (!mayWriteView(identity, view)) throw new DomainError('NON_PERMESSO');
  if (readVersion !== null && readVersion !== view.versione) throw supersededView(view);
  return view;
}

export const supersededView = ({ nome, contenuto, condivisa, predefinita, versione, modificato, modificato_da }: SavedView): DomainError =>
  new DomainError('VERSIONE_SUPERATA', {
    extra: { attuale: { nome, contenuto, condivisa, predefinita }, versione, utente: modificato_da, quando: modificato },
  });

/** Throws `NON_PERMESSO` if the person may not share views with everybody. A view that is already shared with everybody may stay so. */
export function checkSharing(identity: Identity, asked: Sharing, before?: Sharing): void {
  if (asked === 'tutti' && asked !== before && !managesViews(identity))
    throw new DomainError('NON_PERMESSO', { message: 'Condividono con tutti solo i gruppi 2 e 9: tu puoi con il tuo gruppo.' });
}
