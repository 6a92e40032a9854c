import { sql, type Kysely } from 'kysely';

/**
 * Enables the extension for trigrams, which speeds up the search in lists. Does nothing if the server lacks the extension or forbids it;
 * searches are then slower.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    create extension if not exists pg_trgm with schema public;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not to be had here';
  end $$`.execute(db);
}

export async function down(): Promise<void> {
  // the extension stays, since other databases' objects may use it by now
}
