import { sql, type Expression, type NotNull, type SqlBool } from 'kysely';
import { addDays } from '#contracts/core/dates.ts';
import { BOARD_SUBJECTS, FAULT, MANUTENZIONE, type BoardSubject } from '#contracts/modules/scadenze/board.ts';
import type { BoardFilters } from '#contracts/modules/scadenze/board-request.ts';
import { stopsOn } from '../guasti/stops.ts';
import { dateOf, daysAfter } from '../rome-days.ts';
import type { Filters } from '../registers/register.queries.ts';
import { codesIn, eb, firstCode, isOneOf, isPresent, kindName, kindOf, type Condition, type Entries } from './board-aliases.ts';
import { filterByColumns } from './board-columns.ts';
import type { BoardKinds } from './board-kinds.ts';
import { concerns, requirements } from './board-requirements.ts';
import { inSite, stillWorked } from './board-site.ts';
import { PACE_DAYS } from './pace.ts';
import { expressions } from '../database/compiled.ts';

/** Query of the board, with the reader's scopes. */
export interface BoardQuestion {
  /** Scopes by subject; absent subjects are invisible. */
  scopes: Readonly<Partial<Record<BoardSubject, 'own' | 'all'>>>;
  utente: string;
  filters: Omit<BoardFilters, 'giorno' | 'fascia' | 'chiusi'>;
  /** Day for which the board is computed, and the current day. */
  giorno: string;
  today: string;
  /** Includes rows of closed records (`with`), or only those (`only`); by default they are left out. */
  closed?: 'with' | 'only' | undefined;
}

/** Maximum number of characters of a fault's text in its row. */
const WORDS = 80;
/** Limit of a forecast, in days from today, past or future. */
const FAR_DAYS = 36_500;

/** One category of rows of the board. */
export interface Part {
  rows: Entries;
  /** True if the category contains missing documents, which have no date. */
  missing: boolean;
}

/**
 * Returns the categories of rows: dates, hours of machines, stops, and missing requirements. Applies all filters except those on properties
 * of records. The categories select their columns in the same order, since a union goes by position.
 */
export function boardParts(question: BoardQuestion, kinds: BoardKinds): [Part, ...Part[]] {
  const { filters } = question;
  const machines = question.scopes.macchina && !other(filters.soggetto, 'macchina');
  return [
    { rows: dates(question, kinds), missing: false },
    ...(machines && !other(filters.tipo, MANUTENZIONE) ? [{ rows: maintenance(question), missing: false }] : []),
    ...(machines && !other(filters.tipo, FAULT) ? [{ rows: stops(question), missing: false }] : []),
    // missing documents have no due day
    ...(filters.dal === undefined && filters.al === undefined ? [{ rows: missing(question), missing: true }] : []),
  ];
}

/** Checks whether filters on properties of records or on columns are set, beside those on due items. */
export const isNarrowed = (question: BoardQuestion): boolean => byRecord(question) || byColumn(question);

const byRecord = ({ filters: { cantiere, responsabile, cerca } }: BoardQuestion): boolean =>
  cantiere !== undefined || responsabile !== undefined || Boolean(cerca);

const byColumn = ({ filters: { filtri } }: BoardQuestion): boolean => Object.keys(filtri ?? {}).length > 0;

/** Selects all requested rows of the board, in any band. */
export function boardRows(question: BoardQuestion, kinds: BoardKinds): Entries {
  const [first, ...others] = boardParts(question, kinds).map((part) => part.rows) as [Entries, ...Entries[]];
  const rows = unionOf(first, others);
  const narrowed = byRecord(question) ? filterRows(rows, question, kinds) : rows;
  return byColumn(question) ? filterByColumns(narrowed, question.filters.filtri as Filters, { giorno: question.giorno, kinds }) : narrowed;
}

/** Joins the rows of several queries, which may have an order and a limit of their own. */
export const unionOf = (first: Entries, others: readonly Entries[]): Entries =>
  expressions
    .selectFrom(first.as('d'))
    .selectAll('d')
    .unionAll(others.map((rows) => expressions.selectFrom(rows.as('d')).selectAll('d')));

