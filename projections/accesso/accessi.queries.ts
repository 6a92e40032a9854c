import { expressionBuilder, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { Group } from '#contracts/core/groups.ts';
import type { ACCESS_COLUMNS, AccessRow } from '#contracts/modules/accessi.ts';
import type { AccessFilters } from '#contracts/modules/accessi-request.ts';
import type { ListColumn } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { listColumns } from '../list-columns.ts';
import { columnConditions, refuse, type Filters } from '../registers/filters.ts';
import { valueCounts, type ValuesPage } from '../registers/value-counts.ts';
import { romeDay, romeMidnight } from '../rome-days.ts';
import { expressions } from '../database/compiled.ts';

/** Rows `a` of the trail, in a statement that another reads from. */
const accesses = expressions.selectFrom('public.accessi as a');

/** Builds expressions over a row `a`. */
const eb = expressionBuilder<ReadDatabase & { a: ReadDatabase['public.accessi'] }, 'a'>();

/** Selects the rows that match the filters, newest first. */
const rowsOf = (from: typeof accesses, asked: AccessFilters) =>
  from
    .select(({ cast }) => cast<string>('a.id', 'text').as('id'))
    .select(['a.quando', 'a.tipo', 'a.utente', 'a.indirizzo', 'a.cosa', 'a.quanti'])
    .where(which(asked))
    .orderBy('a.quando', 'desc')
    .orderBy('a.id', 'desc');

/** Returns a page of the trail of accesses, newest first, and the total number of rows that match the filters. */
export async function accessPage(
  db: Kysely<ReadDatabase>,
  asked: AccessFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AccessRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    rowsOf(db.selectFrom('public.accessi as a'), asked).limit(limit).offset(offset).execute(),
    countAccesses(db, asked),
  ]);
  return { rows: rows.map((row) => ({ ...row, quando: row.quando.toISOString() })), total };
}

export async function countAccesses(db: Kysely<ReadDatabase>, asked: AccessFilters): Promise<number> {
  const { totale } = await db
    .selectFrom('public.accessi as a')
    .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('totale'))
    .where(which(asked))
    .executeTakeFirstOrThrow();
  return totale;
}

/** Builds the statement that reads all rows of the trail that match the filters, without paging. */
export const wholeAccesses = (asked: AccessFilters): Expression<unknown> => rowsOf(accesses, asked);

/** Columns of the trail by name; the row's alias is `a`. */
const COLUMNS = listColumns({
  quando: ['date', romeDay(eb.ref('a.quando'))],
  utente: ['text', eb.ref('a.utente')],
  tipo: ['text', eb.ref('a.tipo')],
  cosa: ['text', eb.ref('a.cosa')],
  quanti: ['integer', eb.ref('a.quanti')],
  indirizzo: ['text', eb.ref('a.indirizzo')],
} satisfies Record<keyof typeof ACCESS_COLUMNS, readonly [ListColumn['type'], Expression<unknown>]>);

/**
 * Returns the values of a column with the number of their rows, the largest first, and the number of all values. Throws
 * RICHIESTA_NON_VALIDA for an unknown column.
 */
export function accessGroups(db: Kysely<ReadDatabase>, asked: AccessFilters, { per, ...page }: ValuesPage & { per: string }) {
  const value = COLUMNS.get(per)?.expression;
  if (!value) throw refuse('per', `Non si raggruppa per ${per.slice(0, 50)}`);
  return valueCounts(db, accesses.select(eb.parens(value).$castTo<Group['valore']>().as('valore')).where(which(asked)), page);
}

function which({ utente, tipo, cosa, dal, al, filtri = {} }: AccessFilters): Expression<SqlBool> {
  const words = (cosa ?? '').normalize('NFC').split(/\s+/).filter(Boolean);
  const onColumns = Object.entries(filtri as Filters).flatMap(([name, condition]) => columnConditions(COLUMNS, name, condition));
  return eb.and([
    ...(utente === undefined ? [] : [eb('a.utente', '=', utente)]),
    ...(tipo === undefined ? [] : [eb('a.tipo', '=', tipo)]),
    ...(dal === undefined ? [] : [eb('a.quando', '>=', romeMidnight(dal))]),
    ...(al === undefined ? [] : [eb('a.quando', '<', romeMidnight(al, 1))]),
    ...onColumns,
    ...words.map((word) => eb('a.cosa', 'ilike', `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
  ]);
}
