import { sql } from 'kysely';
import type { Database } from '#projections/database.ts';
import { prepareStatement } from '#projections/database/prepared.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import type { WriteDatabase } from './write-tables.ts';

interface Reserved {
  numero: number;
  nuovo: boolean;
}

const numberFor = prepareStatement<Reserved>(() => sql<Reserved>`select numero, nuovo from public.numero_per(${''}, ${''}, ${false})`);

/**
 * Creates the numbers on PostgreSQL. The number is stored with the command's reservation, so a retried command gets the same number. A
 * failed command leaves a gap, and no number is used twice. `sameLog` tells that the events that use the numbers are in the same database.
 */
export function postgresNumbers(db: Database<WriteDatabase>, { sameLog = false } = {}): Numbers {
  return {
    async reserve(sequence, commandId, { durable = false } = {}) {
      // in one database, the append that uses the number also flushes the reservation, which precedes it in the WAL, so the reservation
      // need not wait. If the database crashes between the two, the number can be reserved again, and the first append may still arrive
      // after the recovery. `durable` excludes this.
      const waits = !sameLog || durable;
      const [given] = await numberFor(db, [sequence, commandId, waits]);
      return { number: given!.numero, isNew: given!.nuovo };
    },
    async claim(sequence, commandId, number) {
      await this.atLeast(sequence, number);
      const reserved = await db
        .withSchema('public')
        .with('mine', (query) =>
          query
            .insertInto('numeri_riservati')
            .values({ command_id: commandId, sequenza: sequence, numero: number })
            .onConflict((conflict) => conflict.doNothing())
            .returning('numero'),
        )
        .selectFrom('mine')
        .select('numero')
        .unionAll(({ selectFrom }) =>
          selectFrom('numeri_riservati')
            .select('numero')
            .where('command_id', '=', commandId)
            .where('sequenza', '=', sequence)
            .where('numero', '=', number),
        )
        .execute();
      return reserved.length > 0;
    },
    async renounce(sequence, commandId, number) {
      await db
        .withSchema('public')
        .deleteFrom('numeri_riservati')
        .where('command_id', '=', commandId)
        .where('sequenza', '=', sequence)
        .where('numero', '=', number)
        .execute();
    },
    async atLeast(sequence, last) {
      await db
        .withSchema('public')
        .insertInto('numeri')
        .values({ sequenza: sequence, ultimo: last })
        .onConflict((conflict) =>
          conflict.column('sequenza').doUpdateSet(({ fn }) => ({ ultimo: fn<number>('greatest', ['numeri.ultimo', 'excluded.ultimo']) })),
        )
        .execute();
    },
  };
}
