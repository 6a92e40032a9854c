import { sql, type RawBuilder } from 'kysely';
import { BOARD_SUBJECTS, END_OF_RENTAL, END_OF_SITE, FAULT, MANUTENZIONE, type BoardSubject } from '#contracts/modules/scadenze/board.ts';
import type { BoardFilters } from '#contracts/modules/scadenze/board-request.ts';
import { stopsOn } from '../guasti/stops.ts';
import type { BoardKinds } from './board-kinds.ts';
import { PACE_DAYS } from './pace.ts';

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

type Sql = RawBuilder<unknown>;

/** Days for which a production line locates a person or machine on its site. */
export const PLACE_DAYS = 30;
/** Days for which the end of a record still in use stays on the board. */
const ENDED_DAYS = 30;
/** Maximum number of characters of a fault's text in its row. */
const WORDS = 80;
/** Limit of a forecast, in days from today, past or future. */
const FAR_DAYS = 36_500;

const and = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `));

/** Production lines that exist; the latest of them locates a person or machine. */
const LINES = sql`(select id, data, commessa, operatore, attrezzatura from produzione where not eliminato and not padre_eliminato)`;

/** Selects the site of a record `s` on a day: its own, or the site of the latest line that names the machine or the worker as operator. */
export const siteOf = (giorno: string): Sql => sql`case s.soggetto
  when 'noleggio' then s.cantiere when 'cantiere' then s.cantiere
  when 'macchina' then (select l.commessa from ${LINES} l where l.attrezzatura = s.id and ${inPlaceOf(giorno)}
    order by l.data desc, l.id desc limit 1)
  when 'lavoratore' then (select l.commessa from operatore o
    cross join lateral (select p.commessa, p.data, p.id from ${LINES} p where p.operatore = o.descrizione and ${inPlaceOf(giorno, 'p')}
      order by p.data desc, p.id desc limit 1) l
    where o.matricola = s.id and not o.eliminato order by l.data desc, l.id desc limit 1)
  end`;

const inPlaceOf = (giorno: string, line = 'l'): Sql =>
  sql`${sql.id(line, 'data')} <= ${giorno}::date and ${sql.id(line, 'data')} >= ${giorno}::date - ${PLACE_DAYS}::integer`;

/** One category of rows of the board. */
export interface Part {
  rows: Sql;
  /** True if the category contains missing documents, which have no date. */
  missing: boolean;
}

/**
 * Returns the categories of rows: dates, hours of machines, stops, and missing requirements. Applies all filters except those on properties
 * of records.
 */
export function boardParts(question: BoardQuestion, kinds: BoardKinds): Part[] {
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

/** Checks whether filters on properties of records are set, beside those on due items. */
export const isNarrowed = ({ filters: { cantiere, responsabile, cerca } }: BoardQuestion): boolean =>
  cantiere !== undefined || responsabile !== undefined || Boolean(cerca);

/**
 * Selects all requested rows of the board, in any band. Columns: `soggetto, id, tipo, voce, scadenza, file, ore_mancanti, ore_scadenza`,
 * with `assente` and `raggiunta`.
 */
export function boardRows(question: BoardQuestion, kinds: BoardKinds): Sql {
  const rows = sql.join(
    boardParts(question, kinds).map((part) => part.rows),
    sql` union all `,
  );
  return isNarrowed(question) ? filterRows(rows, question, kinds) : rows;
}

const other = (asked: string | undefined, one: string): boolean => asked !== undefined && asked !== one;

/** Returns the conditions for requested and visible subjects, with own or all records. */
function visibleRows({ scopes, utente, filters }: BoardQuestion, row: string): Sql[] {
  const asked = (Object.entries(scopes) as [BoardSubject, 'own' | 'all'][]).filter(([subject]) => !other(filters.soggetto, subject));
  const all = asked.filter(([, scope]) => scope === 'all').map(([subject]) => subject);
  const own = asked.filter(([, scope]) => scope === 'own').map(([subject]) => subject);
  const soggetto = sql.id(row, 'soggetto');
  const some = sql`${soggetto} = any(${all}::text[])`;
  return [
    ...(all.length === BOARD_SUBJECTS.length
      ? []
      : [own.length === 0 ? some : sql`(${some} or ${soggetto} = any(${own}::text[]) and ${sql.id(row, 'utente')} = ${utente})`]),
    ...(filters.id === undefined ? [] : [sql`${sql.id(row, 'id')} = ${filters.id}`]),
  ];
}

/** Returns the condition that the record of `row` is open on the day; `unless` names closed records that keep their row. */
function open({ giorno, closed }: BoardQuestion, row: string, unless: Sql = sql``): Sql[] {
  if (closed === 'with') return [];
  const last = sql.id(row, 'aperto_fino');
  const isOpen = sql`(${last} is null or ${last} >= ${giorno}::date${unless})`;
  return [closed === 'only' ? sql`not ${isOpen}` : isOpen];
}

/**
 * Builds the condition that the row is an end within the last 30 days, after which a production line, a reading or a cost was still
 * recorded.
 */
export function stillWorked(row: string, giorno: string): Sql {
  const [id, tipo, scadenza] = ['id', 'tipo', 'scadenza'].map((name) => sql.id(row, name));
  const after = (day: Sql) => sql`${day} > ${scadenza} and ${day} <= ${giorno}::date`;
  return sql`${scadenza} < ${giorno}::date and ${scadenza} >= ${giorno}::date - ${ENDED_DAYS}::integer and case ${tipo}
    when ${END_OF_SITE} then exists (select 1 from ${LINES} l where l.commessa = ${id} and ${after(sql`l.data`)})
      or exists (select 1 from accise a where a.cantiere = ${id} and not a.eliminato and ${after(sql`a.data`)})
      or exists (select 1 from costi c where c.cantiere = ${id} and not c.eliminato and ${after(sql`c.data`)})
    when ${END_OF_RENTAL} then exists (select 1 from noleggi n join ${LINES} l on l.attrezzatura = n.matricola
      where n.id = ${id}::bigint and ${after(sql`l.data`)})
    else false end`;
}

function dates(question: BoardQuestion, { all }: BoardKinds): Sql {
  const { tipo, dal, al } = question.filters;
  const known = all.map(({ soggetto, codice }) => `${soggetto}/${codice}`);
  const conditions = [
    ...visibleRows(question, 'd'),
    ...open(question, 'd', sql` or ${stillWorked('d', question.giorno)}`),
    sql`(not d.aggiunto or d.soggetto || '/' || d.tipo = any(${known}::text[]))`,
    ...(tipo === undefined ? [] : [sql`d.tipo = ${tipo}`]),
    ...(dal === undefined ? [] : [sql`d.scadenza >= ${dal}::date`]),
    ...(al === undefined ? [] : [sql`d.scadenza <= ${al}::date`]),
  ];
  return sql`select d.soggetto, d.id, d.tipo, ''::text as voce, d.scadenza, d.file, null::numeric as ore_mancanti,
      null::numeric as ore_scadenza, false as assente, false as raggiunta
    from ${datesOn(question)} d where ${and(conditions)}`;
}

const isPast = ({ giorno, today }: BoardQuestion): boolean => giorno < today;

/**
 * Selects the dates of a day: those of the present fields. For a past day, a stored chain replaces them by those of the document valid
 * then.
 */
function datesOn(question: BoardQuestion): Sql {
  if (!isPast(question)) return sql`scadenzario_date`;
  return sql`(select p.soggetto, p.id, p.tipo, p.scadenza, p.file, p.aggiunto, p.utente, p.aperto_fino from scadenzario_date p
      where not exists (select 1 from scadenzario_catena c where c.soggetto = p.soggetto and c.id = p.id and c.tipo = p.tipo)
    union all select c.soggetto, c.id, c.tipo, c.scadenza, c.file, c.aggiunto, c.utente, c.aperto_fino from scadenzario_catena c
      where c.scadenza is not null and ${inForceOn(question.giorno)})`;
}

const inForceOn = (giorno: string): Sql => sql`c.da <= ${giorno}::date and c.a > ${giorno}::date`;

/** Builds the condition that a record `s` has, on the day, a file or a date of one of the kinds that requirement `q` names. */
function presentOn(question: BoardQuestion): Sql {
  if (!isPast(question)) return sql`s.presenti ?| q.codici`;
  const chain = sql`select 1 from scadenzario_catena c where c.soggetto = s.soggetto and c.id = s.id and c.tipo = k.codice`;
  return sql`exists (select 1 from unnest(q.codici) as k(codice) where case when exists (${chain})
    then exists (${chain} and (c.file or c.scadenza is not null) and ${inForceOn(question.giorno)}) else s.presenti ? k.codice end)`;
}

/**
 * Selects the maintenance deadlines with their date: the day on which the hours will be reached at the pace of recent readings, or the
 * plan's date if earlier.
 */
function maintenance(question: BoardQuestion): Sql {
  const { today, filters } = question;
  const days = sql`case when p.ore_giorno > 0 and m.ore_mancanti is not null
    then greatest(least(ceil(m.ore_mancanti / p.ore_giorno), ${sql.lit(FAR_DAYS)}), -${sql.lit(FAR_DAYS)})::integer end`;
  const rows = sql`select s.soggetto, s.id, ${MANUTENZIONE}::text as tipo, m.manutenzione as voce, least(${today}::date + ${days}, m.scadenza) as scadenza,
      null::boolean as file, m.ore_mancanti, m.ore_scadenza, false as assente, coalesce(m.ore_mancanti <= 0, false) as raggiunta
    from scadenze_manutenzione m
    join scadenzario_record s on s.soggetto = 'macchina' and s.id = m.matricola and s.visibile
    left join scadenze_medie p on p.matricola = m.matricola and p.ultima >= ${today}::date - ${PACE_DAYS}::integer
    where ${and([...visibleRows(question, 's'), ...open(question, 's')])}`;
  const days_ = [
    ...(filters.dal === undefined ? [] : [sql`m.scadenza >= ${filters.dal}::date`]),
    ...(filters.al === undefined ? [] : [sql`m.scadenza <= ${filters.al}::date`]),
  ];
  return days_.length === 0 ? rows : sql`select m.* from (${rows}) m where ${and(days_)}`;
}

/** Selects the faults that stop a machine on the day, each until the machine is released. */
function stops(question: BoardQuestion): Sql {
  const { dal, al } = question.filters;
  const conditions = [
    ...visibleRows(question, 's'),
    ...open(question, 's'),
    stopsOn(sql`${question.giorno}::date`),
    ...(dal === undefined ? [] : [sql`g.quando >= ${dal}::date`]),
    ...(al === undefined ? [] : [sql`g.quando <= ${al}::date`]),
  ];
  return sql`select s.soggetto, s.id, ${FAULT}::text as tipo, concat_ws(': ', 'n. ' || g.id, left(translate(g.testo, e'\n\r', '  '), ${sql.lit(WORDS)})) as voce,
      g.quando as scadenza, null::boolean as file, null::numeric as ore_mancanti, null::numeric as ore_scadenza, false as assente, true as raggiunta
    from guasti g
    join scadenzario_record s on s.soggetto = 'macchina' and s.id = g.matricola and s.visibile
    where ${and(conditions)}`;
}

/** Selects the requirements of single machines, rentals or workers; a document of any kind in `codici` meets them. */
const REQUIREMENTS = sql`select q.soggetto, q.mansione, q.tipologia, q.commessa, q.se, string_to_array(replace(q.tipo_documento, ' ', ''), '|') as codici
  from requisiti q where not q.eliminato and coalesce(q.tra_presenti, 0) = 0 and q.soggetto in ('macchina', 'noleggio', 'lavoratore')`;

/** Builds the condition that requirement `q` applies to record `s` of the same subject. */
const concerns = (giorno: string): Sql => sql`(q.mansione = s.mansione or s.soggetto <> 'lavoratore' and q.tipologia = s.tipologia
  or q.commessa = '*' or q.commessa <> '*' and q.commessa = (${siteOf(giorno)})) and (q.se is distinct from 'extra_ue' or s.extra_ue)`;

/** Days before an expiry from which it counts as stopping its record. */
const STOPS_AHEAD = 30;

/**
 * Builds the condition that row `row` stops its record `s`, which works on a site now. A fault stops it, or a required document of a
 * blocking kind that is missing, expired or expires within 30 days. Another document that meets the same requirement prevents the stop.
 */
export function stopsWork(row: string, giorno: string, { all }: BoardKinds): Sql {
  const [tipo, scadenza, assente] = ['tipo', 'scadenza', 'assente'].map((name) => sql.id(row, name));
  const blocking = all.filter(({ blocca }) => blocca === 1).map(({ soggetto, codice }) => `${soggetto}/${codice}`);
  const blocks = sql`exists (select 1 from unnest(string_to_array(${tipo}, '|')) as t(codice)
    where s.soggetto || '/' || t.codice = any(${blocking}::text[]))`;
  const another = sql`exists (select 1 from unnest(q.codici) as c(codice)
    left join scadenzario_date x on x.soggetto = s.soggetto and x.id = s.id and x.tipo = c.codice
    where c.codice <> ${tipo} and s.presenti ? c.codice and (x.scadenza is null or x.scadenza > greatest(${scadenza}, ${giorno}::date)))`;
  const required = sql`exists (select 1 from (${REQUIREMENTS}) q where q.soggetto = s.soggetto and ${tipo} = any(q.codici)
    and ${concerns(giorno)} and not ${another})`;
  return sql`case
    when ${tipo} = ${FAULT} then (${siteOf(giorno)}) is not null
    when ${sql.id(row, 'ore_scadenza')} is not null or not (${assente} or coalesce(${scadenza} <= ${giorno}::date + ${STOPS_AHEAD}::integer, false)) then false
    else ${blocks} and (${siteOf(giorno)}) is not null and (${assente} or ${required}) end`;
}

/** Selects requirements of roles, machine types or sites for which there is neither file nor date, valid or not. */
function missing(question: BoardQuestion): Sql {
  const { tipo } = question.filters;
  const conditions = [
    sql`s.visibile`,
    ...visibleRows(question, 's'),
    ...open(question, 's'),
    sql`not (${presentOn(question)})`,
    concerns(question.giorno),
    ...(tipo === undefined ? [] : [sql`(${tipo} = any(q.codici) or array_to_string(q.codici, '|') = ${tipo})`]),
  ];
  return sql`select distinct s.soggetto, s.id, array_to_string(q.codici, '|') as tipo, ''::text as voce, null::date as scadenza, false as file,
      null::numeric as ore_mancanti, null::numeric as ore_scadenza, true as assente, false as raggiunta
    from (${REQUIREMENTS}) q
    join scadenzario_record s on s.soggetto = q.soggetto
    where cardinality(q.codici) > 0 and ${and(conditions)}`;
}

/** Filters the rows by site, responsible person and search words. Each record is looked up once, however many rows it has. */
function filterRows(rows: Sql, { filters, giorno }: BoardQuestion, { all }: BoardKinds): Sql {
  const { cantiere, responsabile, cerca } = filters;
  const kind = sql`d.soggetto || '/' || split_part(d.tipo, '|', 1)`;
  const anyOf = (kinds: BoardKinds['all']) => sql`${kind} = any(${kinds.map(({ soggetto, codice }) => `${soggetto}/${codice}`)}::text[])`;
  const told: Sql[] = [sql`s.soggetto`, sql`s.id`];
  const conditions: Sql[] = [];
  if (responsabile !== undefined) {
    told.push(sql`s.responsabile`);
    const theirs = all.filter((one) => one.responsabile === responsabile);
    conditions.push(sql`(s.responsabile = ${responsabile} or s.responsabile is null and ${anyOf(theirs)})`);
  }
  for (const [at, word] of (cerca ?? '').split(/\s+/).filter(Boolean).entries()) {
    const wanted = word.normalize('NFC');
    const pattern = `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const found = sql.id(`parola${at}`);
    told.push(sql`s.ricerca ilike ${pattern} as ${found}`);
    const named = all.filter(({ nome }) => nome.normalize('NFC').toLowerCase().includes(wanted.toLowerCase()));
    conditions.push(sql`(s.${found} or ${anyOf(named)} or d.voce <> '' and d.voce ilike ${pattern})`);
  }
  return sql`select d.* from (${rows}) d
    join (select ${sql.join(told)} from scadenzario_record s where s.visibile and ${cantiere === undefined ? sql`true` : inSite(cantiere, giorno)} offset 0) s
      on s.soggetto = d.soggetto and s.id = d.id
    where ${and(conditions)}`;
}

/** Builds the condition that record `s` is on a site; for machines and workers, that their latest line is of this site. */
function inSite(commessa: string, giorno: string): Sql {
  const lines = (field: string) =>
    sql`select ${sql.id('l', field)} from ${LINES} l where l.commessa = ${commessa} and ${inPlaceOf(giorno)}`;
  return sql`case s.soggetto
    when 'macchina' then s.id in (${lines('attrezzatura')}) and (${siteOf(giorno)}) = ${commessa}
    when 'lavoratore' then s.id in (select o.matricola from operatore o where not o.eliminato and o.descrizione in (${lines('operatore')}))
      and (${siteOf(giorno)}) = ${commessa}
    else s.cantiere = ${commessa} end`;
}
