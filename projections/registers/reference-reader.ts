import { sql, type Kysely } from 'kysely';
import type { Naming, ReferenceReader } from '#contracts/ports/reference-reader.ts';
import type { ReadDatabase } from '../database.ts';
import { LIVE } from './register.table.ts';

/**
 * Creates the reader of references between records. `reached` resolves to true when the read models have processed the log up to a
 * position, and to false if they are late.
 */
export function referenceReader(db: Kysely<ReadDatabase>, reached: (position: string) => Promise<boolean>): ReferenceReader {
  return {
    async naming({ def, field, value, multiple, position }) {
      if (!(await reached(position))) throw new Error('the read models are behind');
      const names = multiple ? sql`${value} = any(string_to_array(${sql.id(field)}, ', '))` : sql`${sql.id(field)} = ${value}`;
      const { rows } = await sql<Naming>`select ${sql.id(def.key.field)} as key, ${sql.id(field)} as written, versione as version
        from ${sql.table(def.path)} where ${LIVE} and ${names} order by ${sql.id(def.key.field)}`.execute(db);
      return rows;
    },
  };
}
