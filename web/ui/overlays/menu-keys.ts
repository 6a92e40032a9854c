import type { KeyboardEvent } from 'react';

/** Returns the enabled entries of a menu, in order. */
export const itemsIn = (panel: Element | null | undefined): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled])') ?? []),
];

/** Milliseconds within which typed letters form one search word. */
const WORD = 500;
let typedPrefix = { text: '', at: 0 };

/** Handles a key in an open menu: moves the focus, finds an entry by its first letters, or leaves on Tab. */
export function byKey(event: KeyboardEvent, leave: () => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  // stop the event, because the toolbar or row around the menu handles keys too
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
  typedPrefix = { text: (now - typedPrefix.at < WORD ? typedPrefix.text : '') + key.toLocaleLowerCase('it'), at: now };
  // a single letter moves on to the next match; a longer word may match the current entry
  const from = Math.max(at + (typedPrefix.text.length === 1 ? 1 : 0), 0);
  return [...items.slice(from), ...items.slice(0, from)].find((item) =>
    item.textContent?.trim().toLocaleLowerCase('it').startsWith(typedPrefix.text),
  );
}
