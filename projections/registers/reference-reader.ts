import type { Kysely } from 'kysely';
import type { Naming, ReferenceReader } from '#contracts/ports/reference-reader.ts';
import type { ReadDatabase } from '../database.ts';
import type { RegistersByPath } from '../read-tables.ts';
import { LIVE, references } from './register.table.ts';

/**
 * Creates the reader of references between records. `reached` resolves to true when the read models have processed the log up to a
 * position, and to false if they are late.
 */
export function referenceReader(db: Kysely<ReadDatabase>, reached: (position: string) => Promise<boolean>): ReferenceReader {
  return {
    async naming({ def, field, value, multiple, position }) {
      if (!(await reached(position))) throw new Error('the read models are behind');
      return db
        .withTables<RegistersByPath>()
        .selectFrom(def.path)
        .select(({ ref }) => [ref(def.key.field).as('key'), ref(field).as('text'), 'versione as version'])
        .where(LIVE)
        .where(references(field, value, multiple))
        .orderBy(def.key.field)
        .$castTo<Naming>()
        .execute();
    },
  };
}
