import { Kysely, PostgresDialect, type ColumnType, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { AccessTables } from './accesso/tables.ts';
import type { AnalisiTables } from './analisi/tables.ts';
import { PlanningClient } from './database/planning-client.ts';
import { sharedConnection, type SharedConnection } from './database/shared-connection.ts';
import type { RegisterTables } from './read-tables.ts';
import type { ScadenzeTables } from './scadenze/tables.ts';
import type { TreeTables } from './sigilli/tables.ts';
import type { StoricoTables } from './storico/tables.ts';

/**
 * Schema of the read tables. A rebuild fills another schema and swaps the two. So queries never name the schema; they use the search_path
 * of the connection.
 */
export const READ_SCHEMA = 'letture';

/** NOTIFY channel on which each commit of the projections is announced. */
export const CHANNEL = 'proiezioni';

/**
 * State of a projection. `attiva` follows the log; `recupero` catches up with the active ones before joining them; `ferma` failed on an
 * event and waits for the next start.
 */
export type ProjectionState = 'attiva' | 'recupero' | 'ferma';

/** Read tables that queries may name: those of the registers and of the read models, and the state of the projections. */
export interface ReadDatabase extends RegisterTables, AccessTables, AnalisiTables, ScadenzeTables, StoricoTables, TreeTables {
  proiezioni: {
    nome: string;
    posizione: string | null;
    /** Position of the last event that changed its tables. */
    cambiata: ColumnType<string | null, string | null | undefined, string | null>;
    stato: ProjectionState;
    errore: string | null;
    aggiornata: Date;
    /** Signature of the definition that created its tables; a different signature requires a rebuild. */
    firma: string;
    tabelle: string[];
    /** Latest instant of the events up to `posizione`; `null` where an earlier version of the code did not keep it. */
    istante: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    /** Id of the table itself, a system column of PostgreSQL; a rebuild replaces the table. */
    tableoid: ColumnType<number, never, never>;
  };
}

// dates as text YYYY-MM-DD, numeric and bigint as numbers: the wire format
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Opening {
  url: string;
  /** Maximum number of connections. */
  max: number;
  schema?: string;
  /** Sends the statements of a transaction without waiting for the previous response (pg's own `pipeline`). */
  pipeline?: boolean;
  /** Timeout of a new connection in milliseconds; none if absent. */
  connectingMs?: number;
  /** Timeout of a statement in milliseconds; none if absent. */
  statementMs?: number;
}

/** Timeout of a statement of a request, in milliseconds. The request itself is answered after 12 s at the latest. */
export const READING_MS = 30_000;

/**
 * Planner settings for projections and shared short statements, which always look up by key. One generic plan serves all values; without
 * sequential scans, a plan made while a table was still empty stays good.
 */
const ONE_PLAN = ' -c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * Pending list of a search index in kB. With PostgreSQL's default of 4 MB, sixteen concurrent writers wait a tenth of a second for its
 * flush every few seconds.
 */
const IN_PORTIONS = ' -c gin_pending_list_limit=256';

/**
 * Query timeout of the shared connection in milliseconds. A connection dropped by a firewall would otherwise block everyone for a quarter
 * of an hour.
 */
const SILENCE_MS = 10_000;

/** The read database: a pool, and a separate connection for shared statements (`prepared`). Destroying it closes both. */
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

/** Opens a pool and the shared connection; all code of the read side opens pools here. The caller destroys `db`, which closes both. */
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
  // a pool without an `error` handler ends the process when the server closes an idle connection; the next query opens a new one
  pool.on('error', () => {});
  // a connection that breaks during a query rejects the query and also emits `error`, which must have a handler
  pool.on('connect', (client) => client.on('error', () => {}));
  const shared = sharedConnection({ ...config, options: path + ONE_PLAN, query_timeout: SILENCE_MS });
  return { db: new Database<DB>(pool, shared), pool, shared };
}

export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens on a dedicated connection and reconnects when it is lost. `when` also runs, without a payload, after every (re)connection, to
 * catch up on missed notifications. `gone` runs at once on a loss, since a database in recovery may have lost the last commits of the
 * projections.
 */
export function listen({
  url,
  channel,
  when,
  gone,
}: {
  url: string;
  channel: string;
  when: (payload?: string) => void;
  gone?: () => void;
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
    fresh.on('notification', ({ payload }) => when(payload ?? ''));
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
