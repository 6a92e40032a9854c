import type { KeyboardEvent } from 'react';

/** The entries that can be chosen, in order. */
export const itemsIn = (panel: Element | null | undefined): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled])') ?? []),
];

/** Letters that follow each other this soon are one word. */
const WORD = 500;
let typed = { text: '', at: 0 };

/** A key pressed in an open menu: moves the focus, finds by first letters, leaves by Tab. */
export function byKey(event: KeyboardEvent, leave: () => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  // the menu stands in a toolbar or a row with keys of its own
  event.stopPropagation();
  if (event.key === 'Tab') return leave();
  const items = itemsIn(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = target(event.key, items, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function target(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[Math.min(at + 1, items.length - 1)];
    case 'ArrowUp':
      return at < 0 ? items.at(-1) : items[Math.max(at - 1, 0)];
    case 'Home':
    case 'PageUp':
      return items[0];
    case 'End':
    case 'PageDown':
      return items.at(-1);
    default:
      return key.length === 1 && key !== ' ' ? byLetters(key, items, at) : undefined;
  }
}

function byLetters(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const now = performance.now();
  typed = { text: (now - typed.at < WORD ? typed.text : '') + key.toLocaleLowerCase('it'), at: now };
  // a first letter goes on to the next entry, a longer word may stay where it is
  const from = Math.max(at + (typed.text.length === 1 ? 1 : 0), 0);
  return [...items.slice(from), ...items.slice(0, from)].find((item) =>
    item.textContent?.trim().toLocaleLowerCase('it').startsWith(typed.text),
  );
}
