import { sql, type Kysely } from 'kysely';

const DOOR = ['accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione', 'uscita', 'revoca'];
const DATA = ['documento', 'zip', 'esportazione', 'stampa', 'scaricamento', 'operazione', 'rimozione'];
const list = (kinds: readonly string[]) => sql.join(kinds.map((kind) => sql.lit(kind)));

/**
 * Creates the sessions in which an administrator sees the portal as another user, without writing. Such a session ends with the
 * administrator's own session, which it names by the hash of its token. Adds the kind `vedi-come` to the trail of accesses.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create table public.osservazioni (
    token_hash text primary key,
    osservatore text not null,
    sessione text not null,
    member_id text not null,
    creata timestamptz not null,
    scade timestamptz not null
  )`.execute(db);
  await sql`create index osservazioni_sessione on public.osservazioni (sessione)`.execute(db);
  await sql`alter table public.accessi
    drop constraint accessi_tipo_check, add constraint accessi_tipo_check check (tipo in (${list([...DOOR, 'vedi-come', ...DATA])}))`.execute(
    db,
  );
}

// `not valid`, since rows of the new kind stay: they cannot be deleted before their retention time has passed
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table public.osservazioni`.execute(db);
  await sql`alter table public.accessi
    drop constraint accessi_tipo_check, add constraint accessi_tipo_check check (tipo in (${list([...DOOR, ...DATA])})) not valid`.execute(
    db,
  );
}
