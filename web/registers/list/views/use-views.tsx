import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { SavedView } from '#contracts/core/saved-view.ts';
import { ApiError } from '#web/lib/api-client.ts';
import { useIdentity } from '#web/lib/session.ts';
import { loadedPart } from '#web/lib/use-loaded.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';
import { useGridPreferences, type Arrangement } from '#web/ui/grid/use-grid-preferences.ts';
import { NO_VIEW, tabOf, type Naming, type SaveViewDialogProps, type ViewBarProps } from './view-bar.ts';
import {
  contentsOf,
  isPlainList,
  openView,
  plainState,
  sameContents,
  type ListArrangement,
  type OpenableView,
  type ViewedList,
} from './view-contents.ts';
import { viewOptions, viewsOptions } from './views.api.ts';

const Bar = loadedPart<ViewBarProps>(() => import('./ViewBar.tsx'), <div className="min-h-11" aria-busy />);

const Dialog = loadedPart<SaveViewDialogProps>(() => import('./SaveViewDialog.tsx'));

interface ViewsOptions {
  list: ViewedList;
  state: ListState;
  change(change: Partial<ListState>): void;
  /** Name under which the person's own columns are kept. */
  storageKey: string;
  /** The list has its rows, so that the views take nothing from its first request. */
  ready: boolean;
}

export interface Views {
  arrangement: Arrangement;
  /** Tabs of the views, over the list; nothing while there are none. */
  bar: ReactNode;
  /** Asks for the name of a view that keeps the list as it is now. */
  onSaveView(): void;
  /** Attributes that make the list the panel of the open tab. */
  panel: { role?: 'tabpanel'; id?: string; 'aria-labelledby'?: string };
}

/**
 * Opens the saved views of a list. The address names the view, and holds the state that the view gave the list once it is open, so that
 * whatever reads the address (rows, Excel, print, selection) follows.
 */
export function useViews({ list, state, change, storageKey, ready }: ViewsOptions): Views {
  const me = useIdentity();
  const ownArrangement = useGridPreferences(storageKey);
  const [naming, setNaming] = useState<Naming | null>(null);
  const id = state.view === undefined || state.view === NO_VIEW ? null : Number(state.view);
  const { data: views } = useQuery({ ...viewsOptions(list.path), enabled: ready || id !== null });
  const viewQuery = useQuery({ ...viewOptions(id ?? 0), enabled: id !== null });
  const savedView = id === null ? undefined : viewQuery.data?.data[0];
  const view = savedView?.tabella === list.path ? savedView : null;
  const openedView = useMemo(() => view && openView(list, view.contenuto, viewQuery.data?.mancano), [list, view, viewQuery.data]);
  const { arrangement, forget } = useArrangement(ownArrangement, view, openedView);
  useOpening({ list, state, change }, { openedView, opensItself: views?.predefinita });
  const isMissing = id !== null && (viewQuery.error instanceof ApiError || (savedView !== undefined && view === null));
  const contents = contentsOf(list, state, arrangement);
  const asOpened = openedView && contentsOf(list, { ...state, ...openedView.state }, { ...arrangement, ...arrangedBy(openedView) });
  const changed = asOpened === null ? !isPlainList(list, state) : state.viewOpened === true && !sameContents(contents, asOpened);
  const tabs = (views?.data ?? []).filter((one) => one.id === view?.id || hasTab(one, me));
  const isShown = views !== undefined && (tabs.length > 0 || isMissing);
  const onSaved = (savedId: number | null) => {
    forget();
    if (savedId === null) change({ ...plainState(list.defaults), view: NO_VIEW, viewOpened: undefined });
    else change({ view: String(savedId), viewOpened: true });
  };
  const bar = (
    <>
      {isShown ? (
        <Bar
          list={list}
          views={tabs}
          view={view}
          opensItself={views.predefinita}
          contents={contents}
          changed={changed}
          readOnly={state.al !== undefined}
          omissions={openedView?.omissions ?? []}
          isMissing={isMissing}
          onOpen={(next) => {
            forget();
            change({ ...plainState(list.defaults), view: next === null ? NO_VIEW : String(next), viewOpened: undefined });
          }}
          onReset={() => {
            forget();
            change(openedView ? openedView.state : plainState(list.defaults));
          }}
          onSaved={onSaved}
          onName={setNaming}
        />
      ) : null}
      {naming ? (
        <Dialog
          list={list}
          view={naming === 'open' ? view : null}
          contents={contents}
          onClose={() => setNaming(null)}
          onSaved={(savedId) => {
            setNaming(null);
            if (naming === 'new') onSaved(savedId);
          }}
        />
      ) : null}
    </>
  );
  const tab = tabOf(view);
  return {
    arrangement,
    bar,
    onSaveView: () => setNaming('new'),
    panel: isShown ? { role: 'tabpanel', id: `panel-${tab}`, 'aria-labelledby': `tab-${tab}` } : {},
  };
}

/** Tells whether a view has a tab. Those of other groups, which groups 2 and 9 see too, are opened by their address. */
const hasTab = ({ condivisa, gruppo, utente }: SavedView, me: { memberID: string; groupID: number }): boolean =>
  condivisa !== 'gruppo' || gruppo === me.groupID || utente === me.memberID;

const arrangedBy = ({ layout, density }: OpenableView): Partial<ListArrangement> => ({
  ...(layout ? { layout } : {}),
  ...(density ? { density } : {}),
});

/** Returns the columns and the density of the open view, or the person's own. What is changed in a view is kept until it is left. */
function useArrangement(
  ownArrangement: Arrangement,
  view: SavedView | null,
  openedView: OpenableView | null,
): { arrangement: Arrangement; forget(): void } {
  const [draft, setDraft] = useState<(ListArrangement & { view: number }) | null>(null);
  const forget = () => setDraft(null);
  if (view === null || openedView === null) return { arrangement: ownArrangement, forget };
  const { layout, density }: ListArrangement =
    draft?.view === view.id ? draft : { layout: ownArrangement.layout, density: ownArrangement.density, ...arrangedBy(openedView) };
  const arrangement: Arrangement = {
    layout,
    density,
    setLayout: (next) => setDraft({ view: view.id, layout: next, density }),
    setDensity: (next) => setDraft({ view: view.id, layout, density: next }),
  };
  return { arrangement, forget };
}

/** Gives the list the state of the view that the address names, or that opens by itself in a list whose address is empty. */
function useOpening(
  { list, state, change }: Pick<ViewsOptions, 'list' | 'state' | 'change'>,
  { openedView, opensItself }: { openedView: OpenableView | null; opensItself: number | null | undefined },
): void {
  const untouched = useRef(location.search === '');
  useEffect(() => {
    if (openedView && state.viewOpened !== true) change({ ...openedView.state, viewOpened: true });
  }, [openedView, state.viewOpened, change]);
  useEffect(() => {
    if (opensItself === undefined || !untouched.current) return;
    untouched.current = false;
    if (opensItself !== null && state.view === undefined && isPlainList(list, state)) change({ view: String(opensItself) });
  }, [opensItself, list, state, change]);
}
