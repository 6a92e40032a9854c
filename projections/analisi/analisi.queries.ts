import { sql, type Kysely } from 'kysely';
import type { Figure, Righe, LegendItem } from '#contracts/modules/analisi.ts';
import type { ReadDatabase } from '../database.ts';
import { STATEMENTS } from './figure-statements.ts';
import { legend, read, sources, WORK_ITEMS, type LineSelection, type ReaderScopes, type Rows } from './sources.ts';

export type { LineSelection, ReaderScopes } from './sources.ts';

/** A figure, with the lines it counts. */
export interface FigureRequest<F extends Figure = Figure> {
  figure: F;
  counted: LineSelection;
}

/** JSON text of rows of this type. It can be megabytes, so the portal passes it on without parsing. */
export type JsonText<Rows> = string & { readonly rows?: Rows };

/**
 * Returns the figures under their names, and the legend for the lines of `legendOf`, if given. Sums are exact; quotients are rounded half
 * up, once. One statement reads everything, so that the figures are consistent and shared lines are read once.
 */
export async function figures(
  db: Kysely<ReadDatabase>,
  asked: Readonly<Record<string, FigureRequest>>,
  seen: ReaderScopes,
  legendOf: LineSelection | null,
): Promise<{ rows: Record<string, JsonText<Righe[Figure][]>>; lavorazioni: JsonText<LegendItem[]> }> {
  const ctes = new Map<string, Rows<object>>([['voci', WORK_ITEMS]]);
  const from = sources(ctes);
  const parts = Object.entries(asked).map(([name, { figure, counted }]): [string, Rows<object>] => [
    name,
    STATEMENTS[figure](from(counted), seen),
  ]);
  const all: typeof parts = legendOf ? [...parts, ['', legend(from(legendOf))]] : parts;
  const columns = all.map(([name, statement]) =>
    read
      .selectFrom(statement.as('t'))
      .select(({ cast, fn }) => cast<string>(fn.coalesce(fn.jsonAgg('t'), sql.lit('[]')), 'text').as('righe'))
      .as(`figura ${name}`),
  );
  const named = [...ctes].map(([name, rows]) => sql<unknown>`${sql.id(name)} as ${rows}`);
  const {
    rows: [row = {}],
  } = await sql<Record<string, string>>`with ${sql.join(named)} ${db.selectNoFrom(columns)}`.execute(db);
  return {
    rows: Object.fromEntries(parts.map(([name]) => [name, row[`figura ${name}`] ?? '[]'])),
    lavorazioni: row['figura '] ?? '[]',
  };
}
