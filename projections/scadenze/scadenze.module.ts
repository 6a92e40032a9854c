import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { ReadModule } from '../catalogue.ts';
import { boardProjection } from './board.projection.ts';
import { withTodaysKinds } from './kinds.queries.ts';
import { paceProjection } from './pace.projection.ts';
import { placesProjection } from './places.projection.ts';

/** What is due, of whatever expires; records have a document of every kind that there is. */
export const scadenzeReads: ReadModule = {
  name: 'scadenze',
  projections: (catalogue) => [boardProjection(catalogue), placesProjection(catalogue), paceProjection(catalogue)],
  effective: Object.fromEntries([macchinari, noleggi, personale].map(({ path }) => [path, withTodaysKinds])),
};
