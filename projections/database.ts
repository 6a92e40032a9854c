import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/**
 * Schema of the read tables. A rebuild fills another schema and swaps the two, so queries never name
 * the schema: it is the search_path of the connection.
 */
export const SCHEMA_LETTURE = 'letture';

/** A row of any register's read table: key and fields under their wire names, plus these. */
export interface RigaRegistro {
  utente: string;
  versione: number;
  creato: Date;
  modificato: Date;
  modificato_da: string;
  /** FileDiRecord by field name. */
  archivio: unknown;
  eliminato: boolean;
  padre_eliminato: boolean;
  [campo: string]: unknown;
}

/** Read tables. Registers' tables have the register's path as name; others are added by their projection. */
// oxlint-disable-next-line typescript/consistent-indexed-object-style -- kysely wants an interface of tables
export interface LettureDatabase {
  proiezioni: {
    nome: string;
    posizione: string | null;
    stato: 'attiva' | 'ferma';
    errore: string | null;
    aggiornata: Date;
  };
  [registro: string]: RigaRegistro | Record<string, unknown>;
}

// dates as text YYYY-MM-DD, numeric and bigint as numbers: the wire format
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Apertura {
  url: string;
  /** Connections at most. */
  max: number;
  schema?: string;
}

/** The one place where pools are opened. The caller destroys the handle. */
export function apriDatabase<DB>({ url, max, schema = SCHEMA_LETTURE }: Apertura): { db: Kysely<DB>; pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString: url, max, options: `-c search_path=${schema},public`, application_name: `strato-${schema}` });
  // an idle connection that the server ends must not end the process; the next query opens another
  pool.on('error', () => {});
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool };
}
