import { sql, type Kysely } from 'kysely';
import type { Numbers } from '#contracts/ports/numbers.ts';
import type { WriteDatabase } from './write-tables.ts';

/**
 * Numbers kept in PostgreSQL. The reservation is written down with the number, so that a command
 * tried again has the same one; a command that fails leaves a gap, never a number used twice.
 */
export function postgresNumbers(db: Kysely<WriteDatabase>): Numbers {
  return {
    async reserve(sequence, commandId) {
      const { rows } = await sql<{ numero: string | number }>`select public.riserva_numero(${sequence}, ${commandId}) as numero`.execute(db);
      return Number(rows[0]?.numero);
    },
    async atLeast(sequence, last) {
      await sql`insert into public.numeri as n (sequenza, ultimo) values (${sequence}, ${last})
        on conflict (sequenza) do update set ultimo = greatest(n.ultimo, excluded.ultimo)`.execute(db);
    },
  };
}
