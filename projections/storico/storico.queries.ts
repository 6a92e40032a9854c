import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely';
import type { Area } from '#contracts/modules/areas.ts';
import { normaliseDate } from '#contracts/core/dates.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { HistoryItem, Together } from '#contracts/core/history.ts';
import { FILE_KINDS, type TypeChange } from '#contracts/core/record-change.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import type { Group } from '#contracts/core/groups.ts';
import { SET_UP_ORIGINS, type TRAIL_COLUMNS } from '#contracts/modules/trail.ts';
import type { ListColumn } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { columnConditions, refuse, type Filters } from '../registers/filters.ts';
import { valueCounts, type ValuesPage } from '../registers/value-counts.ts';
import { groupOfRequest } from './group-of.ts';

/** Visible entries: all records of the areas `tutte`, and own records of the areas `proprie`. */
export interface Visibility {
  tutte: readonly Area[];
  proprie: readonly Area[];
  utente: string;
}

export interface TrailRequest {
  utente?: string;
  area?: Area;
  visible?: Visibility;
  /** An event type (`AccisaEliminata.v1`) or a kind of change (`eliminato`). */
  evento?: string;
  tabella?: string;
  id?: string;
  /** Calendar dates in Rome, both included. */
  dal?: string;
  al?: string;
  /** Lists the entries that the folded trail shows as one. */
  gruppo?: string;
  /** Leaves out entries that changed no record. */
  solo?: 'modifiche';
  /** Leaves out the entries that the portal recorded during its setup (`senza`), or lists only those (`solo`). */
  sistema?: 'senza' | 'solo';
  /** Conditions by column. */
  filtri?: Readonly<Record<string, unknown>>;
  /** Words, all of which must be found. */
  cerca?: string;
  /** Page number from 1. */
  pagina: number;
  righe: number;
}

type Row = Omit<HistoryItem, 'quando' | 'insieme'> & { quando: Date };
type FoldedRow = Row & Omit<Together, 'gruppo'> & { gruppo: string };

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
  const own = sql`s.tabella = ${table} and s.id = ${id}`;
  const stream = withChildren && def && !def.parent ? streamOf(def, id) : undefined;
  const which = sql`${stream === undefined ? own : sql`s.flusso = ${stream}`}${tipi === undefined ? sql`` : sql` and s.tipo = any(${[...tipi]}::text[])`}`;
  // within a stream, versions have the same order as positions, and their own index
  const order = stream === undefined ? sql`s.posizione desc` : sql`s.versione desc`;
  const part = righe === undefined ? sql`` : sql` limit ${righe} offset ${(pagina - 1) * righe}`;
  const { rows: found } = await sql<HistoryRow>`select o.proprietario, o.totale, v.* from (select
      (select s.proprietario from storico s where ${own} order by s.posizione desc limit 1) as proprietario,
      (select count(*)::integer from storico s where ${which}) as totale) o
    left join lateral (${readEntries(sql`${which} order by ${order}${part}`)}) v on true order by v.versione desc`.execute(db);
  const read = found.map(({ proprietario, totale, ...row }) => ({ owner: proprietario, totale, row }));
  const { owner = null, totale = 0 } = read[0] ?? {};
  if (owner === null) return null;
  // past the last page the row has only the owner and the total
  return { owner, totale, voci: read.flatMap(({ row }) => (row.versione === null ? [] : [asItem(row)])) };
}

