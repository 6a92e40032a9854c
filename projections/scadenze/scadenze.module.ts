import type { ReadModule } from '../catalogue.ts';
import { boardProjection } from './board.projection.ts';
import { paceProjection } from './pace.projection.ts';
import { placesProjection } from './places.projection.ts';

/** What is due, of whatever expires. */
export const scadenzeReads: ReadModule = {
  name: 'scadenze',
  projections: (catalogue) => [boardProjection(catalogue), placesProjection(catalogue), paceProjection(catalogue)],
};
