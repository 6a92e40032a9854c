import { sql, type Kysely, type RawBuilder } from 'kysely';
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

type Rows = RawBuilder<unknown>;

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
  const ctes = new Map<string, Rows>([['voci', WORK_ITEMS]]);
  const from = sources(ctes);
  const parts = Object.entries(asked).map(([name, { figure, counted }]) => [name, STATEMENTS[figure](from(counted), seen)] as const);
  const columns = [...parts, ...(legendOf ? [['', legend(from(legendOf))] as const] : [])].map(
    ([name, statement]) => sql`(select coalesce(json_agg(t), '[]')::text from (${statement}) t) as ${sql.id(`figura ${name}`)}`,
  );
  const cteOf = [...ctes].map(([name, rows]) => sql`${sql.id(name)} as (${rows})`);
  const {
    rows: [row = {}],
  } = await sql<Record<string, string>>`with ${sql.join(cteOf)} select ${sql.join(columns)}`.execute(db);
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
  lines(): Rows;
  /** Returns the table of production per work item and day. */
  days(): Rows;
}

/** Returns a factory of sources that registers each common table expression once, under its own name. */
function sources(ctes: Map<string, Rows>): (counted: Counted) => Source {
  const numbers = new Map<string, number>();
  const named = (name: string, rows: () => Rows): Rows => {
    if (!ctes.has(name)) {
      const made = rows();
      ctes.set(name, made);
    }
    return sql`${sql.id(name)} g`;
  };
  return (counted) => {
    const key = JSON.stringify(counted);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    const lines = (): Rows => named(`righe_${number}`, () => linesOf(counted));
    return { lines, days: () => named(`giorni_${number}`, () => daysOf(lines())) };
  };
}

/** Unit and color of each work item; the first record, if a work item was registered twice. */
const WORK_ITEMS = sql`select distinct on (descrizione) descrizione, um, colore from lavorazioni where not eliminato order by descrizione, id`;

/** Selects the work items of the lines, with unit and color, by name. */
const legend = ({ days }: Source): Rows => sql`select g.lavorazione, min(l.um) as um, min(l.colore) as colore from ${days()} ${WORK_ITEM}
  where g.lavorazione is not null group by g.lavorazione order by g.lavorazione collate "it-x-icu"`;

function linesOf({ dal, al, scope, utente, lav = [], can = [], wbs = [], commesse = [] }: Counted): Rows {
  const only = (column: string, values: readonly string[]) =>
    values.length === 0 ? [] : [sql`${sql.id(column)} = any(${[...values]}::text[])`];
  const mine = { all: sql`true`, own: sql`utente = ${utente}`, none: sql`false` }[scope];
  const conditions = [
    sql`data between ${dal}::date and ${al}::date`,
    mine,
    ...only('lavorazione', lav),
    ...only('commessa', can),
    ...only('commessa', commesse),
    ...only('wbs', wbs),
  ];
  return sql`select data, commessa, wbs, lavorazione, operatore, attrezzatura, descrizione, note, fermo, millesimi, centesimi from analisi_giorni where ${sql.join(conditions, sql` and `)}`;
}

const WORK_ITEM = sql`left join voci l on l.descrizione = g.lavorazione`;

const readable = (table: string, scope: Scope, utente: string): RawBuilder<boolean> =>
  ({
    all: sql<boolean>`not ${sql.ref(table)}.eliminato`,
    own: sql<boolean>`not ${sql.ref(table)}.eliminato and ${sql.ref(`${table}.utente`)} = ${utente}`,
    none: sql<boolean>`false`,
  })[scope];

/** Joins client and street of the site, if the reader may see the site. */
const site = ({ cantieri, utente }: Seen): Rows =>
  sql`left join cantieri c on c.commessa = g.commessa and ${readable('c', cantieri, utente)}`;

/**
 * Selects each equipment of the lines once, with its description: from the machine's record, else the rental's, if the reader may see them.
 */
const equipment = (lines: Rows, { macchinari, noleggi, utente }: Seen): Rows => sql`(select e.attrezzatura, coalesce(
    (select m.descrizione from macchinari m where m.matricola = e.attrezzatura and ${readable('m', macchinari, utente)}),
    (select n.descrizione from noleggi n where n.matricola = e.attrezzatura and ${readable('n', noleggi, utente)} order by n.id limit 1)) as descrizione
  from (select distinct g.attrezzatura from ${lines} where ${PRODUCING}) e) a on a.attrezzatura = g.attrezzatura`;

/** Replaces a missing equipment by an empty text, so that lines without equipment form a group and PostgreSQL can use a hash join. */
const NONE_TOO = (table: string): Rows => sql`coalesce(${sql.ref(`${table}.attrezzatura`)}, '')`;

const QUANTITY = sql`trim_scale(sum(g.millesimi) / 1000.0)`;
const EURO = sql`trim_scale(sum(g.centesimi) / 100.0)`;
const PRODUCING = sql`not g.fermo`;
const by = (column: string): Rows => sql`${sql.ref(column)} collate "it-x-icu" nulls last`;

const daysOf = (lines: Rows): Rows =>
  sql`select g.lavorazione, g.data, sum(g.millesimi) as millesimi, sum(g.centesimi) as centesimi from ${lines} where ${PRODUCING} group by g.lavorazione, g.data`;

/** Groups the quantities by the given columns, with one JSON entry per work item. */
function perWorkItem(lines: Rows, names: readonly string[], outer: { select: Rows; joins?: Rows; group: Rows; order: Rows }): Rows {
  const columns = sql.join(names.map((name) => sql.ref(`g.${name}`)));
  return sql`select ${outer.select}, json_agg(json_build_object('lavorazione', g.lavorazione, 'quantita', g.quantita, 'colore', l.colore) order by ${by('g.lavorazione')})::text as lavorazioni
    from (select ${columns}, g.lavorazione, ${QUANTITY} as quantita from ${lines} where ${PRODUCING} group by ${columns}, g.lavorazione) g
    ${WORK_ITEM} ${outer.joins ?? sql``} group by ${outer.group} order by ${outer.order}`;
}

