import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { ReadModule } from '../catalogue.ts';
import { todaysCodes, withTodaysKinds } from './kinds.queries.ts';

const OPEN = [macchinari, noleggi, personale];

/** Records have a document of every kind that there is. */
export const scadenzeReads: ReadModule = {
  name: 'scadenze',
  effective: Object.fromEntries(OPEN.map(({ path }) => [path, withTodaysKinds])),
  added: Object.fromEntries(OPEN.map((def) => [def.path, todaysCodes(def)])),
};
