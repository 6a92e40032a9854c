import type { ReadModule } from '../catalogue.ts';
import { peopleInClearProjection } from './people-in-clear.projection.ts';
import { treeProjection } from './tree.projection.ts';

/** Read side of the checkpoints: the Merkle tree over the log, and which of its events tell of people in clear. */
export const sigilliReads: ReadModule = {
  name: 'sigilli',
  projections: ({ registers }) => [treeProjection, peopleInClearProjection(registers)],
};
