import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { useShortcuts } from '#web/lib/shortcuts.ts';

interface Rows {
  count: number;
  /** The list of the screen, not a grid inside a form: its keys work before a row has the focus too. */
  main: boolean;
  /** The rows have checkboxes. */
  checks: boolean;
  /** A row can be opened. */
  opens: boolean;
  /** A row has cells that can be changed in place. */
  edits: boolean;
}

/** Moves the focus between rows by arrow keys, j and k, Home and End. One row is in the tab order. */
export function useRowKeys({ count, main, checks, opens, edits }: Rows) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(0);
  useEffect(() => setActive((now) => Math.min(now, Math.max(0, count - 1))), [count]);
  /** Moves from the focused row by `target`; returns false if the key belongs to another part of the page or there is no such row. */
  const move = (target: (from: number) => number): boolean => {
    const inside = body.current?.contains(document.activeElement) ?? false;
    if (!inside && !(main && nothingFocused())) return false;
    const next = inside ? target(active) : active;
    if (next < 0 || next >= count) return false;
    setActive(next);
    body.current?.querySelector<HTMLElement>(`tr[data-row="${next}"]`)?.focus();
    return true;
  };
  useShortcuts([
    { keys: ['ArrowUp', 'k'], label: 'Riga prima', offered: false, repeats: true, run: () => move((from) => from - 1) },
    { keys: ['ArrowDown', 'j'], label: 'Riga dopo', offered: false, repeats: true, run: () => move((from) => from + 1) },
    { keys: ['Home'], label: 'Prima riga', offered: false, run: () => move(() => 0) },
    { keys: ['End'], label: 'Ultima riga', offered: false, run: () => move(() => count - 1) },
    // the row itself handles these
    opens && { keys: ['Enter'], label: 'Apri la riga' },
    checks && { keys: [' '], label: 'Spunta la riga' },
    edits && { keys: ['F2'], label: 'Modifica la riga qui, una cella alla volta' },
  ]);
  return {
    body,
    active,
    onFocus: (event: FocusEvent) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row]');
      if (row) setActive(Number(row.dataset['row']));
    },
  };
}

/** Tells whether the focus is where a new screen puts it: on the page or its title, on no control. */
const nothingFocused = (): boolean => {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.tagName === 'H1';
};
