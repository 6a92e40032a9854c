import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { PlanningClient } from './database/planning-client.ts';
import { sharedConnection, type SharedConnection } from './database/shared-connection.ts';

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
  /** For transactions whose statements go out behind each other, without waiting for the answer to the one before (pg's own `pipeline`). */
  pipeline?: boolean;
  /** Milliseconds that a new connection may take; without end unless given. */
  connectingMs?: number;
  /** Milliseconds after which the server gives a statement up; without end unless given. */
  statementMs?: number;
}

/** Of a statement that a request reads by: whoever asked has been answered long before. */
export const READING_MS = 30_000;

/**
 * What the projections ask, and everybody's short statements, is always found by its key: one plan
 * for all values, made once, and never one that suits a table which was still empty then.
 */
const ONE_PLAN = ' -c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/** kB that wait to enter a search index: at the 4 MB of PostgreSQL sixteen writers wait a tenth of a second for them, every few seconds. */
const IN_PORTIONS = ' -c gin_pending_list_limit=256';

/** A connection that everybody waits for and that answers nothing for so long is given up: a firewall that forgot it says nothing for a quarter of an hour. */
const SILENCE_MS = 10_000;

/** The tables by way of a pool, and beside it the connection for what everybody asks (`prepared`). Destroyed, it ends both. */
export class Database<DB> extends Kysely<DB> {
  readonly shared: SharedConnection;

  constructor(pool: PostgresPool, shared: SharedConnection) {
    super({ dialect: new PostgresDialect({ pool }) });
    this.shared = shared;
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.shared.end()]);
  }
}

/** The one place where pools are opened. The caller destroys the handle. */
export function openDatabase<DB>({ url, max, schema = READ_SCHEMA, pipeline = false, connectingMs, statementMs }: Opening): {
  db: Database<DB>;
  pool: pg.Pool;
  shared: SharedConnection;
} {
  const path = `-c search_path=${schema},public${statementMs === undefined ? '' : ` -c statement_timeout=${statementMs}`}`;
  const config = {
    connectionString: url,
    options: pipeline ? path + ONE_PLAN + IN_PORTIONS : path,
    application_name: `strato-${schema}`,
    ...(connectingMs === undefined ? {} : { connectionTimeoutMillis: connectingMs }),
  };
  const pool = new pg.Pool({ ...config, max, pipeline, Client: PlanningClient });
  // an idle connection that the server ends must not end the process; the next query opens another
  pool.on('error', () => {});
  // one that breaks while in use tells its query, and then says it again as an event nobody hears
  pool.on('connect', (client) => client.on('error', () => {}));
  const shared = sharedConnection({ ...config, options: path + ONE_PLAN, query_timeout: SILENCE_MS });
  return { db: new Database<DB>(pool, shared), pool, shared };
}

export interface Listener {
  close(): Promise<void>;
}

/**
 * LISTEN on a connection of its own, taken again when it is lost. `when` also runs after every
 * (re)connection, for what was missed meanwhile; `gone` at once, since a database that recovers may
 * have forgotten the last commits of the projections.
 */
export function listen({ url, channel, when, gone }: { url: string; channel: string; when: () => void; gone?: () => void }): Listener {
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
    async close() {
      closed = true;
      clearTimeout(timer);
      await first;
      await client?.end().catch(() => {});
    },
  };
}
