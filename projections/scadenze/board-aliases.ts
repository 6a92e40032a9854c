import { expressionBuilder, sql, type AliasableExpression, type Expression, type SqlBool } from 'kysely';
import type { BoardSubject } from '#contracts/modules/scadenze/board.ts';
import type { ReadDatabase } from '../database.ts';

/** Row of the board, before the columns of its record are read. */
export interface BoardEntry {
  soggetto: BoardSubject;
  id: string;
  tipo: string;
  voce: string;
  scadenza: string | null;
  file: boolean | null;
  ore_mancanti: number | null;
  ore_scadenza: number | null;
  assente: boolean;
  raggiunta: boolean;
}

/** A query of rows of the board, from which another can select. */
export type Entries = AliasableExpression<BoardEntry>;

export type Condition = Expression<SqlBool>;

/** Requirement of single machines, rentals or workers; a document of any kind in `codici` meets it. */
interface RequirementRow {
  soggetto: string | null;
  mansione: number | null;
  tipologia: string | null;
  commessa: string | null;
  se: string | null;
  codici: string[];
}

/** Aliases that the conditions of the board name: its rows `d` or `p`, the record `s` of a row, a requirement `q`, a stored date `due`, a stored chain `c`. */
export interface BoardAliases extends ReadDatabase {
  d: BoardEntry;
  p: BoardEntry;
  s: ReadDatabase['scadenzario_record'];
  q: RequirementRow;
  due: ReadDatabase['scadenzario_date'];
  c: ReadDatabase['scadenzario_catena'];
}

/** Alias of the rows of the board in a query. */
export type RowAlias = 'd' | 'p';

/** Builds expressions over the aliases of the board. */
export const eb = expressionBuilder<BoardAliases, Exclude<keyof BoardAliases, keyof ReadDatabase>>();

/** Returns the value that a mark as seen refers to: the hours of a maintenance, else the date; null for a missing document. */
export const reference = (row: RowAlias) =>
  eb.fn.coalesce(
    eb.cast<string | null>(eb.fn('trim_scale', [`${row}.ore_scadenza`]), 'text'),
    eb.cast<string | null>(eb.ref(`${row}.scadenza`), 'text'),
  );

/** Returns the first of the codes in the kind of a row. */
export const firstCode = (row: RowAlias) => eb.fn<string>('split_part', [`${row}.tipo`, sql.lit('|'), eb.lit(1)]);

/** Returns the codes in a text, with `|` between them. */
export const codesOf = (text: Expression<string | null>) => eb.fn<string[]>('string_to_array', [text, sql.lit('|')]);

export const isOneOf = (value: Expression<string>, some: readonly string[]) => eb(value, '=', eb.fn.any(eb.val(some)));

/** Names a kind together with its subject. */
export const kindName = ({ soggetto, codice }: { soggetto: string; codice: string }): string => `${soggetto}/${codice}`;
export const kindOf = (soggetto: Expression<string>, codice: Expression<string>) => eb(eb(soggetto, '||', sql.lit('/')), '||', codice);

/** Table `k` of the codes in an array. */
export const codesIn = (codici: Expression<string[]>) => eb.fn<{ codice: string }>('unnest', [codici]).as<'k'>(sql<unknown>`k(codice)`);

/** Builds the condition that record `s` has a file or a date of the kind now. */
export const isPresent = (codice: Expression<string>) => sql<boolean>`${eb.ref('s.presenti')} ? ${codice}`;
