import type { KeyboardEvent } from 'react';

/** From the search box ↓ goes into the rows; from a row Esc goes back to the search. */
export function searchKeys(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const grid = event.currentTarget;
  // a menu of the grid is drawn elsewhere on the page, yet its keys come by here
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