/** Selects each work item's day with the first quantity in the given order: its lowest or highest day. */
const extreme = (
  days: Rows,
  direction: 'asc' | 'desc',
): Rows => sql`select g.lavorazione, trim_scale(g.millesimi / 1000.0) as value, g.data as date, l.colore from (
    select distinct on (g.lavorazione) g.lavorazione, g.millesimi, g.data from ${days} order by g.lavorazione, g.millesimi ${sql.raw(direction)}, g.data) g
  ${WORK_ITEM} order by ${by('g.lavorazione')}`;

const STATEMENTS: { [F in Figure]: (from: Source, seen: Seen) => Rows } = {
  // a standstill line counts no quantity; its note gives the reason
  perDay: ({ lines }, seen) => sql`select g.data as date,
      json_agg(json_build_object('lavorazione', g.lavorazione, 'quantita', g.quantita, 'commessa', g.commessa, 'wbs', g.wbs, 'note', g.note,
        'colore', l.colore, 'committente', c.committente, 'via', coalesce(c.via, c.indirizzo))
        order by ${by('g.lavorazione')}, ${by('g.commessa')}, ${by('g.wbs')}, ${by('g.note')})::text as lavorazioni
    from (select g.data, g.lavorazione, g.commessa, g.wbs, g.note, ${QUANTITY} as quantita from ${lines()}
      where ${PRODUCING} or g.note is not null group by g.data, g.lavorazione, g.commessa, g.wbs, g.note) g
    ${WORK_ITEM} ${site(seen)} group by g.data order by g.data`,
  equipmentPerDay: (
    { lines },
    seen,
  ) => sql`select g.date, g.attrezzatura, coalesce(g.descrizione, a.descrizione) as descrizione, g.somma, g.lavorazioni from (
      select g.data as date, g.attrezzatura, max(g.descrizione) as descrizione, trim_scale(sum(g.quantita)) as somma,
        json_agg(json_build_object('lavorazione', g.lavorazione, 'quantita', g.quantita, 'colore', l.colore) order by ${by('g.lavorazione')})::text as lavorazioni
      from (select g.data, g.attrezzatura, g.lavorazione, max(g.descrizione) as descrizione, ${QUANTITY} as quantita from ${lines()}
        where ${PRODUCING} group by g.data, g.attrezzatura, g.lavorazione) g
      ${WORK_ITEM} group by g.data, g.attrezzatura) g
    left join ${equipment(lines(), seen)} order by g.date, ${by('g.attrezzatura')}`,
  perSite: ({ lines }, seen) =>
    perWorkItem(lines(), ['commessa'], {
      select: sql`g.commessa as cantieri, c.committente, coalesce(c.via, c.indirizzo) as via`,
      joins: site(seen),
      group: sql`g.commessa, c.committente, coalesce(c.via, c.indirizzo)`,
      order: by('g.commessa'),
    }),
  perEquipment: ({ lines }, seen) => sql`select e.attrezzatura, d.descrizione, e.lavorazioni from
      (${perWorkItem(lines(), ['attrezzatura'], { select: sql`g.attrezzatura`, group: sql`g.attrezzatura`, order: sql`1` })}) e
    join (select g.attrezzatura, coalesce(g.descrizione, a.descrizione) as descrizione from (
        select g.attrezzatura, max(g.descrizione) as descrizione from ${lines()} where ${PRODUCING} group by g.attrezzatura) g
      left join ${equipment(lines(), seen)}) d
      on ${NONE_TOO('d')} = ${NONE_TOO('e')} order by ${by('e.attrezzatura')}`,
  perOperator: ({ lines }) =>
    perWorkItem(lines(), ['operatore'], { select: sql`g.operatore`, group: sql`g.operatore`, order: by('g.operatore') }),
  valuePerSite: ({ lines }) => sql`select g.lavorazione, l.colore,
      json_agg(json_build_object('lavorazione', g.lavorazione, 'commessa', g.commessa, 'produzione', g.produzione, 'colore', l.colore) order by ${by('g.commessa')})::text as lavorazioni
    from (select g.lavorazione, g.commessa, ${EURO} as produzione from ${lines()} where ${PRODUCING} group by g.lavorazione, g.commessa) g
    ${WORK_ITEM} group by g.lavorazione, l.colore order by ${by('g.lavorazione')}`,
  share: ({
    days,
  }) => sql`select g.lavorazione, g.value, coalesce(trim_scale(round(100 * g.value / nullif(sum(g.value) over (), 0), 2)), 0) as produzione, l.colore
    from (select g.lavorazione, ${EURO} as value from ${days()} group by g.lavorazione) g ${WORK_ITEM} order by ${by('g.lavorazione')}`,
  averageValue: ({ days }) =>
    sql`select coalesce(round(sum(g.centesimi) / 100.0 / nullif(count(distinct g.data), 0), 2), 0) as value from ${days()}`,
  averages: ({ days }) => sql`select g.lavorazione, g.value, l.colore from (
      select g.lavorazione, trim_scale(round(sum(g.millesimi) / 1000.0 / count(distinct g.data), 3)) as value from ${days()} group by g.lavorazione) g
    ${WORK_ITEM} order by ${by('g.lavorazione')}`,
  highest: ({ days }) => extreme(days(), 'desc'),
  lowest: ({ days }) => extreme(days(), 'asc'),
  totalValue: ({ days }) => sql`select coalesce(${EURO}, 0) as value from ${days()}`,
};
