import { sql } from 'kysely';
import type { Database } from '#projections/database.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import type { WriteDatabase } from './write-tables.ts';

/** A number that a coming command will reserve. */
export interface NumberRequest {
  sequence: string;
  commandId: string;
}

export interface ReservedNumbers extends Numbers {
  /** Reserves numbers for coming commands in one statement, in this order. Resolves after they are flushed to disk. */
  prepare(wanted: readonly NumberRequest[]): Promise<void>;
}

/** Wraps numbers so that many can be reserved at once. `reserve` then returns them from memory. */
export function reservedNumbers(numbers: Numbers, db: Database<WriteDatabase>): ReservedNumbers {
  const ready = new Map<string, { number: number; isNew: boolean }>();
  const keyOf = (sequence: string, commandId: string): string => `${sequence}/${commandId}`;
  return {
    ...numbers,
    async prepare(requests) {
      const { rows } = await sql<{ numero: string | number; nuovo: boolean }>`select n.numero, n.nuovo
        from unnest(${requests.map(({ sequence }) => sequence)}::text[], ${requests.map(({ commandId }) => commandId)}::text[])
          as w(sequenza, comando) cross join lateral public.numero_per(w.sequenza, w.comando, true) as n`.execute(db);
      for (const [i, { sequence, commandId }] of requests.entries())
        ready.set(keyOf(sequence, commandId), { number: Number(rows[i]?.numero), isNew: rows[i]?.nuovo === true });
    },
    async reserve(sequence, commandId, options) {
      const key = keyOf(sequence, commandId);
      const given = ready.get(key);
      ready.delete(key);
      return given ?? numbers.reserve(sequence, commandId, options);
    },
    async renounce(sequence, commandId, number) {
      ready.delete(keyOf(sequence, commandId));
      await numbers.renounce(sequence, commandId, number);
    },
  };
}