const other = (asked: string | undefined, one: string): boolean => asked !== undefined && asked !== one;

const inPeriod = (day: Expression<string | null>, { dal, al }: BoardQuestion['filters']): Condition[] => [
  ...(dal === undefined ? [] : [eb(day, '>=', dal)]),
  ...(al === undefined ? [] : [eb(day, '<=', al)]),
];

/** Returns the conditions for requested and visible subjects, with own or all records. */
function visibleRows({ scopes, utente, filters }: BoardQuestion, row: 'due' | 's'): Condition[] {
  const asked = (Object.entries(scopes) as [BoardSubject, 'own' | 'all'][]).filter(([subject]) => !other(filters.soggetto, subject));
  const all = asked.filter(([, scope]) => scope === 'all').map(([subject]) => subject);
  const own = asked.filter(([, scope]) => scope === 'own').map(([subject]) => subject);
  const soggetto = eb.ref(`${row}.soggetto`);
  const some = isOneOf(soggetto, all);
  const theirs = own.length === 0 ? some : eb.or([some, eb.and([isOneOf(soggetto, own), eb(`${row}.utente`, '=', utente)])]);
  return [
    ...(all.length === BOARD_SUBJECTS.length ? [] : [theirs]),
    ...(filters.id === undefined ? [] : [eb(`${row}.id`, '=', filters.id)]),
  ];
}

/** Returns the condition that the record of `row` is open on the day; `unless` names closed records that keep their row. */
function open({ giorno, closed }: BoardQuestion, row: 'due' | 's', unless: readonly Condition[] = []): Condition[] {
  if (closed === 'with') return [];
  const isOpen = eb.or([eb(`${row}.aperto_fino`, 'is', null), eb(`${row}.aperto_fino`, '>=', giorno), ...unless]);
  return [closed === 'only' ? eb.not(isOpen) : isOpen];
}

const NO_HOURS = eb.cast<number | null>(eb.lit(null), 'numeric');

function dates(question: BoardQuestion, { all }: BoardKinds): Entries {
  const { tipo } = question.filters;
  return datesOn(question)
    .select(({ val, lit }) => [
      'due.soggetto',
      'due.id',
      'due.tipo',
      val('').as('voce'),
      'due.scadenza',
      'due.file',
      NO_HOURS.as('ore_mancanti'),
      NO_HOURS.as('ore_scadenza'),
      lit(false).as('assente'),
      lit(false).as('raggiunta'),
    ])
    .where(({ and, or, not, ref }) =>
      and([
        ...visibleRows(question, 'due'),
        ...open(question, 'due', [stillWorked('due', question.giorno)]),
        or([not('due.aggiunto'), isOneOf(kindOf(ref('due.soggetto'), ref('due.tipo')), all.map(kindName))]),
        ...(tipo === undefined ? [] : [eb('due.tipo', '=', tipo)]),
        ...inPeriod(ref('due.scadenza'), question.filters),
      ]),
    );
}

const isPast = ({ giorno, today }: BoardQuestion): boolean => giorno < today;

/**
 * Selects the dates of a day: those of the present fields. For a past day, a stored chain replaces them by those of the document valid
 * then.
 */
function datesOn(question: BoardQuestion) {
  if (!isPast(question)) return expressions.selectFrom('scadenzario_date as due');
  const present = expressions
    .selectFrom('scadenzario_date as p')
    .select(['p.soggetto', 'p.id', 'p.tipo', 'p.scadenza', 'p.file', 'p.aggiunto', 'p.utente', 'p.aperto_fino'])
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('scadenzario_catena as c')
            .select('c.id')
            .whereRef('c.soggetto', '=', 'p.soggetto')
            .whereRef('c.id', '=', 'p.id')
            .whereRef('c.tipo', '=', 'p.tipo'),
        ),
      ),
    );
  const past = expressions
    .selectFrom('scadenzario_catena as c')
    .select(['c.soggetto', 'c.id', 'c.tipo', 'c.scadenza', 'c.file', 'c.aggiunto', 'c.utente', 'c.aperto_fino'])
    .where('c.scadenza', 'is not', null)
    .where(inForceOn(question.giorno))
    .$narrowType<{ scadenza: NotNull }>();
  return expressions.selectFrom(present.unionAll(past).as('due'));
}

