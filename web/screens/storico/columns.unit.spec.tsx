// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { catalogue } from '#web/catalogue.ts';
import { storicoColumns } from './columns.tsx';
import { viewColumn } from './past-entry.tsx';

/** Width of the grid in a window of 1024 px: without margins, frame and scrollbar. */
const ROOM = 1024 - 2 * 16 - 2 - 15;

const columns = [
  ...storicoColumns(catalogue, { unfolded: new Set(), onFold: () => {} }),
  viewColumn(catalogue, { onView: () => {}, hrefOfGroup: () => '' }),
];

it('a 1024 px le colonne che si vedono stanno nella pagina', () => {
  const shown = columns.filter(({ hidden, wideOnly }) => !hidden && !wideOnly);
  // what has no width may not be squeezed to nothing
  for (const { id, width, minWidth } of shown) expect([id, width ?? minWidth]).toEqual([id, expect.any(Number)]);
  expect(shown.reduce((sum, { width, minWidth = 0 }) => sum + (width ?? minWidth), 0)).toBeLessThanOrEqual(ROOM);
});
