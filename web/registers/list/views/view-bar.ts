import type { SavedView, ViewContents } from '#contracts/core/saved-view.ts';
import type { ViewedList } from './view-contents.ts';

/** Value of the address for a list that was opened without a view, though one would open by itself. */
export const NO_VIEW = '0';

/** Returns the id of a view's tab. */
export const tabOf = (view: Pick<SavedView, 'id'> | null): string => `vista-${view?.id ?? NO_VIEW}`;

export interface ViewBarProps {
  list: Pick<ViewedList, 'path' | 'many'>;
  /** Views that have a tab. */
  views: readonly SavedView[];
  /** The open view. */
  view: SavedView | null;
  /** Id of the view that opens by itself for the person. */
  opensItself: number | null;
  /** Contents of a view that would keep the list as it is now. */
  contents: ViewContents;
  /** The list differs from the open view; without one, from the list as it opens. */
  changed: boolean;
  /** Nothing can be saved: the list is as of an instant. */
  readOnly: boolean;
  /** Parts of the open view that the list no longer has. */
  omissions: readonly string[];
  /** The address names a view that does not exist, or that the person may not see. */
  isMissing: boolean;
  /** Opens a view; `null`: the list without a view. */
  onOpen(id: number | null): void;
  /** Returns to the view as it was saved. */
  onReset(): void;
  /** Called with the id of a view that was saved as the list is now, or `null` after the open view was deleted. */
  onSaved(id: number | null): void;
  /** Asks for the name of a new view, or for changes of the open one's name and sharing. */
  onName(which: Naming): void;
}

/** The view whose name is asked for. */
export type Naming = 'new' | 'open';

export interface SaveViewDialogProps {
  list: Pick<ViewedList, 'path'>;
  /** The view to rename or share; `null`: a new one. */
  view: SavedView | null;
  /** Contents of a new view. */
  contents: ViewContents;
  onClose(): void;
  onSaved(id: number): void;
}
