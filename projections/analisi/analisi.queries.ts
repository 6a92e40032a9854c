import {
  expressionBuilder,
  sql,
  type AliasableExpression,
  type AliasedExpression,
  type JoinBuilder,
  type Kysely,
  type NotNull,
  type OrderByItemBuilder,
} from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Figure, Righe, LegendItem } from '#contracts/modules/analisi.ts';
import type { Scope } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '../database.ts';

/** Selection of the production lines that a figure counts. */
export interface Counted {
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
export interface Seen {
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
type Lines = AliasedExpression<Line, 'g'>;
type Days = AliasedExpression<Day, 'g'>;
/** A query that another names, of rows of this type. */
type Rows<Row> = AliasableExpression<Row>;

/** Unit and color of a work item. */
type WorkItem = Pick<ReadDatabase['lavorazioni'], 'descrizione' | 'um' | 'colore'>;

/** Tables that the figures read: the common table expression `voci` has the work items. */
type Tables = ReadDatabase & { voci: WorkItem };

/** Builds queries that refer to no outer query. */
const read = expressionBuilder<Tables, never>();

/** Builds expressions over the aliases of the figures: quantities `g` with their work item `l`, a site `c`, a machine `m`, a rental `n`. */
const eb = expressionBuilder<
  Tables & {
    g: Line & { quantita: number; produzione: number };
    l: WorkItem;
    c: Tables['cantieri'];
    m: Tables['macchinari'];
    n: Tables['noleggi'];
  },
  'g' | 'l' | 'c' | 'm' | 'n'
>();

/** A figure, with the lines it counts. */
export interface Asked<F extends Figure = Figure> {
  figure: F;
  counted: Counted;
}

/** JSON text of rows of this type. It can be megabytes, so the portal passes it on without parsing. */
export type JsonText<Rows> = string & { readonly rows?: Rows };

/**
 * Returns the figures under their names, and the legend for the lines of `legendOf`, if given. Sums are exact; quotients are rounded half
 * up, once. One statement reads everything, so that the figures are consistent and shared lines are read once.
 */
export async function figures(
  db: Kysely<ReadDatabase>,
  asked: Readonly<Record<string, Asked>>,
  seen: Seen,
  legendOf: Counted | null,
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
  const named = [...ctes].map(([name, rows]) => sql`${sql.id(name)} as ${rows}`);
  const {
    rows: [row = {}],
  } = await sql<Record<string, string>>`with ${sql.join(named)} ${db.selectNoFrom(columns)}`.execute(db);
  return {
    rows: Object.fromEntries(parts.map(([name]) => [name, row[`figura ${name}`] ?? '[]'])),
    lavorazioni: row['figura '] ?? '[]',
  };
}

/**
 * Tables from which a figure is computed, aliased `g`. The methods add a common table expression only when called, since PostgreSQL
 * materialises one that is used more than once.
 */
interface Source {
  /** Returns the table of single lines. */
  lines(): Lines;
  /** Returns the table of production per work item and day. */
  days(): Days;
}

/** Returns a factory of sources that registers each common table expression once, under its own name. */
function sources(ctes: Map<string, Rows<object>>): (counted: Counted) => Source {
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

const italian = (order: OrderByItemBuilder): OrderByItemBuilder => order.collate('it-x-icu').nullsLast();

/** Unit and color of each work item; the first record, if a work item was registered twice. */
const WORK_ITEMS: Rows<WorkItem> = read
  .selectFrom('lavorazioni')
  .distinctOn('descrizione')
  .select(['descrizione', 'um', 'colore'])
  .where(({ not }) => not('eliminato'))
  .orderBy('descrizione')
  .orderBy('id');

/** Selects the work items of the lines, with unit and color, by name. */
const legend = ({ days }: Source): Rows<LegendItem> =>
  read
    .selectFrom(days())
    .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
    .select(({ fn }) => ['g.lavorazione', fn.min('l.um').as('um'), fn.min('l.colore').as('colore')])
    .where('g.lavorazione', 'is not', null)
    .groupBy('g.lavorazione')
    .orderBy('g.lavorazione', (order) => order.collate('it-x-icu'))
    .$narrowType<{ lavorazione: NotNull }>();

function linesOf({ dal, al, scope, utente, lav = [], can = [], wbs = [], commesse = [] }: Counted): Rows<Line> {
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

/** Condition that the reader may see the record. */
const readable = (alias: 'c' | 'm' | 'n', scope: Scope, utente: string) =>
  ({
    all: eb.not(`${alias}.eliminato`),
    own: eb.and([eb.not(`${alias}.eliminato`), eb(`${alias}.utente`, '=', utente)]),
    none: eb.lit(false),
  })[scope];

/** Joins the site of the quantities, if the reader may see it. */
const site =
  ({ cantieri, utente }: Seen) =>
  <DB extends { g: { commessa: string | null }; c: Tables['cantieri'] }, TB extends keyof DB>(join: JoinBuilder<DB, TB>) =>
    join.on(eb('c.commessa', '=', eb.ref('g.commessa'))).on(readable('c', cantieri, utente));

const STREET = eb.fn.coalesce('c.via', 'c.indirizzo');

/**
 * Selects each equipment of the lines once, with its description: from the machine's record, else the rental's, if the reader may see them.
 */
function equipment(lines: Lines, { macchinari, noleggi, utente }: Seen): Rows<{ attrezzatura: string | null; descrizione: string | null }> {
  const found = read
    .selectFrom(lines)
    .select('g.attrezzatura')
    .distinct()
    .where(({ not }) => not('g.fermo'));
  return read.selectFrom(found.as('e')).select(({ fn, selectFrom }) => [
    'e.attrezzatura',
    fn
      .coalesce(
        selectFrom('macchinari as m')
          .select('m.descrizione')
          .whereRef('m.matricola', '=', 'e.attrezzatura')
          .where(readable('m', macchinari, utente))
          .$asScalar(),
        selectFrom('noleggi as n')
          .select('n.descrizione')
          .whereRef('n.matricola', '=', 'e.attrezzatura')
          .where(readable('n', noleggi, utente))
          .orderBy('n.id')
          .limit(1)
          .$asScalar(),
      )
      .as('descrizione'),
  ]);
}

const QUANTITY = sql<number>`trim_scale(sum(g.millesimi) / 1000.0)`;
const EURO = sql<number>`trim_scale(sum(g.centesimi) / 100.0)`;

const daysOf = (lines: Lines): Rows<Day> =>
  read
    .selectFrom(lines)
    .select(({ fn }) => ['g.lavorazione', 'g.data', fn.sum<number>('g.millesimi').as('millesimi')])
    .select(({ fn }) => fn.sum<number>('g.centesimi').as('centesimi'))
    .where(({ not }) => not('g.fermo'))
    .groupBy(['g.lavorazione', 'g.data']);

/** Selects the quantities per work item; a figure adds the columns by which it groups them too. */
const quantities = (lines: Lines) =>
  read
    .selectFrom(lines)
    .select(['g.lavorazione', QUANTITY.as('quantita')])
    .where(({ not }) => not('g.fermo'))
    .groupBy('g.lavorazione');

/** JSON text of the quantities `g` of a group, with the color of their work item `l`. */
const WORK = eb
  .cast<string>(
    eb.fn
      .jsonAgg(jsonBuildObject({ lavorazione: eb.ref('g.lavorazione'), quantita: eb.ref('g.quantita'), colore: eb.ref('l.colore') }))
      .orderBy('g.lavorazione', italian),
    'text',
  )
  .as('lavorazioni');

/** Selects each work item's day with the first quantity in the given order: its lowest or highest day. */
function extreme(days: Days, direction: 'asc' | 'desc'): Rows<Righe['highest']> {
  const first = read
    .selectFrom(days)
    .distinctOn('g.lavorazione')
    .select(['g.lavorazione', 'g.millesimi', 'g.data'])
    .orderBy('g.lavorazione')
    .orderBy('g.millesimi', direction)
    .orderBy('g.data');
  return read
    .selectFrom(first.as('g'))
    .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
    .select(['g.lavorazione', sql<number>`trim_scale(g.millesimi / 1000.0)`.as('value'), 'g.data as date', 'l.colore'])
    .orderBy('g.lavorazione', italian);
}

const STATEMENTS: { [F in Figure]: (from: Source, seen: Seen) => Rows<Righe[F]> } = {
  perDay({ lines }, seen) {
    const daily = read
      .selectFrom(lines())
      .select(['g.data', 'g.lavorazione', 'g.commessa', 'g.wbs', 'g.note', QUANTITY.as('quantita')])
      // a standstill line counts no quantity; its note gives the reason
      .where(({ eb: of, not, or }) => or([not('g.fermo'), of('g.note', 'is not', null)]))
      .groupBy(['g.data', 'g.lavorazione', 'g.commessa', 'g.wbs', 'g.note']);
    return read
      .selectFrom(daily.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .leftJoin('cantieri as c', site(seen))
      .select(({ cast, fn, ref }) => [
        'g.data as date',
        cast<string>(
          fn
            .jsonAgg(
              jsonBuildObject({
                lavorazione: ref('g.lavorazione'),
                quantita: ref('g.quantita'),
                commessa: ref('g.commessa'),
                wbs: ref('g.wbs'),
                note: ref('g.note'),
                colore: ref('l.colore'),
                committente: ref('c.committente'),
                via: STREET,
              }),
            )
            .orderBy('g.lavorazione', italian)
            .orderBy('g.commessa', italian)
            .orderBy('g.wbs', italian)
            .orderBy('g.note', italian),
          'text',
        ).as('lavorazioni'),
      ])
      .groupBy('g.data')
      .orderBy('g.data');
  },
  equipmentPerDay({ lines }, seen) {
    const daily = quantities(lines())
      .select(({ fn }) => ['g.data', 'g.attrezzatura', fn.max('g.descrizione').as('descrizione')])
      .groupBy(['g.data', 'g.attrezzatura']);
    const perDay = read
      .selectFrom(daily.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(({ fn }) => [
        'g.data as date',
        'g.attrezzatura',
        fn.max('g.descrizione').as('descrizione'),
        fn<number>('trim_scale', [fn.sum('g.quantita')]).as('somma'),
        WORK,
      ])
      .groupBy(['g.data', 'g.attrezzatura']);
    return read
      .selectFrom(perDay.as('g'))
      .leftJoin(equipment(lines(), seen).as('a'), 'a.attrezzatura', 'g.attrezzatura')
      .select(['g.date', 'g.attrezzatura'])
      .select(({ fn }) => fn.coalesce('g.descrizione', 'a.descrizione').as('descrizione'))
      .select(['g.somma', 'g.lavorazioni'])
      .orderBy('g.date')
      .orderBy('g.attrezzatura', italian);
  },
  perSite: ({ lines }, seen) =>
    read
      .selectFrom(quantities(lines()).select('g.commessa').groupBy('g.commessa').as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .leftJoin('cantieri as c', site(seen))
      .select(['g.commessa as cantieri', 'c.committente', STREET.as('via'), WORK])
      .groupBy(['g.commessa', 'c.committente', STREET])
      .orderBy('g.commessa', italian),
  perEquipment({ lines }, seen) {
    const work = read
      .selectFrom(quantities(lines()).select('g.attrezzatura').groupBy('g.attrezzatura').as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(['g.attrezzatura', WORK])
      .groupBy('g.attrezzatura');
    const named = read
      .selectFrom(lines())
      .select(({ fn }) => ['g.attrezzatura', fn.max('g.descrizione').as('descrizione')])
      .where(({ not }) => not('g.fermo'))
      .groupBy('g.attrezzatura');
    const described = read
      .selectFrom(named.as('g'))
      .leftJoin(equipment(lines(), seen).as('a'), 'a.attrezzatura', 'g.attrezzatura')
      .select(({ fn }) => ['g.attrezzatura', fn.coalesce('g.descrizione', 'a.descrizione').as('descrizione')]);
    return (
      read
        .selectFrom(work.as('e'))
        // a missing equipment counts as an empty text, so that its lines form a group and PostgreSQL can use a hash join
        .innerJoin(described.as('d'), (join) =>
          join.on(({ eb: of, fn }) => of(fn.coalesce('d.attrezzatura', sql.lit('')), '=', fn.coalesce('e.attrezzatura', sql.lit('')))),
        )
        .select(['e.attrezzatura', 'd.descrizione', 'e.lavorazioni'])
        .orderBy('e.attrezzatura', italian)
    );
  },
  perOperator: ({ lines }) =>
    read
      .selectFrom(quantities(lines()).select('g.operatore').groupBy('g.operatore').as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(['g.operatore', WORK])
      .groupBy('g.operatore')
      .orderBy('g.operatore', italian),
  valuePerSite({ lines }) {
    const values = read
      .selectFrom(lines())
      .select(['g.lavorazione', 'g.commessa', EURO.as('produzione')])
      .where(({ not }) => not('g.fermo'))
      .groupBy(['g.lavorazione', 'g.commessa']);
    return read
      .selectFrom(values.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(({ cast, fn, ref }) => [
        'g.lavorazione',
        'l.colore',
        cast<string>(
          fn
            .jsonAgg(
              jsonBuildObject({
                lavorazione: ref('g.lavorazione'),
                commessa: ref('g.commessa'),
                produzione: ref('g.produzione'),
                colore: ref('l.colore'),
              }),
            )
            .orderBy('g.commessa', italian),
          'text',
        ).as('lavorazioni'),
      ])
      .groupBy(['g.lavorazione', 'l.colore'])
      .orderBy('g.lavorazione', italian);
  },
  share({ days }) {
    const values = read
      .selectFrom(days())
      .select(['g.lavorazione', EURO.as('value')])
      .groupBy('g.lavorazione');
    const percent = sql<number>`coalesce(trim_scale(round(100 * g.value / nullif(sum(g.value) over (), 0), 2)), 0)`;
    return read
      .selectFrom(values.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(['g.lavorazione', 'g.value', percent.as('produzione'), 'l.colore'])
      .orderBy('g.lavorazione', italian);
  },
  averageValue: ({ days }) =>
    read
      .selectFrom(days())
      .select(sql<number>`coalesce(round(sum(g.centesimi) / 100.0 / nullif(count(distinct g.data), 0), 2), 0)`.as('value')),
  averages({ days }) {
    const average = sql<number>`trim_scale(round(sum(g.millesimi) / 1000.0 / count(distinct g.data), 3))`;
    const values = read
      .selectFrom(days())
      .select(['g.lavorazione', average.as('value')])
      .groupBy('g.lavorazione');
    return read
      .selectFrom(values.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(['g.lavorazione', 'g.value', 'l.colore'])
      .orderBy('g.lavorazione', italian);
  },
  highest: ({ days }) => extreme(days(), 'desc'),
  lowest: ({ days }) => extreme(days(), 'asc'),
  totalValue: ({ days }) => read.selectFrom(days()).select(({ fn, lit }) => fn.coalesce(EURO, lit(0)).as('value')),
};
