import { sql, type Kysely } from 'kysely';

/** Pieces of three letters, for the search of lists. A server that lacks the extension, or keeps it from us, only searches more slowly. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    create extension if not exists pg_trgm with schema public;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not to be had here';
  end $$`.execute(db);
}

export async function down(): Promise<void> {
  // others may use it by now
}
