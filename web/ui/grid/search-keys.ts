import type { KeyboardEvent } from 'react';

/** Handles keys between search box and rows: ↓ moves from the search box into the rows, Esc from a row to the search box. */
export function searchKeys(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const grid = event.currentTarget;
  // React bubbles the keys of the grid's menus too, although the menus are rendered elsewhere in the page
  if (!grid.contains(target)) return;
  const inSearch = target.closest('[data-grid-search]') !== null;
  const to =
    event.key === 'ArrowDown' && inSearch
      ? 'tr[data-row][tabindex="0"], [data-grid-card] > :is(a, button)'
      : event.key === 'Escape' && target.closest('tr[data-row], [data-grid-card]')
        ? '[data-grid-search] input'
        : null;
  const found = to === null ? null : grid.querySelector<HTMLElement>(to);
  if (!found) return;
  event.preventDefault();
  found.focus();
}
