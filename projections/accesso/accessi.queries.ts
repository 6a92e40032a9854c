import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Group } from '#contracts/core/groups.ts';
import type { ACCESS_COLUMNS, AccessRow } from '#contracts/modules/accessi.ts';
import type { AccessFilters } from '#contracts/modules/accessi-request.ts';
import type { ListColumn } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { columnConditions, refuse, type Filters } from '../registers/filters.ts';
import { valueCounts, type ValuesPage } from '../registers/value-counts.ts';

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

const TYPES: Readonly<Record<keyof typeof ACCESS_COLUMNS, ListColumn['type']>> = {
  quando: 'date',
  utente: 'text',
  tipo: 'text',
  cosa: 'text',
  quanti: 'integer',
  indirizzo: 'text',
};

/** Columns of the trail by name; the row's alias is `a`. */
const COLUMNS: ReadonlyMap<string, ListColumn> = new Map(
  Object.entries(TYPES).map(([name, type]) => {
    const expression = name === 'quando' ? sql`(a.quando at time zone 'Europe/Rome')::date` : sql`a.${sql.id(name)}`;
    return [name, { name, type, expression }];
  }),
);

/**
 * Returns the values of a column with the number of their rows, the largest first, and the number of all values. Throws
 * RICHIESTA_NON_VALIDA for an unknown column.
 */
export function accessGroups(db: Kysely<ReadDatabase>, asked: AccessFilters, { per, ...page }: ValuesPage & { per: string }) {
  const value = COLUMNS.get(per)?.expression;
  if (!value) throw refuse('per', `Non si raggruppa per ${per.slice(0, 50)}`);
  const rows = sql<{ valore: Group['valore'] }>`(select ${value} as valore from public.accessi a where ${which(asked)})`;
  return valueCounts(db, rows, page);
}

function which({ utente, tipo, cosa, dal, al, filtri = {} }: AccessFilters): RawBuilder<unknown> {
  const midnight = (day: string, more: number) => sql`((${day}::date + ${sql.lit(more)})::timestamp at time zone 'Europe/Rome')`;
  const words = (cosa ?? '').normalize('NFC').split(/\s+/).filter(Boolean);
  return sql.join(
    [
      sql`true`,
      ...(utente === undefined ? [] : [sql`a.utente = ${utente}`]),
      ...(tipo === undefined ? [] : [sql`a.tipo = ${tipo}`]),
      ...(dal === undefined ? [] : [sql`a.quando >= ${midnight(dal, 0)}`]),
      ...(al === undefined ? [] : [sql`a.quando < ${midnight(al, 1)}`]),
      ...Object.entries(filtri as Filters).flatMap(([name, condition]) => columnConditions(COLUMNS, name, condition)),
      ...words.map((word) => sql`a.cosa ilike ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
    ],
    sql` and `,
  );
}
