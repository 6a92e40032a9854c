import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  BOARD_REGISTERS,
  type Board,
  type BoardSubject,
  type DueGroup,
  type DueItem,
  type Gruppo,
} from '#contracts/modules/scadenze/board.ts';
import type { BoardOrder } from '#contracts/modules/scadenze/board-orders.ts';
import { FASCE, type Fascia } from '#contracts/modules/scadenze/due-date.ts';
import type { ReadDatabase } from '../database.ts';
import { boardKinds, type BoardKinds } from './board-kinds.ts';
import { boardParts, boardRows, isNarrowed, siteOf, stillWorked, stopsWork, type BoardQuestion } from './board-rows.ts';

export type { BoardQuestion } from './board-rows.ts';

type Sql = RawBuilder<unknown>;

export interface BoardRequest extends BoardQuestion {
  fascia?: Fascia | undefined;
  /** A field, with `-` for descending. */
  ordina?: string | undefined;
  /** From 1. */
  pagina: number;
  righe: number;
  gruppo?: Gruppo | undefined;
}

/** Reads a page of the board, with the number of rows per band under all other filters. */
export async function readBoard(db: Kysely<ReadDatabase>, request: BoardRequest): Promise<Board> {
  const kinds = await boardKinds(db);
  const page = { limit: request.righe, offset: (request.pagina - 1) * request.righe };
  const [data, fasce, chiusi, gruppi] = await Promise.all([
    sql<BoardRow>`${wholeBoard(request, kinds, page)}`.execute(db).then(({ rows }) => rows.map((row) => asItem(row, kinds))),
    countBands(db, request, kinds),
    countBands(db, { ...request, closed: 'only' }, kinds).then((closed) => totalOf(closed, request.fascia)),
    request.gruppo ? readGroups(db, request, kinds, request.gruppo) : undefined,
  ]);
  return { data, totale: totalOf(fasce, request.fascia), fasce, chiusi, ...(gruppi ? { gruppi } : {}) };
}

/** Returns all selected rows of the board, in its order. */
export async function wholeDue(db: Kysely<ReadDatabase>, question: BoardQuestion): Promise<DueItem[]> {
  const kinds = await boardKinds(db);
  const { rows } = await sql<BoardRow>`${wholeBoard(question, kinds)}`.execute(db);
  return rows.map((row) => asItem(row, kinds));
}

/** Counts the selected rows. */
export async function countBoard(db: Kysely<ReadDatabase>, request: Omit<BoardRequest, 'pagina' | 'righe'>): Promise<number> {
  return totalOf(await countBands(db, request, await boardKinds(db)), request.fascia);
}

const totalOf = (fasce: Record<Fascia, number>, fascia: Fascia | undefined): number =>
  fascia ? fasce[fascia] : FASCE.reduce((sum, one) => sum + fasce[one], 0);

type Asked = Pick<BoardRequest, keyof BoardQuestion | 'fascia' | 'ordina'>;

