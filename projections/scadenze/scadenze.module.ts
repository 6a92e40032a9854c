import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { ReadModule } from '../catalogue.ts';
import { boardProjection } from './board.projection.ts';
import { todaysCodes, withTodaysKinds } from './kinds.queries.ts';
import { remindersProjection } from './reminders.projection.ts';

const OPEN = [macchinari, noleggi, personale];

/** Read side of due dates: the board's read models, and the current document kinds as fields of records. */
export const scadenzeReads: ReadModule = {
  name: 'scadenze',
  projections: (catalogue) => [boardProjection(catalogue), remindersProjection],
  currentDefinition: Object.fromEntries(OPEN.map(({ path }) => [path, withTodaysKinds])),
  added: Object.fromEntries(OPEN.map((def) => [def.path, todaysCodes(def)])),
};
