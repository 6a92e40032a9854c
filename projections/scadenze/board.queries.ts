import type { AliasableExpression, Expression, Kysely, OrderByItemBuilder, SqlBool } from 'kysely';
import {
  BOARD_REGISTERS,
  type Board,
  type BoardSubject,
  type DueGroup,
  type DueItem,
  type Gruppo,
} from '#contracts/modules/scadenze/board.ts';
import { FASCE, type Fascia } from '#contracts/modules/scadenze/due-date.ts';
import type { ReadDatabase } from '../database.ts';
import type { Filters } from '../registers/register.queries.ts';
import { valueCounts, type ValuesPage } from '../registers/value-counts.ts';
import { dateOf, daysBetween } from '../rome-days.ts';
import { boardKinds, type BoardKinds } from './board-kinds.ts';
import { eb, reference, type Entries, type RowAlias } from './board-aliases.ts';
import { boardConditions, groupValue, withRecords } from './board-columns.ts';
import { at, band, orderOf } from './board-order.ts';
import { stopsWork } from './board-requirements.ts';
import { boardParts, boardRows, isNarrowed, unionOf, type BoardQuestion } from './board-rows.ts';
import { siteOf, stillWorked } from './board-site.ts';

export type { BoardQuestion } from './board-rows.ts';

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
    wholeBoard(db, request, kinds, page)
      .execute()
      .then((rows) => rows.map((row) => asItem(row, kinds))),
    countBands(db, request, kinds),
    countBands(db, { ...request, closed: 'only' }, kinds).then((closed) => totalOf(closed, request.fascia)),
    request.gruppo ? readGroups(db, request, kinds, request.gruppo) : undefined,
  ]);
  return { data, totale: totalOf(fasce, request.fascia), fasce, chiusi, ...(gruppi ? { gruppi } : {}) };
}

/** Returns all selected rows of the board, in its order. */
export async function wholeDue(db: Kysely<ReadDatabase>, question: BoardQuestion): Promise<DueItem[]> {
  const kinds = await boardKinds(db);
  const rows = await wholeBoard(db, question, kinds).execute();
  return rows.map((row) => asItem(row, kinds));
}

/** Throws RICHIESTA_NON_VALIDA for conditions that the board's columns do not take. */
export async function checkBoardConditions(db: Kysely<ReadDatabase>, filters: Filters, giorno: string): Promise<void> {
  boardConditions(filters, { giorno, kinds: await boardKinds(db) });
}

/** Counts the selected rows. */
export async function countBoard(db: Kysely<ReadDatabase>, request: Omit<BoardRequest, 'pagina' | 'righe'>): Promise<number> {
  return totalOf(await countBands(db, request, await boardKinds(db)), request.fascia);
}

const totalOf = (fasce: Record<Fascia, number>, fascia: Fascia | undefined): number =>
  fascia ? fasce[fascia] : FASCE.reduce((sum, one) => sum + fasce[one], 0);

type BoardSelection = Pick<BoardRequest, keyof BoardQuestion | 'fascia' | 'ordina'>;

/** Counts the rows per band. Each category is counted on its own, so that the planner reads only the columns a count needs. */
async function countBands(db: Kysely<ReadDatabase>, request: BoardSelection, kinds: BoardKinds): Promise<Record<Fascia, number>> {
  const parts = isNarrowed(request) ? [boardRows(request, kinds)] : boardParts(request, kinds).map(({ rows }) => rows);
  const [first, ...others] = parts.map((rows) =>
    db
      .selectFrom(rows.as('d'))
      .select(({ fn }) => [band(request.giorno).as('fascia'), fn.countAll<number>().as('quante')])
      .groupBy('fascia'),
  );
  const rows = (await first?.unionAll(others).execute()) ?? [];
  const fasce = Object.fromEntries(FASCE.map((fascia) => [fascia, 0])) as Record<Fascia, number>;
  for (const { fascia, quante } of rows) fasce[FASCE[fascia]!] += quante;
  return fasce;
}