/** Counts the rows per band. Each category is counted on its own, so that the planner reads only the columns a count needs. */
async function countBands(db: Kysely<ReadDatabase>, request: Asked, kinds: BoardKinds): Promise<Record<Fascia, number>> {
  const parts = isNarrowed(request) ? [boardRows(request, kinds)] : boardParts(request, kinds).map(({ rows }) => rows);
  const counts = parts.map(
    (rows) => sql`select ${band(request.giorno)} as fascia, count(*)::integer as quante from (${rows}) d group by 1`,
  );
  const { rows } = await sql<{ fascia: number; quante: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  const fasce = Object.fromEntries(FASCE.map((fascia) => [fascia, 0])) as Record<Fascia, number>;
  for (const { fascia, quante } of rows) fasce[FASCE[fascia]!] += quante;
  return fasce;
}

/**
 * Returns the band of a row `d`. Hours reached count as expired, whatever the forecast; hours without a forecast belong to the last band.
 */
export const band = (giorno: string): Sql => sql`case when d.assente then ${at('assente')} when d.raggiunta then ${at('scaduto')}
  when d.scadenza is null then ${at('oltre')} when d.scadenza <= ${giorno}::date then ${at('scaduto')}
  when d.scadenza <= ${giorno}::date + 7 then ${at('7')} when d.scadenza <= ${giorno}::date + 30 then ${at('30')}
  when d.scadenza <= ${giorno}::date + 60 then ${at('60')} when d.scadenza <= ${giorno}::date + 90 then ${at('90')} else ${at('oltre')} end`;

/** Returns a band's index in `FASCE`, since numbers are grouped faster than texts. */
const at = (fascia: Fascia): Sql => sql.lit(FASCE.indexOf(fascia));

const inBand = ({ fascia, giorno }: Asked): Sql => (fascia ? sql`${band(giorno)} = ${at(fascia)}` : sql`true`);

/** Returns the order of the rows; missing documents come after dated ones. */
function orderOf(
  { ordina = 'scadenza', giorno }: Asked,
  kinds: BoardKinds,
): { key: Sql; descending: boolean; record: boolean; byDay?: true } {
  const descending = ordina.startsWith('-');
  const name = ordina.replace(/^-/, '') as BoardOrder;
  const italian = sql` collate "it-x-icu"`;
  const of = (key: Sql, record = false) => ({ key, descending, record });
  switch (name) {
    case 'soggetto':
    case 'id':
      return of(sql`${sql.id('d', name)}${italian}`);
    case 'ore_mancanti':
      return of(sql`d.ore_mancanti`);
    case 'tipo': {
      const names = kinds.all.map(({ soggetto, codice, nome }) => ({ soggetto, codice, nome }));
      return of(sql`(select k.nome from json_to_recordset(${JSON.stringify(names)}::json) as k(soggetto text, codice text, nome text)
        where k.soggetto = d.soggetto and k.codice = split_part(d.tipo, '|', 1) limit 1)${italian}`);
    }
    case 'nome':
      return of(sql`s.nome${italian}`, true);
    case 'responsabile':
      return of(sql`s.responsabile${italian}`, true);
    case 'cantiere':
      return of(sql`(${siteOf(giorno)})${italian}`, true);
    case 'lavoro':
      return of(workFirst(giorno, kinds), true);
    case 'scadenza':
    case 'giorni':
      return { ...of(sql`d.scadenza`), byDay: true };
  }
}

/** Offset larger than any number of days, which separates the groups of `workFirst`. */
const APART = 10_000_000;

/** Builds the order by stopped work: rows that stop work first (latest expiry, then missing, then expiring soon), other rows by date. */
const workFirst = (giorno: string, kinds: BoardKinds): Sql => sql`case
  when not (${stopsWork('d', giorno, kinds)}) then d.scadenza - ${giorno}::date
  when d.assente then ${sql.lit(-2 * APART)}
  when d.scadenza <= ${giorno}::date then ${giorno}::date - d.scadenza - ${sql.lit(3 * APART)}
  else d.scadenza - ${giorno}::date - ${sql.lit(APART)} end`;

/** A row as returned by the statement. */
export interface BoardRow {
  soggetto: BoardSubject;
  id: string;
  nome: string;
  tipo: string;
  voce: string;
  scadenza: string | null;
  giorni: number | null;
  /** Index in `FASCE`. */
  fascia: number;
  ore_mancanti: number | null;
  file: boolean | null;
  cantiere: string | null;
  responsabile: string | null;
  visto_fino: string | null;
  visto_da: string | null;
  chiuso: boolean;
  ferma: boolean;
}

interface Page {
  limit: number;
  offset: number;
}

/** Builds the statement for the selected rows, in order: it finds the keys first, then reads further columns for these only. */
export function wholeBoard(request: Asked, kinds: BoardKinds, page?: Page): RawBuilder<unknown> {
  const { key, descending, record, byDay } = orderOf(request, kinds);
  const { giorno } = request;
  const direction = sql.raw(descending ? 'desc nulls last' : 'asc nulls last');
  const ties = (row: string) => sql.join(['soggetto', 'id', 'tipo', 'voce'].map((name) => sql`${sql.id(row, name)} collate "C"`));
  const rows = page && byDay && !isNarrowed(request) ? firstOfEach(request, kinds, page, direction) : boardRows(request, kinds);
  return sql`select p.soggetto, p.id, s.nome, p.tipo, p.voce, p.scadenza::text as scadenza, p.scadenza - ${giorno}::date as giorni,
      p.fascia, p.ore_mancanti, p.file, s.responsabile, (${siteOf(giorno)}) as cantiere, v.fino::text as visto_fino, v.utente as visto_da,
      coalesce(s.aperto_fino < ${giorno}::date, false) and not (${stillWorked('p', giorno)}) as chiuso, ${stopsWork('p', giorno, kinds)} as ferma
    from (select d.*, ${band(giorno)} as fascia, ${key} as ordine from (${rows}) d
      ${record ? sql`join scadenzario_record s on s.soggetto = d.soggetto and s.id = d.id` : sql``}
      where ${inBand(request)} order by ordine ${direction}, d.assente, ${ties('d')}
      ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}) p
    join scadenzario_record s on s.soggetto = p.soggetto and s.id = p.id
    left join scadenzario_visti v on v.soggetto = p.soggetto and v.id = p.id and v.tipo = p.tipo and v.voce = p.voce
      and v.fino >= ${giorno}::date and v.riferimento is not distinct from ${reference('p')}
    order by p.ordine ${direction}, p.assente, ${ties('p')}`;
}

/** Returns the value that a mark as seen refers to: the hours of a maintenance, else the date; null for a missing document. */
export const reference = (row: string): Sql =>
  sql`coalesce(trim_scale(${sql.id(row, 'ore_scadenza')})::text, ${sql.id(row, 'scadenza')}::text)`;

/**
 * Selects, per category, as many rows as a page may need. Dates then come from their index, which a sort of all categories together would
 * not use.
 */
function firstOfEach(request: Asked, kinds: BoardKinds, { limit, offset }: Page, direction: Sql): Sql {
  const wanted = boardParts(request, kinds).filter(({ missing }) => !request.fascia || missing === (request.fascia === 'assente'));
  const ties = (names: readonly string[]) => sql.join(names.map((name) => sql`${sql.id('d', name)} collate "C"`));
  if (wanted.length === 0) return boardRows(request, kinds);
  return sql.join(
    wanted.map(
      ({ rows }) => sql`(select d.* from (${rows}) d where ${inBand(request)}
        order by d.scadenza ${direction}, ${ties(['soggetto', 'id', 'tipo', 'voce'])} limit ${limit + offset})`,
    ),
    sql` union all `,
  );
}

/** Returns the key of a row's record as its register writes it. */
export const recordKeyOf = ({ soggetto, id }: { soggetto: BoardSubject; id: string }): string | number =>
  BOARD_REGISTERS[soggetto].key.kind === 'sequence' ? Number(id) : id;

export function asItem(row: BoardRow, kinds: BoardKinds): DueItem {
  const kind = kinds.of(row.soggetto, row.tipo);
  const id = recordKeyOf(row);
  return {
    soggetto: row.soggetto,
    id,
    nome: row.nome,
    tipo: row.tipo,
    tipo_nome: kind.nome,
    voce: row.voce === '' ? null : row.voce,
    scadenza: row.scadenza,
    giorni: row.giorni,
    fascia: FASCE[row.fascia]!,
    ore_mancanti: row.ore_mancanti,
    file: row.file,
    sanitario: kind.sanitario,
    cantiere: row.cantiere,
    responsabile: row.responsabile ?? kind.responsabile,
    visto_fino: row.visto_fino,
    visto_da: row.visto_da,
    chiuso: row.chiuso ? 1 : 0,
    ferma: row.ferma && row.cantiere !== null ? [{ soggetto: row.soggetto, id, cantiere: row.cantiere }] : [],
  };
}

/** Returns the rows grouped by site, person or day, with their numbers. Groups with most expired rows come first; days are in order. */
async function readGroups(db: Kysely<ReadDatabase>, request: Asked, kinds: BoardKinds, gruppo: Gruppo): Promise<DueGroup[]> {
  const { giorno } = request;
  const keys = {
    giorno: { key: sql`d.scadenza::text`, name: sql`null::text`, join: sql`` },
    persona: { key: sql`d.id`, name: sql`s.nome`, join: sql`join scadenzario_record s on s.soggetto = d.soggetto and s.id = d.id` },
    cantiere: {
      key: sql`s.sito`,
      name: sql`c.committente`,
      // computes the site once per record
      join: sql`join (select s.soggetto, s.id, ${siteOf(giorno)} as sito from scadenzario_record s where s.visibile offset 0) s
        on s.soggetto = d.soggetto and s.id = d.id left join cantieri c on c.commessa = s.sito and not c.eliminato`,
    },
  };
  const { key, name, join } = keys[gruppo];
  const asked = gruppo === 'persona' ? peopleAlone(request) : request;
  if (asked === null) return [];
  const { rows } = await sql<DueGroup>`select g.chiave, max(g.nome) as nome, count(*)::integer as totale,
      count(*) filter (where g.fascia = ${at('scaduto')})::integer as scaduti,
      count(*) filter (where g.fascia in (${at('7')}, ${at('30')}))::integer as entro_30,
      count(*) filter (where g.fascia = ${at('assente')})::integer as assenti
    from (select ${key} as chiave, ${band(giorno)} as fascia, ${name} as nome from (${boardRows(asked, kinds)}) d ${join}
      where ${inBand(request)}) g
    group by g.chiave order by ${gruppo === 'giorno' ? sql`g.chiave` : sql`scaduti desc, totale desc, g.chiave`} nulls last`.execute(db);
  return rows;
}

/** Restricts the request to workers; `null` if it asks for another subject. */
function peopleAlone(request: Asked): Asked | null {
  const { soggetto } = request.filters;
  if (soggetto !== undefined && soggetto !== 'lavoratore') return null;
  return { ...request, filters: { ...request.filters, soggetto: 'lavoratore' } };
}

/** Returns the due items of one record, with the date or the hours at which they are due. */
export async function dueOfRecord(
  db: Kysely<ReadDatabase>,
  question: BoardQuestion,
): Promise<{ tipo: string; tipo_nome: string; voce: string | null; riferimento: string | null }[]> {
  const kinds = await boardKinds(db);
  const { rows } = await sql<{ soggetto: BoardSubject; tipo: string; voce: string; riferimento: string | null }>`select d.soggetto, d.tipo,
    d.voce, ${reference('d')} as riferimento from (${boardRows(question, kinds)}) d order by d.tipo, d.voce`.execute(db);
  return rows.map(({ soggetto, tipo, voce, riferimento }) => ({
    tipo,
    tipo_nome: kinds.of(soggetto, tipo).nome,
    voce: voce === '' ? null : voce,
    riferimento,
  }));
}
