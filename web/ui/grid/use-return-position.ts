import { useEffect, useRef, type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react';
import { cameFrom } from '#web/lib/arrival.ts';

/** Position in a list before a row was opened: the row's address, and the scroll offsets of page and grid. */
interface Place {
  href: string;
  page: number;
  grid: number;
  /** The person went from the opened record to another of the list. */
  moved?: true;
}

const PLACES = new Map<string, Place>();
/** Makes another record the one that the list returns to, because the person went on to it from the first. */
export function movePlace(from: string, to: string): void {
  for (const [name, place] of PLACES) if (place.href === from) PLACES.set(name, { ...place, href: to, moved: true });
}

const ROW = '[data-href]';
const TICK = '[data-tick]';
const scroller = (section: HTMLElement | null) => section?.querySelector<HTMLElement>('[data-grid-scroll]') ?? null;

/**
 * Restores scroll position and focused row when the person returns from a record. `ready`: the rows are loaded.
 * `onLeave` is called before a row is opened.
 */
export function useReturnPosition(section: RefObject<HTMLElement>, name: string, ready: boolean, onLeave: (() => void) | undefined) {
  const from = useRef<string | undefined | null>(null);
  from.current ??= cameFrom();
  const back = useRef(false);
  useEffect(() => {
    const place = PLACES.get(name);
    if (!ready || back.current || !place) return;
    back.current = true;
    PLACES.delete(name);
    if (new URL(place.href, location.origin).pathname !== from.current) return;
    const grid = scroller(section.current);
    const row = section.current?.querySelector<HTMLElement>(`[data-href="${CSS.escape(place.href)}"]`);
    row?.focus({ preventScroll: true });
    if (grid) grid.scrollTop = place.grid;
    scrollTo(0, place.page);
    if (place.moved) row?.scrollIntoView({ block: 'nearest' });
  }, [ready, name, section]);
  const leave = (event: SyntheticEvent): void => {
    const target = event.target as HTMLElement;
    const href = target.closest<HTMLElement>(ROW)?.dataset['href'];
    // a press on a checkbox opens nothing: a render in the middle of the press would undo it
    if (href === undefined || !onLeave || target.closest(TICK)) return;
    PLACES.set(name, { href, page: scrollY, grid: scroller(section.current)?.scrollTop ?? 0 });
    onLeave();
  };
  return {
    onClickCapture: leave,
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key === 'Enter') leave(event);
    },
  };
}
