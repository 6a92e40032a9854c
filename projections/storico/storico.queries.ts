import { sql, type Expression, type Kysely, type SelectQueryBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { streamOf } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { HistoryField, HistoryItem, Together } from '#contracts/core/history.ts';
import type { TypeChange } from '#contracts/core/record-change.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import type { Group } from '#contracts/core/groups.ts';
import type { ReadDatabase } from '../database.ts';
import { refuse } from '../registers/filters.ts';
import { valueCounts, type ValuesPage } from '../registers/value-counts.ts';
import { columnsOf, eb, whichEntries, type Condition } from './entry-conditions.ts';
import { groupOfRequest } from './group-of.ts';
import type { TrailSelection, TrailRequest } from './trail-request.ts';
import { expressions } from '../database/compiled.ts';

export type { TrailSelection, TrailRequest, Visibility } from './trail-request.ts';

type Row = Omit<HistoryItem, 'quando' | 'insieme'> & { quando: Date };
type FoldedRow = Row & Omit<Together, 'gruppo'> & { gruppo: string };

/** Entries `s`, in a statement that another reads from. */
const entries = expressions.selectFrom('storico as s');

type Entries = typeof entries;

/** Selects the columns of entries in the history of a record. */
const readEntries = (from: Entries) =>
  from
    .select(['s.tabella', 's.id', 's.oggetto', 's.padre', 's.versione', 's.evento', 's.tipo', 's.quando'])
    .select(['s.utente', 's.nome', 's.frase', 's.campi', 's.motivo']);

/** Selects the columns of entries in the trail of the whole portal. */
const readTrail = (from: Entries) => readEntries(from).select(['s.area', 's.origine']);

export interface HistoryRequest {
  /** Includes the history of child records in the record's stream. */
  withChildren?: boolean;
  /** Restricts to these kinds of change. */
  tipi?: readonly TypeChange[] | undefined;
  /** Page number from 1, with `righe` entries per page; everything if `righe` is absent. */
  pagina?: number;
  righe?: number | undefined;
}

export interface History {
  /** Owner of the record; for a child, the owner of its parent. */
  owner: string;
  voci: HistoryItem[];
  /** Number of entries on all pages. */
  totale: number;
}

type HistoryRow = Row & { proprietario: string | null; totale: number };

/** Returns a record's history, newest first; `null` if there is none. One statement also returns the owner, to check the permission. */
export async function historyOf(
  db: Kysely<ReadDatabase>,
  catalogue: Pick<Catalogue, 'register'>,
  { tabella: table, id }: Pick<HistoryItem, 'tabella' | 'id'>,
  { withChildren = false, tipi, pagina = 1, righe }: HistoryRequest = {},
): Promise<History | null> {
  const def = catalogue.register(table);
  const own = eb.and([eb('s.tabella', '=', table), eb('s.id', '=', id)]);
  const stream = withChildren && def && !def.parent ? streamOf(def, id) : undefined;
  const which = eb.and([
    stream === undefined ? own : eb('s.flusso', '=', stream),
    ...(tipi === undefined ? [] : [eb('s.tipo', '=', eb.fn.any(eb.val([...tipi])))]),
  ]);
  const page = readEntries(entries)
    .where(which)
    // within a stream, versions have the same order as positions, and their own index
    .orderBy(stream === undefined ? 's.posizione' : 's.versione', 'desc')
    .$if(righe !== undefined, (query) => query.limit(righe!).offset((pagina - 1) * righe!));
  const whole = db.selectNoFrom(({ cast, fn, selectFrom }) => [
    selectFrom('storico as s').select('s.proprietario').where(own).orderBy('s.posizione', 'desc').limit(1).as('proprietario'),
    selectFrom('storico as s').select(cast<number>(fn.countAll(), 'integer').as('quante')).where(which).as('totale'),
  ]);
  const found = await db
    .selectFrom(whole.as('o'))
    .leftJoinLateral(page.as('v'), (join) => join.onTrue())
    .select(['o.proprietario', 'o.totale'])
    .selectAll('v')
    .orderBy('v.versione', 'desc')
    .$castTo<HistoryRow>()
    .execute();
  const read = found.map(({ proprietario, totale, ...row }) => ({ owner: proprietario, totale, row }));
  const { owner = null, totale = 0 } = read[0] ?? {};
  if (owner === null) return null;
  // past the last page the row has only the owner and the total
  return { owner, totale, voci: read.flatMap(({ row }) => (row.versione === null ? [] : [asItem(row)])) };
}

/** Returns the id of the record whose field last had this value before it was changed; `null` if there is none. */
export async function formerlyNamed(db: Kysely<ReadDatabase>, table: string, field: string, name: string): Promise<string | null> {
  const was = JSON.stringify([{ campo: field, prima: name }]);
  const entry = await db
    .selectFrom('storico as s')
    .select('s.id')
    .where('s.tabella', '=', table)
    .where(({ cast, eb: of, val }) => of('s.campi', '@>', cast<HistoryField[]>(val(was), 'jsonb')))
    .orderBy('s.posizione', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.id ?? null;
}

/** Returns the groups that hold the entries of a request in the folded trail: one, or two if it ran past midnight. */
export const groupsOfRequest = (correlationId: string, begun: Date, ended: Date): string[] => [
  ...new Set([begun, ended].map((at) => groupOfRequest(correlationId, at))),
];

interface TrailPage {
  righe: HistoryItem[];
  /** Rows on all pages. */
  totale: number;
}

/** Returns a page of the portal-wide trail, newest first. */
export async function register(db: Kysely<ReadDatabase>, request: TrailRequest): Promise<TrailPage> {
  const positions = entries.where(whichEntries(request, 's'));
  const [rows, totale] = await Promise.all([
    pageOf(readTrail(db.selectFrom('storico as s')), positions, request).execute(),
    countTrail(db, request),
  ]);
  return { righe: rows.map(asItem), totale };
}

/**
 * Returns a page of the folded trail, newest first. The first of the chosen entries of a group that the reader sees is its row, in its
 * place, with what the reader sees of the others. `voci`: entries on all pages.
 */
export async function foldedTrail(db: Kysely<ReadDatabase>, request: TrailRequest): Promise<TrailPage & { voci: number }> {
  const [chosen, earlier] = [whichEntries(request, 's'), whichEntries(request, 't')];
  const firsts = entries
    .where(chosen)
    .where(({ exists, lit, not, selectFrom }) =>
      not(
        exists(
          selectFrom('storico as t')
            .select(lit(1).as('one'))
            .whereRef('t.gruppo', '=', 's.gruppo')
            .whereRef('t.posizione', '<', 's.posizione')
            .where(earlier),
        ),
      ),
    );
  const groups = db.selectFrom('storico as s').select(eb.fn.countAll().as('n')).where(chosen).groupBy('s.gruppo');
  const [rows, counts] = await Promise.all([
    db
      .selectFrom(pageOf(readTrail(entries).select(['s.gruppo', 's.posizione']), firsts, request).as('e'))
      .crossJoinLateral(groupSeen(earlier).as('g'))
      .selectAll('e')
      .selectAll('g')
      .orderBy('e.quando', 'desc')
      .orderBy('e.posizione', 'desc')
      .execute(),
    db
      .selectFrom(groups.as('g'))
      .select(({ cast, fn, lit }) => [
        cast<number>(fn.countAll(), 'integer').as('totale'),
        cast<number>(fn.coalesce(fn.sum('g.n'), lit(0)), 'integer').as('voci'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { righe: rows.map(asFolded), ...counts };
}

/** Restricts a query to a page of the entries `from`. Their positions are found in an index first; the rows are read by them. */
const pageOf = <O>(
  query: SelectQueryBuilder<ReadDatabase & { s: ReadDatabase['storico'] }, 's', O>,
  from: Entries,
  { pagina, righe }: TrailRequest,
) =>
  query
    .where(
      's.posizione',
      'in',
      from
        .select('s.posizione')
        .orderBy('s.quando', 'desc')
        .orderBy('s.posizione', 'desc')
        .limit(righe)
        .offset((pagina - 1) * righe),
    )
    .orderBy('s.quando', 'desc')
    .orderBy('s.posizione', 'desc');

/** Selects a summary of the chosen entries `t` in the group of entry `e`: their number, and their parts by table and kind of change. */
function groupSeen(chosen: Condition) {
  const system = sql.lit('sistema');
  const follows = eb.and([eb('t.origine', '=', system), eb('e.origine', '<>', system)]).$castTo<boolean>();
  const record = eb(eb('t.tabella', '||', sql.lit('/')), '||', eb.ref('t.id'));
  const parts = eb
    .selectFrom('storico as t')
    .select(({ case: when, cast, eb: of, fn }) => [
      't.tabella',
      't.tipo',
      follows.as('segue'),
      cast<number>(fn.countAll(), 'integer').as('quante'),
      when()
        .when(of(fn.min('t.frase'), '=', fn.max('t.frase')))
        .then(fn.min('t.frase'))
        .end()
        .as('frase'),
      fn.min('t.posizione').as('posizione'),
      fn.min(record).as('primo'),
      fn.max(record).as('ultimo'),
    ])
    .whereRef('t.gruppo', '=', 'e.gruppo')
    .where(chosen)
    .groupBy(['t.tabella', 't.tipo', follows]);
  return eb.selectFrom(parts.as('p')).select(({ cast, eb: of, fn, ref }) => [
    cast<number>(fn.sum('p.quante'), 'integer').as('quante'),
    of(fn.min('p.primo'), '=', fn.max('p.ultimo')).$castTo<boolean>().as('unico'),
    fn
      .jsonAgg(
        jsonBuildObject({
          tabella: ref('p.tabella'),
          tipo: ref('p.tipo'),
          quante: ref('p.quante'),
          frase: ref('p.frase'),
          segue: ref('p.segue'),
        }),
      )
      .orderBy('p.posizione')
      .as('parti'),
  ]);
}

/** Builds the statement that reads the whole selected trail. */
export const wholeTrail = (request: TrailSelection): Expression<unknown> =>
  readTrail(entries).where(whichEntries(request, 's')).orderBy('s.quando', 'desc').orderBy('s.posizione', 'desc');

export async function countTrail(db: Kysely<ReadDatabase>, request: TrailSelection): Promise<number> {
  const { totale } = await db
    .selectFrom('storico as s')
    .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('totale'))
    .where(whichEntries(request, 's'))
    .executeTakeFirstOrThrow();
  return totale;
}

/**
 * Returns the values of a column with the number of their entries, or of their rows in the folded trail, the largest first, and the number of
 * all values. Throws RICHIESTA_NON_VALIDA for an unknown column.
 */
export function trailGroups(
  db: Kysely<ReadDatabase>,
  request: TrailSelection,
  { per, folded, ...page }: ValuesPage & { per: string; folded: boolean },
): Promise<{ data: Group[]; totale: number }> {
  const value = columnsOf('s').get(per)?.expression;
  if (!value) throw refuse('per', `Non si raggruppa per ${per.slice(0, 50)}`);
  const rows = entries
    .select(eb.parens(value).$castTo<Group['valore']>().as('valore'))
    .where(whichEntries(request, 's'))
    .$if(folded, (query) => query.groupBy(['s.gruppo', sql.ref('valore')]));
  return valueCounts(db, rows, page);
}

const asItem = ({ quando, ...row }: Row): HistoryItem => ({ ...row, quando: quando.toISOString() });

function asFolded({ gruppo, quante, unico, parti, ...row }: FoldedRow): HistoryItem {
  const { tabella, id, oggetto, padre, versione, evento, tipo, quando, utente, nome, frase, campi, motivo, area, origine } = row;
  const told = { ...(area === undefined ? {} : { area }), ...(origine === undefined ? {} : { origine }) };
  const entry = asItem({ tabella, id, oggetto, padre, versione, evento, tipo, quando, utente, nome, frase, campi, motivo, ...told });
  return quante === 1 ? entry : { ...entry, insieme: { gruppo, quante, unico, parti } };
}

/** Returns the owners of records, deleted ones too, by `recordKey`. A child's owner is that of its parent: ask for the parent. */
export async function ownersOf(
  db: Kysely<ReadDatabase>,
  records: readonly (readonly [table: string, id: string])[],
): Promise<Map<string, string>> {
  if (records.length === 0) return new Map();
  const { rows } = await sql<{ tabella: string; id: string; utente: string }>`
    select s.tabella, s.id, s.stato ->> 'utente' as utente from storico_stato s
    join unnest(${records.map(([table]) => table)}::text[], ${records.map(([, id]) => id)}::text[]) as chiesti(tabella, id)
      on s.tabella = chiesti.tabella and s.id = chiesti.id`.execute(db);
  return new Map(rows.map(({ tabella, id, utente }) => [recordKey(tabella, id), utente]));
}
