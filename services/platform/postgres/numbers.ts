import { sql } from 'kysely';
import type { Database } from '#projections/database.ts';
import { prepareStatement } from '#projections/database/prepared.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import type { WriteDatabase } from './write-tables.ts';

const numberFor = prepareStatement<{ numero: number; nuovo: boolean }>(
  () => sql`select numero, nuovo from public.numero_per(${''}, ${''}, ${false})`,
);

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
      return { number: given!.numero, fresh: given!.nuovo };
    },
    async claim(sequence, commandId, number) {
      await this.atLeast(sequence, number);
      const { rows } = await sql`with mine as (
          insert into public.numeri_riservati (command_id, sequenza, numero) values (${commandId}, ${sequence}, ${number})
          on conflict do nothing returning numero)
        select numero from mine union all
        select numero from public.numeri_riservati where command_id = ${commandId} and sequenza = ${sequence} and numero = ${number}`.execute(
        db,
      );
      return rows.length > 0;
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
          conflict.column('sequenza').doUpdateSet({ ultimo: sql<number>`greatest(numeri.ultimo, excluded.ultimo)` }),
        )
        .execute();
    },
  };
}
