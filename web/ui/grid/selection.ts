/** The selection in a list that is never loaded whole: either some rows by key, or every filtered row except some. */
export interface Selection {
  all: boolean;
  /** The selected keys; with `all`, the keys left out. */
  keys: ReadonlySet<string>;
}

export const EMPTY_SELECTION: Selection = { all: false, keys: new Set() };
export const FULL_SELECTION: Selection = { all: true, keys: new Set() };

export function isSelected(selection: Selection, key: string): boolean {
  return selection.keys.has(key) !== selection.all;
}

export function selectedCount(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.keys.size) : selection.keys.size;
}

export function setSelected(selection: Selection, keys: readonly string[], selected: boolean): Selection {
  const next = new Set(selection.keys);
  for (const key of keys) {
    if (selected === selection.all) next.delete(key);
    else next.add(key);
  }
  return { all: selection.all, keys: next };
}

export function toggle(selection: Selection, key: string): Selection {
  return setSelected(selection, [key], !isSelected(selection, key));
}

/** Toggles a row. With `from`, all rows of the page between `from` and the row take the row's new state. */
export function toggleRange(selection: Selection, pageKeys: readonly string[], from: string | null, key: string): Selection {
  const [a, b] = [from === null ? -1 : pageKeys.indexOf(from), pageKeys.indexOf(key)];
  if (a < 0) return toggle(selection, key);
  return setSelected(selection, pageKeys.slice(Math.min(a, b), Math.max(a, b) + 1), !isSelected(selection, key));
}

/** Returns the state of the head's checkbox, which stands for the page and not for the whole list. */
export function pageState(selection: Selection, pageKeys: readonly string[]): 'none' | 'some' | 'all' {
  const selectedCount = pageKeys.filter((key) => isSelected(selection, key)).length;
  if (selectedCount === 0) return 'none';
  return selectedCount === pageKeys.length ? 'all' : 'some';
}

/** Toggles the head's checkbox: a partly selected page becomes wholly selected first. */
export function togglePage(selection: Selection, pageKeys: readonly string[]): Selection {
  return setSelected(selection, pageKeys, pageState(selection, pageKeys) !== 'all');
}

/** Returns the selected keys among all keys of the list, in the list's order. */
export function resolveSelection(selection: Selection, allKeys: readonly string[]): string[] {
  return allKeys.filter((key) => isSelected(selection, key));
}
