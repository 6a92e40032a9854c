import { useState, type UIEvent } from 'react';

/** Rows are drawn by so many at once: more than a panel shows. */
const BLOCK = 8;

/** The rows to draw where a list is scrolled this far: the block at its upper edge, one before and one after. */
export function rowsAround(scrolled: number, rowHeight: number, count: number): { from: number; to: number } {
  const lastBlock = Math.max(0, Math.ceil(count / BLOCK) - 1);
  const block = Math.min(lastBlock, Math.max(0, Math.floor(scrolled / (rowHeight * BLOCK))));
  return { from: Math.max(0, block - 1) * BLOCK, to: Math.min(count, (block + 2) * BLOCK) };
}

/** Of a list of hundreds only what can be seen is drawn: `onScroll` is of the element that scrolls, which says in `--scrolled` how far it is. */
export function useRowsInView(count: number, rowHeight: number) {
  const [block, setBlock] = useState(0);
  const height = rowHeight * BLOCK;
  return {
    ...rowsAround(block * height, rowHeight, count),
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>) => {
      currentTarget.style.setProperty('--scrolled', `${currentTarget.scrollTop}px`);
      setBlock(Math.floor(currentTarget.scrollTop / height));
    },
  };
}
