import { sql, type Expression, type RawBuilder } from 'kysely';
import type { BoardColumn } from '#contracts/modules/scadenze/board-columns.ts';
import { FASCE } from '#contracts/modules/scadenze/due-date.ts';
import type { ListColumn } from '../catalogue.ts';
import { listColumns } from '../list-columns.ts';
import type { Filters } from '../registers/register.queries.ts';
import { columnConditions, refuse } from '../registers/filters.ts';
import { codesOf, eb, reference, type Condition, type Entries } from './board-aliases.ts';
import { firstKind, kindTable, type BoardKinds } from './board-kinds.ts';
import { band } from './board-order.ts';
import { siteOf } from './board-site.ts';
import { expressions } from '../database/compiled.ts';

type Type = ListColumn['type'];

/** Returns the columns by which the board can be filtered and grouped, over a row `d`, its record `s` and its mark as seen `v`. */
export function boardColumns(giorno: string, kinds: BoardKinds): ReadonlyMap<string, ListColumn> {
  // a missing document that several kinds would meet is called by all of their names
  const kindNames = sql<string>`(select string_agg(coalesce(k.nome, c.codice), ' o ' order by c.numero)
    from unnest(${codesOf(eb.ref('d.tipo'))}) with ordinality as c(codice, numero)
    left join ${kindTable(kinds)} on k.soggetto = d.soggetto and k.codice = c.codice)`;
  const ownerOfKind = firstKind('d', kinds).select('k.responsabile');
  const columns: Record<BoardColumn, [Type, Expression<unknown>]> = {
    scadenza: ['date', eb.ref('d.scadenza')],
    tipo: ['text', kindNames],
    id: ['text', eb.ref('d.id')],
    nome: ['text', eb.ref('s.nome')],
    soggetto: ['text', eb.ref('d.soggetto')],
    cantiere: ['text', siteOf(giorno)],
    responsabile: ['text', eb.fn.coalesce('s.responsabile', ownerOfKind)],
    visto_fino: ['date', sql.ref('v.fino')],
    fascia: ['text', sql<string>`(${[...FASCE]}::text[])[${band(giorno)} + 1]`],
    ore_mancanti: ['numeric', eb.ref('d.ore_mancanti')],
  };
  return listColumns(columns);
}

/** Joins the rows with the tables that the columns of the board name. */
export const withRecords = (rows: Entries, giorno: string) =>
  expressions
    .selectFrom(rows.as('d'))
    .innerJoin('scadenzario_record as s', (join) => join.onRef('s.soggetto', '=', 'd.soggetto').onRef('s.id', '=', 'd.id'))
    .leftJoin('scadenzario_visti as v', (join) =>
      join
        .onRef('v.soggetto', '=', 'd.soggetto')
        .onRef('v.id', '=', 'd.id')
        .onRef('v.tipo', '=', 'd.tipo')
        .onRef('v.voce', '=', 'd.voce')
        .on('v.fino', '>=', giorno)
        .on('v.riferimento', 'is not distinct from', reference('d')),
    );

/** Returns the conditions on columns. Throws RICHIESTA_NON_VALIDA for an unknown column or invalid values. */
export function boardConditions(filters: Filters, { giorno, kinds }: { giorno: string; kinds: BoardKinds }): Condition[] {
  const columns = boardColumns(giorno, kinds);
  return Object.entries(filters).flatMap(([name, condition]) => columnConditions(columns, name, condition)) as Condition[];
}

/** Filters the rows by conditions on columns. */
export const filterByColumns = (rows: Entries, filters: Filters, on: { giorno: string; kinds: BoardKinds }): Entries =>
  withRecords(rows, on.giorno)
    .selectAll('d')
    .where(({ and }) => and(boardConditions(filters, on)));

/** Returns the value by whose equality the rows are grouped. Throws RICHIESTA_NON_VALIDA for an unknown column. */
export function groupValue(per: string, giorno: string, kinds: BoardKinds): RawBuilder<string | number | null> {
  const column = boardColumns(giorno, kinds).get(per);
  if (!column) throw refuse('per', `Non si raggruppa per ${per.slice(0, 50)}`);
  return column.expression as RawBuilder<string | number | null>;
}
