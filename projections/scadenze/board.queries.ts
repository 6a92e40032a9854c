import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  BOARD_REGISTERS,
  type Board,
  type BoardSubject,
  type DueGroup,
  type DueItem,
  type Gruppo,
} from '#contracts/modules/scadenze/board.ts';
import type { BoardOrder } from '#contracts/modules/scadenze/board-request.ts';
import { FASCE, type Fascia } from '#contracts/modules/scadenze/due-date.ts';
import type { ReadDatabase } from '../database.ts';
import { boardKinds, type BoardKinds } from './board-kinds.ts';
import { boardRows, siteOf, type BoardQuestion } from './board-rows.ts';

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

/** A page of the board, with how many rows there are of each band under every other filter. */
export async function readBoard(db: Kysely<ReadDatabase>, request: BoardRequest): Promise<Board> {
  const kinds = await boardKinds(db);
  const limit = sql` limit ${request.righe} offset ${(request.pagina - 1) * request.righe}`;
  const [data, fasce, gruppi] = await Promise.all([
    sql<Row>`${wholeBoard(request, kinds, limit)}`.execute(db).then(({ rows }) => rows.map((row) => asItem(row, kinds))),
    countBands(db, request, kinds),
    request.gruppo ? readGroups(db, request, kinds, request.gruppo) : undefined,
  ]);
  return { data, totale: totalOf(fasce, request.fascia), fasce, ...(gruppi ? { gruppi } : {}) };
}

/** How many rows there are. */
export async function countBoard(db: Kysely<ReadDatabase>, request: Omit<BoardRequest, 'pagina' | 'righe'>): Promise<number> {
  return totalOf(await countBands(db, request, await boardKinds(db)), request.fascia);
}

const totalOf = (fasce: Record<Fascia, number>, fascia: Fascia | undefined): number =>
  fascia ? fasce[fascia] : FASCE.reduce((sum, one) => sum + fasce[one], 0);

type Asked = Pick<BoardRequest, keyof BoardQuestion | 'fascia' | 'ordina'>;

async function countBands(db: Kysely<ReadDatabase>, request: Asked, kinds: BoardKinds): Promise<Record<Fascia, number>> {
  const { rows } = await sql<{ fascia: Fascia; quante: number }>`select ${band(request.giorno)} as fascia, count(*)::integer as quante
    from (${boardRows(request, kinds)}) d group by 1`.execute(db);
  const counts = Object.fromEntries(FASCE.map((fascia) => [fascia, 0])) as Record<Fascia, number>;
  for (const { fascia, quante } of rows) counts[fascia] = quante;
  return counts;
}

/** Of a row `d`: hours that are reached are expired, whatever the forecast; hours without one lie beyond. */
const band = (giorno: string): Sql => sql`case when d.assente then 'assente' when d.raggiunta then 'scaduto'
  when d.scadenza is null then 'oltre' when d.scadenza <= ${giorno}::date then 'scaduto'
  when d.scadenza <= ${giorno}::date + 7 then '7' when d.scadenza <= ${giorno}::date + 30 then '30'
  when d.scadenza <= ${giorno}::date + 60 then '60' when d.scadenza <= ${giorno}::date + 90 then '90' else 'oltre' end`;

/** The same as a condition on the dates. */
const inBand = ({ fascia, giorno }: Asked): Sql => (fascia ? sql`${band(giorno)} = ${fascia}` : sql`true`);

/** What is missing comes after what has a date. */
function orderOf({ ordina = 'scadenza', giorno }: Asked, kinds: BoardKinds): { key: Sql; descending: boolean; record: boolean } {
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
    case 'scadenza':
    case 'giorni':
      return of(sql`d.scadenza`);
  }
}

interface Row {
  soggetto: BoardSubject;
  id: string;
  nome: string;
  tipo: string;
  voce: string;
  scadenza: string | null;
  giorni: number | null;
  fascia: Fascia;
  ore_mancanti: number | null;
  file: boolean | null;
  cantiere: string | null;
  responsabile: string | null;
  visto_fino: string | null;
  visto_da: string | null;
}

