import { useCallback, useRef, type RefCallback } from 'react';

/** Least distance in px between the messages and the controls beside them. */
const GAP = 12;

/**
 * Returns the ref of the empty part of the top bar. Publishes its place as `--snacks-right` (from the window's right edge) and
 * `--snacks-room` (its width): messages stand there, over dialogs too, and so outside the bar's own element.
 */
export function useSnackRoom(): RefCallback<HTMLElement> {
  const stop = useRef<() => void>();
  return useCallback((element) => {
    stop.current?.();
    stop.current = undefined;
    if (!element) return;
    const root = document.documentElement;
    const publish = () => {
      const { right, width } = element.getBoundingClientRect();
      root.style.setProperty('--snacks-right', `${root.clientWidth - right + GAP}px`);
      root.style.setProperty('--snacks-room', `${Math.max(0, width - 2 * GAP)}px`);
    };
    // the root is observed too: in a wide window, the element moves without changing its width
    const observer = new ResizeObserver(publish);
    observer.observe(element);
    observer.observe(root);
    stop.current = () => {
      observer.disconnect();
      root.style.removeProperty('--snacks-right');
      root.style.removeProperty('--snacks-room');
    };
  }, []);
}