const inForceOn = (giorno: string): Condition => eb.and([eb('c.da', '<=', giorno), eb('c.a', '>', giorno)]);

/** Builds the condition that a record `s` has, on the day, a file or a date of one of the kinds that requirement `q` names. */
function presentOn(question: BoardQuestion): Condition {
  if (!isPast(question)) return eb('s.presenti', '?|', eb.ref('q.codici'));
  const kinds = eb.selectFrom(codesIn(eb.ref('q.codici'))).select('k.codice');
  return eb.exists(
    kinds.where(({ and, case: when, exists, or, ref, selectFrom }) => {
      const chain = selectFrom('scadenzario_catena as c')
        .select('c.id')
        .whereRef('c.soggetto', '=', 's.soggetto')
        .whereRef('c.id', '=', 's.id')
        .whereRef('c.tipo', '=', 'k.codice');
      const valid = and([or([eb('c.file', 'is', true), eb('c.scadenza', 'is not', null)]), inForceOn(question.giorno)]);
      return when()
        .when(exists(chain))
        .then(exists(chain.where(valid)))
        .else(isPresent(ref('k.codice')))
        .end();
    }),
  );
}

/**
 * Selects the maintenance deadlines with their date: the day on which the hours will be reached at the pace of recent readings, or the
 * plan's date if earlier.
 */
function maintenance(question: BoardQuestion): Entries {
  const { today } = question;
  const rows = expressions
    .selectFrom('scadenze_manutenzione as m')
    .innerJoin('scadenzario_record as s', (join) =>
      join
        .on('s.soggetto', '=', sql.lit('macchina' as const))
        .onRef('s.id', '=', 'm.matricola')
        .on(({ ref }) => ref('s.visibile')),
    )
    .leftJoin('scadenze_medie as p', (join) =>
      join.onRef('p.matricola', '=', 'm.matricola').on('p.ultima', '>=', addDays(today, -PACE_DAYS)),
    )
    .select(({ eb: of, case: when, cast, fn, lit, val }) => {
      const days = fn('greatest', [
        fn('least', [fn('ceil', [of('m.ore_mancanti', '/', of.ref('p.ore_giorno'))]), lit(FAR_DAYS)]),
        lit(-FAR_DAYS),
      ]);
      const ahead = when()
        .when(of.and([of('p.ore_giorno', '>', lit(0)), of('m.ore_mancanti', 'is not', null)]))
        .then(cast<number>(days, 'integer'))
        .end();
      const reached = daysAfter(dateOf(today), ahead);
      return [
        's.soggetto',
        's.id',
        val<string>(MANUTENZIONE).as('tipo'),
        'm.manutenzione as voce',
        fn<string | null>('least', [reached, 'm.scadenza']).as('scadenza'),
        cast<boolean | null>(lit(null), 'boolean').as('file'),
        'm.ore_mancanti',
        'm.ore_scadenza',
        lit(false).as('assente'),
        fn.coalesce(of('m.ore_mancanti', '<=', lit(0)).$castTo<boolean>(), lit(false)).as('raggiunta'),
      ];
    })
    .where(({ and }) => and([...visibleRows(question, 's'), ...open(question, 's')]));
  return expressions
    .selectFrom(rows.as('m'))
    .selectAll('m')
    .where(({ and, ref }) => and(inPeriod(ref('m.scadenza'), question.filters)));
}

/** Selects the faults that stop a machine on the day, each until the machine is released. */
function stops(question: BoardQuestion): Entries {
  return expressions
    .selectFrom('guasti as g')
    .innerJoin('scadenzario_record as s', (join) =>
      join
        .on('s.soggetto', '=', sql.lit('macchina' as const))
        .onRef('s.id', '=', 'g.matricola')
        .on(({ ref }) => ref('s.visibile')),
    )
    .select(({ eb: of, cast, fn, lit, val }) => [
      's.soggetto',
      's.id',
      val<string>(FAULT).as('tipo'),
      fn<string>('concat_ws', [
        sql.lit(': '),
        of(sql.lit('n. '), '||', cast<string>('g.id', 'text')),
        fn('left', [fn('translate', ['g.testo', sql.lit('\n\r'), sql.lit('  ')]), lit(WORDS)]),
      ]).as('voce'),
      'g.quando as scadenza',
      cast<boolean | null>(lit(null), 'boolean').as('file'),
      NO_HOURS.as('ore_mancanti'),
      NO_HOURS.as('ore_scadenza'),
      lit(false).as('assente'),
      lit(true).as('raggiunta'),
    ])
    .where(({ and, ref }) =>
      and([
        ...visibleRows(question, 's'),
        ...open(question, 's'),
        stopsOn(question.giorno),
        ...inPeriod(ref('g.quando'), question.filters),
      ]),
    );
}

