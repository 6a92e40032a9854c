import { z } from 'zod';
import type { Identity } from '#contracts/core/permissions.ts';
import { seesView, type OneView, type SavedView, type ViewsAnswer } from '#contracts/core/saved-view.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Route } from '#services/platform/module.ts';
import { savedViews } from '#services/platform/postgres/saved-views.ts';
import { isVisible, viewedTable, viewId, visibleView } from './view-access.ts';
import { knownList, type ViewNeeds } from './viewed-list.ts';

const listQuery = z.object({ tabella: viewedTable.optional(), id: viewId.optional() });

/** Returns the views of a list that the person may see, and the one with which the list opens. */
async function viewsOf(deps: ViewNeeds, identity: Identity, tabella: string): Promise<ViewsAnswer> {
  const views = savedViews(deps.writeDb);
  const [all, chosen] = await Promise.all([views.of(tabella), views.chosen(identity.memberID, tabella)]);
  const data = all.filter((view) => isVisible(deps, identity, view));
  return { data, totale: data.length, predefinita: openedBy(identity, data, chosen) };
}

/**
 * Returns the view with which a list opens: the person's choice, otherwise the latest default of the person, the group or everybody. `null`
 * without any.
 */
function openedBy({ memberID, groupID }: Identity, views: readonly SavedView[], chosen: number | null): number | null {
  if (views.some((view) => view.id === chosen)) return chosen;
  const latest = (among: (view: SavedView) => boolean) =>
    views
      .filter((view) => view.predefinita === 1 && among(view))
      .toSorted((a, b) => b.modificato.localeCompare(a.modificato))
      .at(0)?.id;
  return (
    latest(({ condivisa, utente }) => condivisa === 'no' && utente === memberID) ??
    latest(({ condivisa, gruppo }) => condivisa === 'gruppo' && gruppo === groupID) ??
    latest(({ condivisa }) => condivisa === 'tutti') ??
    null
  );
}

/** Route that returns the views of a list, or one view. */
export const listViewsRoute = (deps: ViewNeeds): Route => ({
  method: 'GET',
  path: '/api/viste',
  permission: 'session',
  passive: true,
  description:
    'Le viste di un elenco (tabella: un registro, o scadenze): le proprie, quelle del proprio gruppo e quelle di tutti; i gruppi 2 e 9 anche quelle degli altri gruppi. predefinita dice quale si apre da sola. Con id una sola, e in mancano le voci dei suoi filtri che non ci sono più.',
  schema: { query: listQuery },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { tabella, id: key } = listQuery.parse(req.query);
    if (key !== undefined) {
      const view = await visibleView(deps, identity, key);
      const mancano = await knownList(deps, view.tabella).missing(view.contenuto);
      const answer: OneView = { data: [view], totale: 1, mancano };
      res.set('ETag', `"${view.versione}"`).json(answer);
      return;
    }
    res.json(await viewsOf(deps, identity, knownList(deps, tabella).path));
  },
});

const historyQuery = z.object({ id: viewId });

/** Route that returns the versions of a view. */
export const viewHistoryRoute = (deps: ViewNeeds): Route => ({
  method: 'GET',
  path: '/api/viste/storico',
  permission: 'session',
  description: 'Le versioni di una vista (id), dalla più recente; di prima che fosse condivisa le vede solo l’autore.',
  schema: { query: historyQuery },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { id: key } = historyQuery.parse(req.query);
    const { utente } = await visibleView(deps, identity, key);
    const data = (await savedViews(deps.writeDb).versions(key)).filter((version) => seesView(identity, { ...version, utente }));
    res.json({ data, totale: data.length });
  },
});