/** Returns the id of the record whose field last had this value before it was changed; `null` if there is none. */
export async function formerlyNamed(db: Kysely<ReadDatabase>, table: string, field: string, name: string): Promise<string | null> {
  const was = JSON.stringify([{ campo: field, prima: name }]);
  const { rows } = await sql<{ id: string }>`select s.id from storico s
    where s.tabella = ${table} and s.campi @> ${was}::jsonb order by s.posizione desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
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

export type Chosen = Omit<TrailRequest, 'pagina' | 'righe'>;

/** Returns a page of the portal-wide trail, newest first. */
export async function register(db: Kysely<ReadDatabase>, request: TrailRequest): Promise<TrailPage> {
  const [{ rows }, totale] = await Promise.all([
    sql<Row>`${readEntries(pageOf(sql`select s.posizione from storico s where ${whichEntries(request, S)}`, request), TOLD)}`.execute(db),
    countTrail(db, request),
  ]);
  return { righe: rows.map(asItem), totale };
}

/**
 * Returns a page of the folded trail, newest first. The first of the chosen entries of a group that the reader sees is its row, in its
 * place, with what the reader sees of the others. `voci`: entries on all pages.
 */
export async function foldedTrail(db: Kysely<ReadDatabase>, request: TrailRequest): Promise<TrailPage & { voci: number }> {
  const [chosen, earlier] = [whichEntries(request, S), whichEntries(request, T)];
  const first = sql`select s.posizione from storico s where ${chosen}
    and not exists (select 1 from storico t where t.gruppo = s.gruppo and t.posizione < s.posizione and ${earlier})`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<FoldedRow>`select e.*, g.* from (${readEntries(pageOf(first, request), sql`${TOLD}, s.gruppo, s.posizione`)}) e
      cross join lateral (${groupSeen(earlier)}) g order by e.quando desc, e.posizione desc`.execute(db),
    sql<{ totale: number; voci: number }>`select count(*)::integer as totale, coalesce(sum(n), 0)::integer as voci
      from (select count(*) as n from storico s where ${chosen} group by s.gruppo) g`.execute(db),
  ]);
  const { totale = 0, voci = 0 } = counts[0] ?? {};
  return { righe: rows.map(asFolded), totale, voci };
}

/** Finds the positions of a page in an index first; their rows are read by them. */
const pageOf = (positions: RawBuilder<unknown>, { pagina, righe }: TrailRequest): RawBuilder<unknown> =>
  sql`s.posizione in (${positions} order by s.quando desc, s.posizione desc limit ${righe} offset ${(pagina - 1) * righe})
    order by s.quando desc, s.posizione desc`;

/** Selects a summary of the chosen entries `t` in the group of entry `e`: their number, and their parts by table and kind of change. */
const groupSeen = (chosen: RawBuilder<unknown>): RawBuilder<unknown> => sql`select sum(p.quante)::integer as quante,
    min(p.primo) = max(p.ultimo) as unico,
    jsonb_agg(jsonb_build_object('tabella', p.tabella, 'tipo', p.tipo, 'quante', p.quante, 'frase', p.frase, 'segue', p.segue)
      order by p.posizione) as parti
  from (select t.tabella, t.tipo, t.origine = 'sistema' and e.origine <> 'sistema' as segue, count(*)::integer as quante,
      case when min(t.frase) = max(t.frase) then min(t.frase) end as frase, min(t.posizione) as posizione,
      min(t.tabella || '/' || t.id) as primo, max(t.tabella || '/' || t.id) as ultimo
    from storico t where t.gruppo = e.gruppo and ${chosen} group by t.tabella, t.tipo, segue) p`;

/** Builds the statement that reads the whole selected trail. */
export const wholeTrail = (request: Chosen): RawBuilder<unknown> =>
  readEntries(sql`${whichEntries(request, S)} order by s.quando desc, s.posizione desc`, TOLD);

/** Columns that only the trail of the whole portal tells. */
const TOLD = sql`, s.area, s.origine`;

export async function countTrail(db: Kysely<ReadDatabase>, request: Chosen): Promise<number> {
  const { rows } = await sql<{
    totale: number;
  }>`select count(*)::integer as totale from storico s where ${whichEntries(request, S)}`.execute(db);
  return rows[0]?.totale ?? 0;
}

/**
 * Returns the values of a column with the number of their entries, or of their rows in the folded trail, the largest first, and the number of
 * all values. Throws RICHIESTA_NON_VALIDA for an unknown column.
 */
export function trailGroups(
  db: Kysely<ReadDatabase>,
  request: Chosen,
  { per, folded, ...page }: ValuesPage & { per: string; folded: boolean },
): Promise<{ data: Group[]; totale: number }> {
  const value = columnsOf(S).get(per)?.expression;
  if (!value) throw refuse('per', `Non si raggruppa per ${per.slice(0, 50)}`);
  const once = folded ? sql` group by s.gruppo, valore` : sql``;
  const rows = sql<{ valore: Group['valore'] }>`(select ${value} as valore from storico s where ${whichEntries(request, S)}${once})`;
  return valueCounts(db, rows, page);
}

type Alias = RawBuilder<unknown>;
const [S, T]: [Alias, Alias] = [sql.raw('s'), sql.raw('t')];

/** Returns the columns of an entry of table alias `a` by which the trail can be filtered. */
function columnsOf(a: Alias): ReadonlyMap<string, ListColumn> {
  const columns: Record<keyof typeof TRAIL_COLUMNS, RawBuilder<unknown>> = {
    quando: sql`(${a}.quando at time zone 'Europe/Rome')::date`,
    fatto: sql`concat_ws(' ', ${a}.utente, ${a}.nome, ${a}.frase, ${a}.oggetto)`,
    campi: sql`(select string_agg(concat_ws(' ', c ->> 'etichetta', coalesce(c ->> 'primaNome', c ->> 'prima'), coalesce(c ->> 'dopoNome', c ->> 'dopo')), '; ')
      from jsonb_array_elements(${a}.campi) c)`,
    utente: sql`${a}.utente`,
    nome: sql`${a}.nome`,
    record: sql`${a}.oggetto`,
    frase: sql`${a}.frase`,
    tipo: sql`${a}.tipo`,
    tabella: sql`${a}.tabella`,
    area: sql`${a}.area`,
    origine: sql`${a}.origine`,
    evento: sql`${a}.evento`,
    motivo: sql`${a}.motivo`,
  };
  return new Map(
    Object.entries(columns).map(([name, expression]) => [name, { name, type: name === 'quando' ? 'date' : 'text', expression }]),
  );
}

const midnight = (day: unknown, more: number) => sql`((${day}::date + ${sql.lit(more)})::timestamp at time zone 'Europe/Rome')`;

/** Conditions on columns. Bounds of days are also put as instants, which the index by instant answers. */
function conditionsOn(filters: Readonly<Record<string, unknown>>, a: Alias): Expression<unknown>[] {
  const columns = columnsOf(a);
  const where = Object.entries(filters as Filters).flatMap(([name, condition]) => columnConditions(columns, name, condition));
  const { da = null, a: to = null } = (filters['quando'] ?? {}) as { da?: unknown; a?: unknown };
  return [
    ...where,
    ...(da === null ? [] : [sql`${a}.quando >= ${midnight(normaliseDate(da), 0)}`]),
    ...(to === null ? [] : [sql`${a}.quando < ${midnight(normaliseDate(to), 1)}`]),
  ];
}

/** Condition on an entry of table alias `a`. */
function whichEntries(
  { utente, area, visible, evento, tabella, id, dal, al, gruppo, solo, sistema, filtri = {}, cerca }: Chosen,
  a: Alias,
): RawBuilder<unknown> {
  const words = (cerca ?? '').normalize('NFC').split(/\s+/).filter(Boolean);
  const conditions = [
    ...(visible === undefined ? [] : [seenBy(visible, a)]),
    ...(utente === undefined ? [] : [sql`${a}.utente = ${utente}`]),
    ...(area === undefined ? [] : [sql`${a}.area = ${area}`]),
    ...(evento === undefined ? [] : [sql`(${a}.evento = ${evento} or ${a}.tipo = ${evento})`]),
    ...(tabella === undefined ? [] : [sql`${a}.tabella = ${tabella}`]),
    ...(id === undefined ? [] : [sql`${a}.id = ${id}`]),
    ...(gruppo === undefined ? [] : [sql`${a}.gruppo = ${gruppo}`]),
    ...(solo === undefined ? [] : [changesRecord(a)]),
    ...(sistema === undefined ? [] : [sql`(${a}.origine = any(${[...SET_UP_ORIGINS]}::text[])) = ${sistema === 'solo'}`]),
    ...(dal === undefined ? [] : [sql`${a}.quando >= ${midnight(dal, 0)}`]),
    ...(al === undefined ? [] : [sql`${a}.quando < ${midnight(al, 1)}`]),
    ...conditionsOn(filtri, a),
    ...words.map((word) => sql`${a}.testo ilike ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const seenBy = ({ tutte, proprie, utente }: Visibility, a: Alias): RawBuilder<unknown> =>
  sql`(${a}.area = any(${[...tutte]}::text[]) or ${a}.area = any(${[...proprie]}::text[]) and ${a}.proprietario = ${utente})`;

/** Builds the SQL form of `leavesAnother`: the condition that an entry changes a record. */
const changesRecord = (a: Alias): RawBuilder<unknown> =>
  sql`(${a}.tipo not in ('aperto', 'altro') and not (${a}.tipo = any(${[...FILE_KINDS]}::text[]) and ${a}.campi = '[]'))`;

const asItem = ({ quando, ...row }: Row): HistoryItem => ({ ...row, quando: quando.toISOString() });

function asFolded({ gruppo, quante, unico, parti, ...row }: FoldedRow): HistoryItem {
  const { tabella, id, oggetto, padre, versione, evento, tipo, quando, utente, nome, frase, campi, motivo, area, origine } = row;
  const told = { ...(area === undefined ? {} : { area }), ...(origine === undefined ? {} : { origine }) };
  const entry = asItem({ tabella, id, oggetto, padre, versione, evento, tipo, quando, utente, nome, frase, campi, motivo, ...told });
  return quante === 1 ? entry : { ...entry, insieme: { gruppo, quante, unico, parti } };
}

const readEntries = (
  which: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`select s.tabella, s.id, s.oggetto, s.padre, s.versione, s.evento, s.tipo, s.quando, s.utente, s.nome, s.frase, s.campi, s.motivo${more}
    from storico s where ${which}`;

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
