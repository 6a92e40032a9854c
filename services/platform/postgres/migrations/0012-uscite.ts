import { sql, type Kysely } from 'kysely';

/** Records sign-outs, and sessions ended by another user, beside the sign-ins. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table public.accessi drop constraint accessi_tipo_check, add constraint accessi_tipo_check
    check (tipo in ('accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione', 'uscita', 'revoca'))`.execute(db);
}

// `not valid`, since rows of the new kinds stay: they cannot be deleted before 90 days have passed
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`alter table public.accessi drop constraint accessi_tipo_check, add constraint accessi_tipo_check
    check (tipo in ('accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione')) not valid`.execute(db);
}
