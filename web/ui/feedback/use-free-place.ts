import { useLayoutEffect, type RefObject } from 'react';
import { freePlace, type Box } from './free-place.ts';

/** What one could want to press next, rows of a list included, and what the page is called. */
const CONTROLS = 'button, a[href], input, select, textarea, tbody tr, h1';
const NOT = '[inert], .sr-only, header.bar > *';
const MARGIN = 16;
/** Under the top bar, at either width. */
const FROM = { wide: 56, phone: 64 };

function controls(own: HTMLElement): Box[] {
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((element) => {
    if (own.contains(element) || element.closest(NOT)) return [];
    // a field is as wide as its box, a switch as its words; what scrolled out of a list is under its foot
    const box = (element.closest('.input, .switch-label, .border-dashed') ?? element).getBoundingClientRect();
    const frame = element.closest('[data-grid-scroll]')?.getBoundingClientRect();
    const bottom = Math.min(box.bottom, frame?.bottom ?? box.bottom);
    return box.width > 1 && bottom - box.top > 1 && bottom > 0 && box.top < innerHeight
      ? [{ left: box.left, right: box.right, top: box.top, bottom }]
      : [];
  });
}

/** Keeps the messages where they cover no control: placed when they come, and anew when what is under them changes. */
export function useFreePlace(region: RefObject<HTMLElement>, shown: readonly unknown[]): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element || shown.length === 0) return;
    let frame = 0;
    const place = () => {
      frame = 0;
      const wide = document.documentElement.clientWidth;
      const room = { left: MARGIN, right: wide - MARGIN, top: innerWidth < 900 ? FROM.phone : FROM.wide, bottom: innerHeight - 8 };
      const { width, height } = element.getBoundingClientRect();
      const { top, right } = freePlace({ width, height }, controls(element), room);
      element.style.top = `${top}px`;
      element.style.right = `${wide - right}px`;
    };
    place();
    const soon = () => {
      frame ||= requestAnimationFrame(place);
    };
    const changes = new MutationObserver((records) => {
      if (records.some(({ target }) => !element.contains(target))) soon();
    });
    changes.observe(document.body, { childList: true, subtree: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      removeEventListener('resize', soon);
    };
  }, [region, shown]);
}