const inBand = ({ fascia, giorno }: BoardSelection): Expression<SqlBool> => eb.and(fascia ? [eb(band(giorno), '=', at(fascia))] : []);

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
  chiuso: SqlBool;
  ferma: SqlBool;
}

interface Page {
  limit: number;
  offset: number;
}

/** Builds the query of the selected rows, in order: it finds the keys first, then reads further columns for these only. */
export function wholeBoard(db: Kysely<ReadDatabase>, request: BoardSelection, kinds: BoardKinds, page?: Page) {
  const { key, descending, record, byDay } = orderOf(request, kinds);
  const { giorno } = request;
  const direction = (order: OrderByItemBuilder) => (descending ? order.desc() : order.asc()).nullsLast();
  const rows = page && byDay && !isNarrowed(request) ? firstOfEach(request, kinds, page, direction) : boardRows(request, kinds);
  const keys = db
    .selectFrom(rows.as('d'))
    .$if(record, (query) =>
      query.innerJoin('scadenzario_record as s', (join) => join.onRef('s.soggetto', '=', 'd.soggetto').onRef('s.id', '=', 'd.id')),
    )
    .selectAll('d')
    .select([band(giorno).as('fascia'), key.as('ordine')])
    .where(inBand(request))
    .orderBy('ordine', direction)
    .orderBy('d.assente')
    .orderBy('d.soggetto', (order) => order.collate('C'))
    .orderBy('d.id', (order) => order.collate('C'))
    .orderBy('d.tipo', (order) => order.collate('C'))
    .orderBy('d.voce', (order) => order.collate('C'))
    .$if(page !== undefined, (query) => query.limit(page!.limit).offset(page!.offset));
  return db
    .selectFrom(keys.as('p'))
    .innerJoin('scadenzario_record as s', (join) => join.onRef('s.soggetto', '=', 'p.soggetto').onRef('s.id', '=', 'p.id'))
    .leftJoin('scadenzario_visti as v', (join) =>
      join
        .onRef('v.soggetto', '=', 'p.soggetto')
        .onRef('v.id', '=', 'p.id')
        .onRef('v.tipo', '=', 'p.tipo')
        .onRef('v.voce', '=', 'p.voce')
        .on('v.fino', '>=', giorno)
        .on('v.riferimento', 'is not distinct from', reference('p')),
    )
    .select(['p.soggetto', 'p.id', 's.nome', 'p.tipo', 'p.voce', 'p.scadenza', daysTo('p', giorno).as('giorni'), 'p.fascia'])
    .select(['p.ore_mancanti', 'p.file', 's.responsabile', siteOf(giorno).as('cantiere'), 'v.fino as visto_fino', 'v.utente as visto_da'])
    .select(({ eb: of, fn, lit }) => [
      of.and([fn.coalesce(of('s.aperto_fino', '<', giorno), lit(false)), of.not(stillWorked('p', giorno))]).as('chiuso'),
      stopsWork('p', giorno, kinds).as('ferma'),
    ])
    .orderBy('p.ordine', direction)
    .orderBy('p.assente')
    .orderBy('p.soggetto', (order) => order.collate('C'))
    .orderBy('p.id', (order) => order.collate('C'))
    .orderBy('p.tipo', (order) => order.collate('C'))
    .orderBy('p.voce', (order) => order.collate('C'));
}

/** Returns the days from `giorno` to the date of a row. */
export const daysTo = (row: RowAlias, giorno: string) => daysBetween(dateOf(giorno), eb.ref(`${row}.scadenza`));

/**
 * Selects, per category, as many rows as a page may need. Dates then come from their index, which a sort of all categories together would
 * not use.
 */
