import { sql, type Kysely } from 'kysely';
import type { Numbers } from '#contracts/ports/numbers.ts';
import type { WriteDatabase } from './write-tables.ts';

/**
 * Numbers kept in PostgreSQL. The reservation is written down with the number, so that a command
 * tried again has the same one; a command that fails leaves a gap, never a number used twice.
 * `sameLog`: the events that use them are kept in this very database.
 */
export function postgresNumbers(db: Kysely<WriteDatabase>, { sameLog = false } = {}): Numbers {
  return {
    async reserve(sequence, commandId, { durable = false } = {}) {
      // in one log of changes what comes after is never on disk without what came before: the append that uses the number
      // waits for both. A database that dies between the two forgets the number, and the append may still find it recovered
      const waits = !sameLog || durable;
      const { rows } = await sql<{ numero: string | number; nuovo: boolean }>`select numero, nuovo from public.numero_per(${sequence}, ${commandId}, ${waits})`.execute(db);
      return { number: Number(rows[0]?.numero), fresh: rows[0]?.nuovo === true };
    },
    async renounce(sequence, commandId, number) {
      await sql`delete from public.numeri_riservati where command_id = ${commandId} and sequenza = ${sequence} and numero = ${number}`.execute(db);
    },
    async atLeast(sequence, last) {
      await sql`insert into public.numeri as n (sequenza, ultimo) values (${sequence}, ${last})
        on conflict (sequenza) do update set ultimo = greatest(n.ultimo, excluded.ultimo)`.execute(db);
    },
  };
}
