import pg from 'pg';
import { READ_SCHEMA } from '#projections/database.ts';

/** Rights of the portal's role on tables to which it has less than full access: event log, access trail, checkpoints, migrations. */
const REDUCED_RIGHTS: Readonly<Record<string, string>> = {
  eventi: 'select',
  eventi_testa: 'select',
  // a trigger allows the deletion only of rows past their retention time
  accessi: 'select, insert, delete',
  // a checkpoint never changes, but gets a time stamp and signatures of witnesses
  sigilli: 'select, insert, update (marca, firme)',
  migrazioni: 'select',
  migrazioni_lock: 'select',
};

/** Functions by which the portal's role changes tables that it does not own. They run with the rights of the tables' owner. */
const BY_FUNCTION = ['eventi_aggiungi', 'registro_altrove', 'registro_riapri', 'registro_fermo', 'accessi_dimentica'];

/** SQL condition for schemas that the portal's role owns: read tables, those of a rebuild or a verification, the queue. */
const OWNED_SCHEMAS = `(n.nspname = 'coda' or n.nspname like '${READ_SCHEMA}%')`;

// an arbitrary number that no other advisory lock of the portal uses
const LOCK = 72_616_070;

/**
 * Runs `work` in a session of the owner, under an advisory lock, so that portals that start together prepare a database one after the
 * other.
 */
export async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'strato-proprietario' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns user name and password from a database address. */
export function signingIn(url: string): { name: string; password: string } {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Creates the portal's role if it is missing, and sets its password. Throws if the role owns the tables or is a superuser. */
export async function ensureRole(owner: pg.Client, { name, password }: { name: string; password: string }): Promise<void> {
  const { rows } = await owner.query<{ super: boolean; same: boolean }>(
    'select rolsuper as super, rolname = current_user as same from pg_roles where rolname = $1',
    [name],
  );
  const [role] = rows;
  if (role?.same === true || role?.super === true)
    throw new Error(
      `DATABASE_URL signs in as ${name}, which ${role.same ? 'owns the tables' : 'is a superuser'}: the portal wants a role of its own.`,
    );
  const signs = `login password ${owner.escapeLiteral(password)}`;
  // `createdb`, since the restore test creates a scratch database
  await owner.query(`${role ? 'alter' : 'create'} role ${owner.escapeIdentifier(name)} with ${signs}${role ? '' : ' createdb'}`);
}

/** Grants the portal's role its rights in this database. Does nothing if none is missing, unless `always` is true. */
export async function grantPortal(owner: pg.Client, name: string, always: boolean): Promise<void> {
  if (!always && !(await lacks(owner, name))) return;
  const role = owner.escapeIdentifier(name);
  await owner.query('begin');
  for (const statement of [...(await onPublic(owner, role)), ...(await handedOver(owner, name, role))]) await owner.query(statement);
  await owner.query('commit');
}

async function lacks(owner: pg.Client, name: string): Promise<boolean> {
  const { rows } = await owner.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where (n.nspname = 'public' and c.relkind = 'r' and not has_table_privilege($1, c.oid, 'select'))
         or (${OWNED_SCHEMAS} and c.relkind in ('r', 'v', 'm', 'p') and c.relowner <> $1::regrole)
     union all
     select from pg_namespace n where ${OWNED_SCHEMAS} and n.nspowner <> $1::regrole
     union all
     select where not has_database_privilege($1, current_database(), 'create')`,
    [name],
  );
  return rows.length > 0;
}

async function onPublic(owner: pg.Client, role: string): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string; database: string }>(
    `select c.relname as name, current_database() as database from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  const database = owner.escapeIdentifier(tables[0]?.database ?? '');
  const { rows: functions } = await owner.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [BY_FUNCTION],
  );
  return [
    `grant connect, create, temporary on database ${database} to ${role}`,
    'revoke create on schema public from public',
    `grant usage on schema public to ${role}`,
    `grant usage, select on all sequences in schema public to ${role}`,
    `revoke all on sequence public.accessi_id_seq from ${role}`,
    ...tables.flatMap(({ name }) => {
      const table = `public.${owner.escapeIdentifier(name)}`;
      const few = REDUCED_RIGHTS[name];
      return few === undefined
        ? [`grant select, insert, update, delete on ${table} to ${role}`]
        : [`revoke all on ${table} from ${role}`, `grant ${few} on ${table} to ${role}`];
    }),
    ...functions.map(({ signature }) => `grant execute on function ${signature} to ${role}`),
    ...(await toCompact(owner, role, tables)),
  ];
}

/** First version of PostgreSQL with the privilege `maintain`, which allows a role to rewrite a table that it does not own. */
const MAINTAIN_SINCE = 170_000;

/**
 * Returns the grants that allow the role to rewrite tables after a person is forgotten. Includes grants on the server itself only if the
 * owner is a superuser.
 */
async function toCompact(owner: pg.Client, role: string, tables: readonly { name: string }[]): Promise<string[]> {
  const { rows } = await owner.query<{ version: string; super: boolean }>(
    `select current_setting('server_version_num') as version, rolsuper as super from pg_roles where rolname = current_user`,
  );
  if (Number(rows[0]?.version) < MAINTAIN_SINCE) return [];
  return [
    ...tables.map(({ name }) => `grant maintain on public.${owner.escapeIdentifier(name)} to ${role}`),
    ...(rows[0]?.super === true
      ? [
          `grant maintain on pg_catalog.pg_statistic to ${role}`,
          `grant execute on function pg_catalog.pg_switch_wal() to ${role}`,
          `grant pg_checkpoint to ${role}`,
        ]
      : []),
  ];
}

/**
 * Returns the statements that make the portal's role owner of its schemas and their objects. They are needed after an update from a release
 * with a single role, and after a restore.
 */
async function handedOver(owner: pg.Client, name: string, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter schema %I owner to ', n.nspname) as statement, 1 as turn
       from pg_namespace n where ${OWNED_SCHEMAS} and n.nspowner <> $1::regrole
     union all
     select format('alter %s %I.%I owner to ', case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
              n.nspname, c.relname), 2
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${OWNED_SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relowner <> $1::regrole
        -- a sequence of a column goes with its table
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
     union all
     select format('alter routine %s owner to ', p.oid::regprocedure), 2
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OWNED_SCHEMAS} and p.proowner <> $1::regrole
     union all
     select format('alter type %I.%I owner to ', n.nspname, t.typname), 2
       from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where ${OWNED_SCHEMAS} and t.typtype in ('d', 'e') and t.typowner <> $1::regrole
     order by turn`,
    [name],
  );
  if (rows.length === 0) return [];
  return [...(await membership(owner, role)), ...rows.map(({ statement }) => statement + role)];
}

/** Returns the grant that an owner without superuser rights needs to change the owner of objects; none for a superuser. */
async function membership(owner: pg.Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ super: boolean }>('select rolsuper as super from pg_roles where rolname = current_user');
  return rows[0]?.super === true ? [] : [`grant ${role} to current_user`];
}
