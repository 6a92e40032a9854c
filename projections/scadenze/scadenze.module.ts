import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { ReadModule } from '../catalogue.ts';
import { withTodaysKinds } from './kinds.queries.ts';

/** Records have a document of every kind that there is. */
export const scadenzeReads: ReadModule = {
  name: 'scadenze',
  effective: Object.fromEntries([macchinari, noleggi, personale].map(({ path }) => [path, withTodaysKinds])),
};
