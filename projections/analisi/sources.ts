import { expressionBuilder, sql, type AliasableExpression, type AliasedExpression, type NotNull, type OrderByItemBuilder } from 'kysely';
import type { LegendItem } from '#contracts/modules/analisi.ts';
import type { Scope } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '../database.ts';

/** Selection of the production lines that a figure counts. */
export interface LineSelection {
  /** Calendar dates, both included. */
  dal: string;
  al: string;
  /** The reader's scope on production; with `own`, the lines of headers whose owner is `utente`. */
  scope: Scope;
  utente: string;
  /** Filters for work items, sites and wbs; empty: all. */
  lav?: readonly string[];
  can?: readonly string[];
  wbs?: readonly string[];
  /** Additional restriction of sites; a line must satisfy this and `can`. */
  commesse?: readonly string[];
}

/** The reader's scopes on records shown beside the figures; of invisible records only the keys are shown. */
export interface ReaderScopes {
  utente: string;
  cantieri: Scope;
  macchinari: Scope;
  noleggi: Scope;
}

/** Columns of a line that figures need. */
const LINE_COLUMNS = [
  'data',
  'commessa',
  'wbs',
  'lavorazione',
  'operatore',
  'attrezzatura',
  'descrizione',
  'note',
  'fermo',
  'millesimi',
  'centesimi',
] as const;

type Line = Pick<ReadDatabase['analisi_giorni'], (typeof LINE_COLUMNS)[number]>;
type Day = Pick<Line, 'lavorazione' | 'data' | 'millesimi' | 'centesimi'>;
export type Lines = AliasedExpression<Line, 'g'>;
export type Days = AliasedExpression<Day, 'g'>;
/** A query that another names, of rows of this type. */
export type Rows<Row> = AliasableExpression<Row>;

/** Unit and color of a work item. */
type WorkItem = Pick<ReadDatabase['lavorazioni'], 'descrizione' | 'um' | 'colore'>;

/** Tables that the figures read: the common table expression `voci` has the work items. */
export type Tables = ReadDatabase & { voci: WorkItem };

/** Builds queries that refer to no outer query. */
export const read = expressionBuilder<Tables, never>();

/** Builds expressions over the aliases of the figures: quantities `g` with their work item `l`, a site `c`, a machine `m`, a rental `n`. */
export const eb = expressionBuilder<
  Tables & {
    g: Line & { quantita: number; produzione: number; value: number };
    l: WorkItem;
    c: Tables['cantieri'];
    m: Tables['macchinari'];
    n: Tables['noleggi'];
  },
  'g' | 'l' | 'c' | 'm' | 'n'
>();

/**
 * Tables from which a figure is computed, aliased `g`. The methods add a common table expression only when called, since PostgreSQL
 * materialises one that is used more than once.
 */
export interface Source {
  /** Returns the table of single lines. */
  lines(): Lines;
  /** Returns the table of production per work item and day. */
  days(): Days;
}

/** Returns a factory of sources that registers each common table expression once, under its own name. */
export function sources(ctes: Map<string, Rows<object>>): (counted: LineSelection) => Source {
  const numbers = new Map<string, number>();
  const named = <Row extends object>(name: string, rows: () => Rows<Row>): AliasedExpression<Row, 'g'> => {
    if (!ctes.has(name)) {
      const made = rows();
      ctes.set(name, made);
    }
    return sql.table(name).$castTo<Row>().as('g');
  };
  return (counted) => {
    const key = JSON.stringify(counted);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    const lines = (): Lines => named(`righe_${number}`, () => linesOf(counted));
    return { lines, days: () => named(`giorni_${number}`, () => daysOf(lines())) };
  };
}

export const italian = (order: OrderByItemBuilder): OrderByItemBuilder => order.collate('it-x-icu').nullsLast();

/** Unit and color of each work item; the first record, if a work item was registered twice. */
export const WORK_ITEMS: Rows<WorkItem> = read
  .selectFrom('lavorazioni')
  .distinctOn('descrizione')
  .select(['descrizione', 'um', 'colore'])
  .where(({ not }) => not('eliminato'))
  .orderBy('descrizione')
  .orderBy('id');

/** Selects the work items of the lines, with unit and color, by name. */
export const legend = ({ days }: Source): Rows<LegendItem> =>
  read
    .selectFrom(days())
    .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
    .select(({ fn }) => ['g.lavorazione', fn.min('l.um').as('um'), fn.min('l.colore').as('colore')])
    .where('g.lavorazione', 'is not', null)
    .groupBy('g.lavorazione')
    .orderBy('g.lavorazione', (order) => order.collate('it-x-icu'))
    .$narrowType<{ lavorazione: NotNull }>();

function linesOf({ dal, al, scope, utente, lav = [], can = [], wbs = [], commesse = [] }: LineSelection): Rows<Line> {
  return read
    .selectFrom('analisi_giorni')
    .select(LINE_COLUMNS)
    .where(({ and, between, eb: of, fn, lit, val }) => {
      const only = (column: 'lavorazione' | 'commessa' | 'wbs', values: readonly string[]) =>
        values.length === 0 ? [] : [of(column, '=', fn.any(val([...values])))];
      const mine = { all: [], own: [of('utente', '=', utente)], none: [lit(false)] }[scope];
      return and([
        between('data', dal, al),
        ...mine,
        ...only('lavorazione', lav),
        ...only('commessa', can),
        ...only('commessa', commesse),
        ...only('wbs', wbs),
      ]);
    });
}

const daysOf = (lines: Lines): Rows<Day> =>
  read
    .selectFrom(lines)
    .select(({ fn }) => ['g.lavorazione', 'g.data', fn.sum<number>('g.millesimi').as('millesimi')])
    .select(({ fn }) => fn.sum<number>('g.centesimi').as('centesimi'))
    .where(({ not }) => not('g.fermo'))
    .groupBy(['g.lavorazione', 'g.data']);
