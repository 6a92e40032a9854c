import { sql, type Kysely } from 'kysely';

const DOOR = ['accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione', 'uscita', 'revoca', 'vedi-come'];
const ADDED = ['codice-errato', 'secondo-fattore', 'conferma'];
const DATA = ['documento', 'zip', 'esportazione', 'stampa', 'scaricamento', 'operazione', 'rimozione'];
const list = (kinds: readonly string[]) => sql.join(kinds.map((kind) => sql.lit(kind)));

/**
 * Creates the second factors of users and the hashes of their recovery codes. Adds to known browsers the time of the last code that was
 * given with Ricordami. Adds kinds to the trail of accesses: wrong codes, changes of a second factor, confirmations.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create table public.secondi_fattori (
    member_id text primary key references public.credenziali (member_id) on delete cascade,
    segreto text not null,
    avviato timestamptz not null,
    attivo timestamptz,
    ultimo_passo bigint not null default 0
  )`.execute(db);
  await sql`create table public.codici_recupero (
    member_id text not null references public.secondi_fattori (member_id) on delete cascade,
    hash text not null,
    primary key (member_id, hash)
  )`.execute(db);
  await sql`alter table public.browser_conosciuti add column secondo_fattore timestamptz`.execute(db);
  await sql`alter table public.accessi
    drop constraint accessi_tipo_check, add constraint accessi_tipo_check check (tipo in (${list([...DOOR, ...ADDED, ...DATA])}))`.execute(
    db,
  );
}

// `not valid`, since rows of the new kinds stay: they cannot be deleted before their retention time has passed
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`alter table public.accessi
    drop constraint accessi_tipo_check, add constraint accessi_tipo_check check (tipo in (${list([...DOOR, ...DATA])})) not valid`.execute(
    db,
  );
  await sql`alter table public.browser_conosciuti drop column secondo_fattore`.execute(db);
  await sql`drop table public.codici_recupero`.execute(db);
  await sql`drop table public.secondi_fattori`.execute(db);
}
