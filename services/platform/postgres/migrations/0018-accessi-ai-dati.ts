import { sql, type Kysely } from 'kysely';

const DOOR = ['accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione', 'uscita', 'revoca'];
const DATA = ['documento', 'zip', 'esportazione', 'stampa', 'scaricamento', 'operazione', 'rimozione'];
const list = (kinds: readonly string[]) => sql.join(kinds.map((kind) => sql.lit(kind)));

/**
 * Adds downloads and jobs to the trail of accesses, with their number of records, once for each command. These rows are kept for two years
 * and cannot be changed.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table public.accessi add column quanti integer, add column comando text unique,
    drop constraint accessi_tipo_check, add constraint accessi_tipo_check check (tipo in (${list([...DOOR, ...DATA])}))`.execute(db);
  await sql`create or replace function public.accessi_immutabili() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.quando < now() - (case when old.tipo in (${list(DATA)}) then interval '730 days' else interval '90 days' end) then return old; end if;
      raise exception 'public.accessi is append-only for 90 days, for 730 where it tells of data';
    end $$`.execute(db);
}

// `not valid`, since rows of the new kinds stay: they cannot be deleted before their retention time has passed
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`alter table public.accessi drop column quanti, drop column comando,
    drop constraint accessi_tipo_check, add constraint accessi_tipo_check check (tipo in (${list(DOOR)})) not valid`.execute(db);
}
