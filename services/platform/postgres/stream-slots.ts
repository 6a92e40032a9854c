import { randomUUID } from 'node:crypto';
import { expressionBuilder, type Kysely } from 'kysely';
import type { WriteDatabase } from './write-tables.ts';

/** Seconds that a slot lasts unless its process renews it; slots of a process that was killed are free after that time. */
const SLOT_SECONDS = 60;

const eb = expressionBuilder<WriteDatabase>();
const now = eb.fn<Date>('now', []);
/** The end of a slot that is taken or renewed now, by the database's clock, which all processes share. */
const until = eb(
  now,
  '+',
  eb.fn<Date>('make_interval', [eb.lit(0), eb.lit(0), eb.lit(0), eb.lit(0), eb.lit(0), eb.lit(0), eb.lit(SLOT_SECONDS)]),
);

/** Slots of the open streams of this process. */
export interface StreamSlots {
  /** Takes a free slot of a session and returns its number; `null` if all are taken, in this process or in others. */
  take(session: string): Promise<number | null>;
  /** Prolongs the slots that this process holds, and removes those that nobody has renewed. */
  renew(): Promise<void>;
  free(session: string, slot: number): Promise<void>;
  /** Frees all slots of this process. */
  freeAll(): Promise<void>;
}

/** Creates the slots of this process. `perSession`: maximum number of streams of a session in all processes together. */
export function streamSlots(db: Kysely<WriteDatabase>, perSession: number): StreamSlots {
  const process = randomUUID();
  /** Slots of this process. A slot that the database failed to free is not in it, so that nobody renews its row. */
  const held = new Map<string, { session: string; slot: number }>();
  const keyOf = (session: string, slot: number): string => `${session} ${slot}`;
  // a module created for a dry run has no database
  const tables = () => db.withSchema('public');
  return {
    async take(session) {
      for (let slot = 1; slot <= perSession; slot += 1) {
        const row = await tables()
          .insertInto('collegamenti')
          .values({ sessione: session, posto: slot, processo: process, fino_a: until })
          .onConflict((conflict) =>
            conflict
              .columns(['sessione', 'posto'])
              .doUpdateSet({ processo: process, fino_a: until })
              .where('collegamenti.fino_a', '<', now),
          )
          .returning('posto')
          .executeTakeFirst();
        if (!row) continue;
        held.set(keyOf(session, slot), { session, slot });
        return slot;
      }
      return null;
    },
    async renew() {
      if (held.size > 0)
        await tables()
          .updateTable('collegamenti')
          .set({ fino_a: until })
          .where('processo', '=', process)
          .where(({ eb: of, refTuple, tuple }) =>
            of(
              refTuple('sessione', 'posto'),
              'in',
              [...held.values()].map(({ session, slot }) => tuple(session, slot)),
            ),
          )
          .execute();
      await tables().deleteFrom('collegamenti').where('fino_a', '<', now).execute();
    },
    async free(session, slot) {
      held.delete(keyOf(session, slot));
      await tables()
        .deleteFrom('collegamenti')
        .where('sessione', '=', session)
        .where('posto', '=', slot)
        .where('processo', '=', process)
        .execute();
    },
    async freeAll() {
      held.clear();
      await tables().deleteFrom('collegamenti').where('processo', '=', process).execute();
    },
  };
}
