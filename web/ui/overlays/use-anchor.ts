import { useRef, useState, type RefObject } from 'react';

/** Returns the ref of a wrapper without a box (`contents`), and its first child as the anchor of a floating box. */
export function useAnchor(): { root: RefObject<HTMLSpanElement>; anchor: RefObject<HTMLElement> } {
  const root = useRef<HTMLSpanElement>(null);
  const [anchor] = useState(() => ({
    get current() {
      return (root.current?.firstElementChild ?? null) as HTMLElement | null;
    },
  }));
  return { root, anchor };
}
