import { sql } from 'kysely';
import type { Database } from '#projections/database.ts';
import { prepareStatement } from '#projections/database/prepared.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import type { WriteDatabase } from './write-tables.ts';

const numberFor = prepareStatement<{ numero: string | number; nuovo: boolean }>(
  () => sql`select numero, nuovo from public.numero_per(${''}, ${''}, ${false})`,
);

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
      return { number: Number(given?.numero), fresh: given?.nuovo === true };
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
      await sql`delete from public.numeri_riservati where command_id = ${commandId} and sequenza = ${sequence} and numero = ${number}`.execute(
        db,
      );
    },
    async atLeast(sequence, last) {
      await sql`insert into public.numeri as n (sequenza, ultimo) values (${sequence}, ${last})
        on conflict (sequenza) do update set ultimo = greatest(n.ultimo, excluded.ultimo)`.execute(db);
    },
  };
}
