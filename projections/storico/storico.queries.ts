import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Area } from '#contracts/modules/areas.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import type { TypeChange } from '#contracts/core/record-change.ts';
import type { ReadDatabase } from '../database.ts';
import { ofTypes } from './together.ts';

/** What the reader may see: all records of the areas `tutte`, and own records of the areas `proprie`. */
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
  /** Id of a command, to list all entries that the trail shows as one. */
  comando?: string;
  /** Words, all of which must be found. */
  cerca?: string;
  /** From 1. */
  pagina: number;
  righe: number;
}

type Row = Omit<HistoryItem, 'quando' | 'insieme' | 'comando'> & { quando: Date; insieme: number | null; comando: string };

/** The catalogue's list of event types that the trail groups. */
type Told = Pick<Catalogue, 'together'>;

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
  table: string,
  id: string,
  { withChildren = false, tipi, pagina = 1, righe }: HistoryRequest = {},
): Promise<History | null> {
  const def = catalogue.register(table);
  const own = sql`s.tabella = ${table} and s.id = ${id}`;
  const stream = withChildren && def && !def.parent ? streamOf(def, id) : undefined;
  const which = sql`${stream === undefined ? own : sql`s.flusso = ${stream}`}${tipi === undefined ? sql`` : sql` and s.tipo = any(${[...tipi]}::text[])`}`;
  // within a stream the versions are in the order of the positions, and have an index of their own
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

/** Returns a page of the portal-wide trail, newest first. */
export async function register(
  db: Kysely<ReadDatabase>,
  catalogue: Told,
  request: TrailRequest,
): Promise<{ righe: HistoryItem[]; totale: number }> {
  const { pagina, righe } = request;
  // finds the positions of the page in an index first, then reads their rows
  const [read, total] = await Promise.all([
    entries(
      db,
      inCommand(catalogue, request),
      sql`s.posizione in (select s.posizione from storico s where ${whichEntries(catalogue, request)}
      order by s.quando desc, s.posizione desc limit ${righe} offset ${(pagina - 1) * righe}) order by s.quando desc, s.posizione desc`,
    ),
    countTrail(db, catalogue, request),
  ]);
  return { righe: read, totale: total };
}

export type Chosen = Omit<TrailRequest, 'pagina' | 'righe'>;

/** Builds the statement that reads the whole selected trail. */
export const wholeTrail = (catalogue: Told, request: Chosen): RawBuilder<unknown> =>
  readEntries(sql`${whichEntries(catalogue, request)} order by s.quando desc, s.posizione desc`, inCommand(catalogue, request));

export async function countTrail(db: Kysely<ReadDatabase>, catalogue: Told, request: Chosen): Promise<number> {
  const { rows } = await sql<{
    totale: number;
  }>`select count(*)::integer as totale from storico s where ${whichEntries(catalogue, request)}`.execute(db);
  return rows[0]?.totale ?? 0;
}

const whichEntries = (catalogue: Told, request: Chosen): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions(catalogue, request)], sql` and `);

function conditions(
  catalogue: Told,
  { utente, area, visible, evento, tabella, id, dal, al, comando, cerca }: Chosen,
): RawBuilder<unknown>[] {
  const midnight = (data: string, more: number) => sql`((${data}::date + ${sql.lit(more)})::timestamp at time zone 'Europe/Rome')`;
  const words = (cerca ?? '').normalize('NFC').split(/\s+/).filter(Boolean);
  return [
    ...(utente === undefined ? [] : [sql`s.utente = ${utente}`]),
    ...(area === undefined ? [] : [sql`s.area = ${area}`]),
    seenBy(visible, sql.raw('s')),
    ...(evento === undefined ? [] : [sql`(s.evento = ${evento} or s.tipo = ${evento})`]),
    ...(tabella === undefined ? [] : [sql`s.tabella = ${tabella}`]),
    ...(id === undefined ? [] : [sql`s.id = ${id}`]),
    ...(comando === undefined ? [] : [sql`s.comando = ${comando}`]),
    ...(comando === undefined && id === undefined && words.length === 0 ? firstOfItsCommand(catalogue, visible) : []),
    ...(dal === undefined ? [] : [sql`s.quando >= ${midnight(dal, 0)}`]),
    ...(al === undefined ? [] : [sql`s.quando < ${midnight(al, 1)}`]),
    ...words.map((word) => sql`s.testo ilike ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
  ];
}

/** Condition on an entry of table alias `entry`; without `visible` every entry meets it. */
const seenBy = (visible: Visibility | undefined, entry: RawBuilder<unknown>): RawBuilder<unknown> =>
  visible === undefined
    ? sql`true`
    : sql`(${entry}.area = any(${[...visible.tutte]}::text[])
      or ${entry}.area = any(${[...visible.proprie]}::text[]) and ${entry}.proprietario = ${visible.utente})`;

/** Condition for the first visible entry of a command among those that the trail shows as one. */
function firstOfItsCommand({ together }: Told, visible: Visibility | undefined): RawBuilder<unknown>[] {
  const [one, others] = [ofTypes(together, sql.raw('s.evento')), ofTypes(together, sql.raw('t.evento'))];
  if (!one) return [];
  return [
    sql`(not (${one})
    or not exists (select 1 from storico t where ${others} and t.comando = s.comando and t.posizione < s.posizione and ${seenBy(visible, sql.raw('t'))}))`,
  ];
}

async function entries(db: Kysely<ReadDatabase>, together: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<HistoryItem[]> {
  const { rows } = await sql<Row>`${readEntries(which, together)}`.execute(db);
  return rows.map(asItem);
}

const asItem = ({ insieme, comando, ...row }: Row): HistoryItem => ({
  ...row,
  quando: row.quando.toISOString(),
  ...(insieme === null ? {} : { insieme, comando }),
});

/** Counts, for events that represent others of their command, the visible events of that command. */
function inCommand({ together }: Told, { visible }: Chosen): RawBuilder<unknown> {
  const [one, others] = [ofTypes(together, sql.raw('s.evento')), ofTypes(together, sql.raw('t.evento'))];
  return one
    ? sql`case when ${one} then (select count(*)::integer from storico t where ${others} and t.comando = s.comando and ${seenBy(visible, sql.raw('t'))}) end`
    : NO_COUNT;
}

const NO_COUNT = sql`null::integer`;

const readEntries = (
  which: RawBuilder<unknown>,
  together: RawBuilder<unknown> = NO_COUNT,
): RawBuilder<unknown> => sql`select s.tabella, s.id, s.oggetto, s.padre, s.versione, s.evento, s.tipo, s.quando, s.utente, s.nome, s.frase, s.campi, s.motivo, s.comando, ${together} as insieme
    from storico s where ${which}`;