function firstOfEach(
  request: BoardSelection,
  kinds: BoardKinds,
  { limit, offset }: Page,
  direction: (order: OrderByItemBuilder) => OrderByItemBuilder,
): Entries {
  const wanted = boardParts(request, kinds).filter(({ missing }) => !request.fascia || missing === (request.fascia === 'assente'));
  const [first, ...others] = wanted.map(({ rows }) =>
    eb
      .selectFrom(rows.as('d'))
      .selectAll('d')
      .where(inBand(request))
      .orderBy('d.scadenza', direction)
      .orderBy('d.soggetto', (order) => order.collate('C'))
      .orderBy('d.id', (order) => order.collate('C'))
      .orderBy('d.tipo', (order) => order.collate('C'))
      .orderBy('d.voce', (order) => order.collate('C'))
      .limit(limit + offset),
  );
  return first ? unionOf(first, others) : boardRows(request, kinds);
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

/** Returns the values of a column with the number of their rows, the largest first, and the number of all values. */
export async function boardGroups(db: Kysely<ReadDatabase>, request: BoardSelection, { per, ...page }: ValuesPage & { per: string }) {
  const kinds = await boardKinds(db);
  const rows = withRecords(boardRows(request, kinds), request.giorno)
    .select(groupValue(per, request.giorno, kinds).as('valore'))
    .where(inBand(request));
  return valueCounts(db, rows, page);
}

/** Returns the rows grouped by site, person or day, with their numbers. Groups with most expired rows come first; days are in order. */
async function readGroups(db: Kysely<ReadDatabase>, request: BoardSelection, kinds: BoardKinds, gruppo: Gruppo): Promise<DueGroup[]> {
  const asked = gruppo === 'persona' ? peopleAlone(request) : request;
  if (asked === null) return [];
  const rows = db.selectFrom(boardRows(asked, kinds).as('d')).select(band(request.giorno).as('fascia')).where(inBand(request));
  const groupKeys = (): AliasableExpression<{ chiave: string | null; nome: string | null; fascia: number }> => {
    switch (gruppo) {
      case 'giorno':
        return rows.select(({ cast, lit }) => ['d.scadenza as chiave', cast<string | null>(lit(null), 'text').as('nome')]);
      case 'persona':
        return rows
          .innerJoin('scadenzario_record as s', (join) => join.onRef('s.soggetto', '=', 'd.soggetto').onRef('s.id', '=', 'd.id'))
          .select(['d.id as chiave', 's.nome']);
      case 'cantiere': {
        // the fence of `offset` computes the site once per record
        const sites = db
          .selectFrom('scadenzario_record as s')
          .select(['s.soggetto', 's.id', siteOf(request.giorno).as('sito')])
          .where(({ ref }) => ref('s.visibile'))
          .offset(eb.lit(0));
        return rows
          .innerJoin(sites.as('s'), (join) => join.onRef('s.soggetto', '=', 'd.soggetto').onRef('s.id', '=', 'd.id'))
          .leftJoin('cantieri as c', (join) => join.onRef('c.commessa', '=', 's.sito').on(({ not }) => not('c.eliminato')))
          .select(['s.sito as chiave', 'c.committente as nome']);
      }
    }
  };
  return db
    .selectFrom(groupKeys().as('g'))
    .select(({ fn }) => [
      'g.chiave',
      fn.max('g.nome').as('nome'),
      fn.countAll<number>().as('totale'),
      fn.countAll<number>().filterWhere('g.fascia', '=', at('scaduto')).as('scaduti'),
      fn
        .countAll<number>()
        .filterWhere('g.fascia', 'in', [at('7'), at('30')])
        .as('entro_30'),
      fn.countAll<number>().filterWhere('g.fascia', '=', at('assente')).as('assenti'),
    ])
    .groupBy('g.chiave')
    .$if(gruppo !== 'giorno', (query) => query.orderBy('scaduti', 'desc').orderBy('totale', 'desc'))
    .orderBy('g.chiave', (order) => order.nullsLast())
    .execute();
}

/** Restricts the request to workers; `null` if it asks for another subject. */
function peopleAlone(request: BoardSelection): BoardSelection | null {
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
  const rows = await db
    .selectFrom(boardRows(question, kinds).as('d'))
    .select(['d.soggetto', 'd.tipo', 'd.voce', reference('d').as('riferimento')])
    .orderBy('d.tipo')
    .orderBy('d.voce')
    .execute();
  return rows.map(({ soggetto, tipo, voce, riferimento }) => ({
    tipo,
    tipo_nome: kinds.of(soggetto, tipo).nome,
    voce: voce === '' ? null : voce,
    riferimento,
  }));
}
