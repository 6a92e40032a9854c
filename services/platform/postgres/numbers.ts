import { sql, type Kysely } from 'kysely';
import type { Numeri } from '#contracts/ports/numbers.ts';
import type { ScrittureDatabase } from './write-tables.ts';

/**
 * Numbers kept in PostgreSQL. The reservation is written down with the number, so that a command
 * tried again has the same one; a command that fails leaves a gap, never a number used twice.
 */
export function numeriPostgres(db: Kysely<ScrittureDatabase>): Numeri {
  return {
    async riserva(sequenza, commandId) {
      const { rows } = await sql<{ numero: string | number }>`select public.riserva_numero(${sequenza}, ${commandId}) as numero`.execute(db);
      return Number(rows[0]?.numero);
    },
    async almeno(sequenza, ultimo) {
      await sql`insert into public.numeri as n (sequenza, ultimo) values (${sequenza}, ${ultimo})
        on conflict (sequenza) do update set ultimo = greatest(n.ultimo, excluded.ultimo)`.execute(db);
    },
  };
}
