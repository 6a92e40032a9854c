import { useRef, useState, type RefObject } from 'react';

/** For a wrapper without a box of its own (`contents`): its ref, and its first child as that to which something floats. */
export function useAnchor(): { root: RefObject<HTMLSpanElement>; anchor: RefObject<HTMLElement> } {
  const root = useRef<HTMLSpanElement>(null);
  const [anchor] = useState(() => ({
    get current() {
      return (root.current?.firstElementChild ?? null) as HTMLElement | null;
    },
  }));
  return { root, anchor };
}
