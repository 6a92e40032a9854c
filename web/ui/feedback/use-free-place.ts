import { useLayoutEffect, type RefObject } from 'react';
import { freeTop, type Box } from './free-place.ts';

/** What one could want to press next; rows of a list are many, and go on beside a message. */
const CONTROLS = 'button, a[href], input, select, textarea, [role="tab"]';
const NOT = '[inert], [data-grid-scroll] tbody, .tel-card, .sr-only, header.bar';
/** Under the top bar; its own height on a phone. */
const FROM = { wide: 56, phone: 64 };

function controls(own: HTMLElement): Box[] {
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((element) => {
    if (own.contains(element) || element.closest(NOT)) return [];
    // a field is as wide as its box, a switch as its words
    const box = (element.closest('.input, .switch-label, .border-dashed') ?? element).getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight ? [box] : [];
  });
}

/** Keeps the messages where they cover no control: moved when they come, and when what is under them changes so that they would. */
export function useFreePlace(region: RefObject<HTMLElement>, shown: readonly unknown[]): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element || shown.length === 0) return;
    let frame = 0;
    const place = () => {
      frame = 0;
      const { left, right, height } = element.getBoundingClientRect();
      const from = innerWidth < 900 ? FROM.phone : FROM.wide;
      element.style.top = `${freeTop({ left, right, height }, controls(element), from, innerHeight - 8)}px`;
    };
    place();
    const soon = () => { frame ||= requestAnimationFrame(place); };
    const changes = new MutationObserver((records) => { if (records.some(({ target }) => !element.contains(target))) soon(); });
    changes.observe(document.body, { childList: true, subtree: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      removeEventListener('resize', soon);
    };
  }, [region, shown]);
}
