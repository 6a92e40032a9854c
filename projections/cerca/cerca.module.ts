import type { ReadModule } from '../catalogue.ts';
import { cercaProjection } from './cerca.projection.ts';

/** Read side of the search: one index over the records of all registers. */
export const cercaReads: ReadModule = { name: 'cerca', projections: (catalogue) => [cercaProjection(catalogue)] };
