import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

/** Moves the focus between rows by arrow keys, Home and End. One row is in the tab order. */
export function useRowKeys(count: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(0);
  useEffect(() => setActive((now) => Math.min(now, Math.max(0, count - 1))), [count]);
  const focusRow = (index: number) => {
    setActive(index);
    body.current?.querySelector<HTMLElement>(`tr[data-row="${index}"]`)?.focus();
  };
  return {
    body,
    active,
    onFocus: (event: FocusEvent) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row]');
      if (row) setActive(Number(row.dataset['row']));
    },
    onKeyDown: (event: KeyboardEvent) => {
      const target =
        event.key === 'ArrowDown'
          ? active + 1
          : event.key === 'ArrowUp'
            ? active - 1
            : event.key === 'Home'
              ? 0
              : event.key === 'End'
                ? count - 1
                : -1;
      if (target < 0 || target >= count || event.altKey || event.ctrlKey) return;
      event.preventDefault();
      focusRow(target);
    },
  };
}