/** Selects requirements of roles, machine types or sites for which there is neither file nor date, valid or not. */
function missing(question: BoardQuestion): Entries {
  const { tipo } = question.filters;
  const name = eb.fn<string>('array_to_string', ['q.codici', sql.lit('|')]);
  return expressions
    .selectFrom(requirements.as('q'))
    .innerJoin('scadenzario_record as s', 's.soggetto', 'q.soggetto')
    .distinct()
    .select(({ cast, lit, val }) => [
      's.soggetto',
      's.id',
      name.as('tipo'),
      val('').as('voce'),
      cast<string | null>(lit(null), 'date').as('scadenza'),
      lit(false).as('file'),
      NO_HOURS.as('ore_mancanti'),
      NO_HOURS.as('ore_scadenza'),
      lit(true).as('assente'),
      lit(false).as('raggiunta'),
    ])
    .where(({ and, fn, lit, not, or, ref, val }) =>
      and([
        eb(fn<number>('cardinality', ['q.codici']), '>', lit(0)),
        ref('s.visibile'),
        ...visibleRows(question, 's'),
        ...open(question, 's'),
        not(presentOn(question)),
        concerns(question.giorno),
        ...(tipo === undefined ? [] : [or([eb(val(tipo), '=', fn.any(ref('q.codici'))), eb(name, '=', tipo)])]),
      ]),
    );
}

/** Filters the rows by site, responsible person and search words. Each record is looked up once, however many rows it has. */
function filterRows(rows: Entries, { filters, giorno }: BoardQuestion, { all }: BoardKinds): Entries {
  const { cantiere, responsabile, cerca } = filters;
  const kind = kindOf(eb.ref('d.soggetto'), firstCode('d'));
  const anyOf = (kinds: BoardKinds['all']) => isOneOf(kind, kinds.map(kindName));
  const words = (cerca ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((word, at) => {
      const wanted = word.normalize('NFC');
      const found = `parola${at}`;
      const pattern = `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      const named = all.filter(({ nome }) => nome.normalize('NFC').toLowerCase().includes(wanted.toLowerCase()));
      const condition = eb.or([
        sql.ref<SqlBool>(`s.${found}`),
        anyOf(named),
        eb.and([eb('d.voce', '<>', sql.lit('')), eb('d.voce', 'ilike', pattern)]),
      ]);
      return { column: eb('s.ricerca', 'ilike', pattern).as(found), condition };
    });
  const records = expressions
    .selectFrom('scadenzario_record as s')
    .select(['s.soggetto', 's.id', 's.responsabile', ...words.map(({ column }) => column)])
    .where(({ ref }) => ref('s.visibile'))
    .where(({ and }) => and(cantiere === undefined ? [] : [inSite(cantiere, giorno)]))
    // a fence for the planner: the search words are compared once per record
    .offset(eb.lit(0));
  const theirs = all.filter((one) => one.responsabile === responsabile);
  return expressions
    .selectFrom(rows.as('d'))
    .innerJoin(records.as('s'), (join) => join.onRef('s.soggetto', '=', 'd.soggetto').onRef('s.id', '=', 'd.id'))
    .selectAll('d')
    .where(({ and, or }) =>
      and([
        ...(responsabile === undefined
          ? []
          : [or([eb('s.responsabile', '=', responsabile), and([eb('s.responsabile', 'is', null), anyOf(theirs)])])]),
        ...words.map(({ condition }) => condition),
      ]),
    );
}
