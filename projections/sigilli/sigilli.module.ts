import type { ReadModule } from '../catalogue.ts';
import { treeProjection } from './tree.projection.ts';

/** Read side of the checkpoints: the Merkle tree over the log. */
export const sigilliReads: ReadModule = { name: 'sigilli', projections: () => [treeProjection] };