/** The statement that reads the rows asked for, in order: the keys first, then what is told of them alone. */
export function wholeBoard(request: Asked, kinds: BoardKinds, limit: Sql = sql``): RawBuilder<unknown> {
  const { key, descending, record } = orderOf(request, kinds);
  const { giorno } = request;
  const direction = sql.raw(descending ? 'desc nulls last' : 'asc nulls last');
  const ties = (row: string) => sql.join(['soggetto', 'id', 'tipo', 'voce'].map((name) => sql`${sql.id(row, name)} collate "C"`));
  return sql`select p.soggetto, p.id, s.nome, p.tipo, p.voce, p.scadenza::text as scadenza, p.scadenza - ${giorno}::date as giorni,
      p.fascia, p.ore_mancanti, p.file, s.responsabile, (${siteOf(giorno)}) as cantiere, v.fino::text as visto_fino, v.utente as visto_da
    from (select d.*, ${band(giorno)} as fascia, ${key} as ordine from (${boardRows(request, kinds)}) d
      ${record ? sql`join scadenzario_record s on s.soggetto = d.soggetto and s.id = d.id` : sql``}
      where ${inBand(request)} order by ordine ${direction}, d.assente, ${ties('d')}${limit}) p
    join scadenzario_record s on s.soggetto = p.soggetto and s.id = p.id
    left join scadenzario_visti v on v.soggetto = p.soggetto and v.id = p.id and v.tipo = p.tipo and v.voce = p.voce
      and v.fino >= ${giorno}::date and v.riferimento is not distinct from p.riferimento
    order by p.ordine ${direction}, p.assente, ${ties('p')}`;
}

export function asItem(row: Row, kinds: BoardKinds): DueItem {
  const kind = kinds.of(row.soggetto, row.tipo);
  return {
    soggetto: row.soggetto,
    id: BOARD_REGISTERS[row.soggetto].key.kind === 'sequence' ? Number(row.id) : row.id,
    nome: row.nome,
    tipo: row.tipo,
    tipo_nome: kind.nome,
    voce: row.voce === '' ? null : row.voce,
    scadenza: row.scadenza,
    giorni: row.giorni,
    fascia: row.fascia,
    ore_mancanti: row.ore_mancanti,
    file: row.file,
    sanitario: kind.sanitario,
    cantiere: row.cantiere,
    responsabile: row.responsabile ?? kind.responsabile,
    visto_fino: row.visto_fino,
    visto_da: row.visto_da,
  };
}

/** The rows by site, person or day, with how many there are of each; the fullest of what is expired first, days in their order. */
async function readGroups(db: Kysely<ReadDatabase>, request: Asked, kinds: BoardKinds, gruppo: Gruppo): Promise<DueGroup[]> {
  const { giorno } = request;
  const record = gruppo === 'giorno' ? sql`` : sql`join scadenzario_record s on s.soggetto = d.soggetto and s.id = d.id`;
  const key = gruppo === 'giorno' ? sql`d.scadenza::text` : gruppo === 'persona' ? sql`s.id` : sql`(${siteOf(giorno)})`;
  const name = gruppo === 'persona' ? sql`max(g.nome)` : gruppo === 'cantiere' ? sql`max(c.committente)` : sql`null::text`;
  const which = gruppo === 'persona' ? sql`d.soggetto = 'lavoratore'` : sql`true`;
  const { rows } = await sql<DueGroup>`select g.chiave, ${name} as nome, count(*)::integer as totale,
      count(*) filter (where g.fascia = 'scaduto')::integer as scaduti, count(*) filter (where g.fascia in ('7', '30'))::integer as entro_30,
      count(*) filter (where g.fascia = 'assente')::integer as assenti
    from (select ${key} as chiave, ${band(giorno)} as fascia, ${gruppo === 'giorno' ? sql`null::text` : sql`s.nome`} as nome
      from (${boardRows(request, kinds)}) d ${record} where ${inBand(request)} and ${which}) g
    ${gruppo === 'cantiere' ? sql`left join cantieri c on c.commessa = g.chiave and not c.eliminato` : sql``}
    group by g.chiave order by ${gruppo === 'giorno' ? sql`g.chiave` : sql`scaduti desc, totale desc, g.chiave`} nulls last`.execute(db);
  return rows;
}

/** What is due of one record, with the date or the hours that say when. */
export async function dueOfRecord(
  db: Kysely<ReadDatabase>,
  question: BoardQuestion,
): Promise<{ tipo: string; tipo_nome: string; voce: string | null; riferimento: string | null }[]> {
  const kinds = await boardKinds(db);
  const { rows } = await sql<{ soggetto: BoardSubject; tipo: string; voce: string; riferimento: string | null }>`select d.soggetto, d.tipo,
    d.voce, d.riferimento from (${boardRows(question, kinds)}) d order by d.tipo, d.voce`.execute(db);
  return rows.map(({ soggetto, tipo, voce, riferimento }) => ({
    tipo,
    tipo_nome: kinds.of(soggetto, tipo).nome,
    voce: voce === '' ? null : voce,
    riferimento,
  }));
}
