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
 * Numbers kept in PostgreSQL. The reservation is written down with the number, so that a command
 * tried again has the same one; a command that fails leaves a gap, never a number used twice.
 * `sameLog`: the events that use them are kept in this very database.
 */
export function postgresNumbers(db: Database<WriteDatabase>, { sameLog = false } = {}): Numbers {
  return {
    async reserve(sequence, commandId, { durable = false } = {}) {
      // in one log of changes what comes after is never on disk without what came before: the append that uses the number
      // waits for both. A database that dies between the two forgets the number, and the append may still find it recovered
      const waits = !sameLog || durable;
      const [given] = await numberFor(db, [sequence, commandId, waits]);
      return { number: given!.numero, fresh: given!.nuovo };
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
