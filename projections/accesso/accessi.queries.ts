import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AccessRow } from '#contracts/modules/accessi.ts';
import type { AccessFilters } from '#contracts/modules/accessi-request.ts';
import type { ReadDatabase } from '../database.ts';

type Row = Omit<AccessRow, 'quando'> & { quando: Date };

/** Returns a page of the trail of accesses, newest first, and the total number of rows that match the filters. */
export async function accessPage(
  db: Kysely<ReadDatabase>,
  asked: AccessFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AccessRow[]; total: number }> {
  const [{ rows }, total] = await Promise.all([
    sql<Row>`${wholeAccesses(asked)} limit ${limit} offset ${offset}`.execute(db),
    countAccesses(db, asked),
  ]);
  return { rows: rows.map((row) => ({ ...row, quando: row.quando.toISOString() })), total };
}

export async function countAccesses(db: Kysely<ReadDatabase>, asked: AccessFilters): Promise<number> {
  const { rows } = await sql<{ totale: number }>`select count(*)::integer as totale from public.accessi a where ${which(asked)}`.execute(
    db,
  );
  return rows[0]?.totale ?? 0;
}

/** Builds the statement that reads all rows of the trail that match the filters, without paging. */
export const wholeAccesses = (asked: AccessFilters): RawBuilder<unknown> =>
  sql`select a.id::text, a.quando, a.tipo, a.utente, a.indirizzo, a.cosa, a.quanti from public.accessi a where ${which(asked)} order by a.quando desc, a.id desc`;

function which({ utente, tipo, cosa, dal, al }: AccessFilters): RawBuilder<unknown> {
  const midnight = (day: string, more: number) => sql`((${day}::date + ${sql.lit(more)})::timestamp at time zone 'Europe/Rome')`;
  const words = (cosa ?? '').normalize('NFC').split(/\s+/).filter(Boolean);
  return sql.join(
    [
      sql`true`,
      ...(utente === undefined ? [] : [sql`a.utente = ${utente}`]),
      ...(tipo === undefined ? [] : [sql`a.tipo = ${tipo}`]),
      ...(dal === undefined ? [] : [sql`a.quando >= ${midnight(dal, 0)}`]),
      ...(al === undefined ? [] : [sql`a.quando < ${midnight(al, 1)}`]),
      ...words.map((word) => sql`a.cosa ilike ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
    ],
    sql` and `,
  );
}
