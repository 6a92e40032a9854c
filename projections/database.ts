import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { planOnce } from './database/plan-once.ts';
import { preparedOn } from './database/prepared.ts';
import { sharedConnection, type SharedConnection } from './database/shared-connection.ts';
import { inTurns } from './database/turns.ts';

/**
 * Schema of the read tables. A rebuild fills another schema and swaps the two, so queries never name
 * the schema: it is the search_path of the connection.
 */
export const READ_SCHEMA = 'letture';

/** NOTIFY channel on which every commit of the projections is told. */
export const CHANNEL = 'proiezioni';

/** A row of any register's read table: key and fields under their wire names, plus these. */
export interface RegisterRow {
  utente: string;
  versione: number;
  creato: Date;
  modificato: Date;
  modificato_da: string;
  /** FileDiRecord by field name. */
  archivio: unknown;
  eliminato: boolean;
  padre_eliminato: boolean;
  [field: string]: unknown;
}

/**
 * `active` follows the log; `recupero` is catching up with the active ones before it joins them;
 * `stop` met a fact it could not apply, and waits for the next start.
 */
export type ProjectionState = 'attiva' | 'recupero' | 'ferma';

/** Read tables. Registers' tables have the register's path as name; others are added by their projection. */
// oxlint-disable-next-line typescript/consistent-indexed-object-style -- kysely wants an interface of tables
export interface ReadDatabase {
  proiezioni: {
    nome: string;
    posizione: string | null;
    stato: ProjectionState;
    errore: string | null;
    aggiornata: Date;
    /** Of the definition its tables were made by: another one means a rebuild. */
    firma: string;
    tabelle: string[];
  };
  [register: string]: RegisterRow | Record<string, unknown>;
}

// dates as text YYYY-MM-DD, numeric and bigint as numbers: the wire format
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Opening {
  url: string;
  /** Connections at most. */
  max: number;
  schema?: string;
  /** For transactions whose statements go out behind each other, without waiting for the answer to the one before. */
  pipeline?: boolean;
}

/**
 * What the projections ask, and everybody's short statements, is always found by its key: one plan
 * for all values, made once, and never one that suits a table which was still empty then.
 */
const ONE_PLAN = ' -c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/** kB that wait to enter a search index: at the 4 MB of PostgreSQL sixteen writers wait a tenth of a second for them, every few seconds. */
const IN_PORTIONS = ' -c gin_pending_list_limit=256';

/** A connection that everybody waits for and that answers nothing for so long is given up: a firewall that forgot it says nothing for a quarter of an hour. */
const SILENCE_MS = 10_000;

/** The one place where pools are opened. The caller destroys the handle. */
export function openDatabase<DB>({ url, max, schema = READ_SCHEMA, pipeline = false }: Opening): {
  db: Kysely<DB>;
  pool: pg.Pool;
  shared: SharedConnection;
} {
  const path = `-c search_path=${schema},public`;
  const config = { connectionString: url, options: pipeline ? path + ONE_PLAN + IN_PORTIONS : path, application_name: `strato-${schema}` };
  const pool = new pg.Pool({ ...config, max, pipeline });
  // an idle connection that the server ends must not end the process; the next query opens another
  pool.on('error', () => {});
  if (pipeline) pool.on('connect', inTurns);
  pool.on('connect', planOnce);
  // one that breaks while in use tells its query, and then says it again as an event nobody hears
  pool.on('connect', (client) => client.on('error', () => {}));
  const shared = sharedConnection({ ...config, options: path + ONE_PLAN, query_timeout: SILENCE_MS });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: endingWith(pool, () => shared.end()) }) });
  preparedOn(db, shared);
  return { db, pool, shared };
}

function endingWith(pool: pg.Pool, others: () => Promise<void>): pg.Pool {
  const end = pool.end.bind(pool) as () => Promise<void>;
  return Object.assign(pool, { end: () => Promise.all([end(), others()]).then(() => {}) });
}

export interface Listener {
  chiudi(): Promise<void>;
}

/**
 * LISTEN on a connection of its own, taken again when it is lost. `when` also runs after every
 * (re)connection, for what was missed meanwhile; `gone` at once, since a database that recovers may
 * have forgotten the last commits of the projections.
 */
export function listen({
  url,
  canale: channel,
  quando: when,
  persa: gone,
}: {
  url: string;
  canale: string;
  quando: () => void;
  persa?: () => void;
}): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const retry = (): void => {
    client = undefined;
    if (!closed) timer = setTimeout(() => void link(), 500);
  };
  const link = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: `strato-${channel}` });
    client = fresh;
    let lost = false;
    const lose = (): void => {
      if (lost) return;
      lost = true;
      gone?.();
      fresh.end().catch(() => {});
      retry();
    };
    fresh.on('error', lose);
    fresh.on('end', lose);
    fresh.on('notification', () => when());
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
      when();
    } catch {
      lose();
    }
  };
  const first = link();
  return {
    async chiudi() {
      closed = true;
      clearTimeout(timer);
      await first;
      await client?.end().catch(() => {});
    },
  };
}
