import { sql, type Kysely } from 'kysely';

const APPEND = sql.raw('public.eventi_aggiungi(text[], integer[], integer[], integer[], integer[], uuid[], text[], jsonb[], jsonb[])');

/** Function that stores where the events were moved to; PostgreSQL then refuses events. With null it accepts them again. */
const NOTE_PLACE = sql`
create function public.registro_altrove(p_dove text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  drop trigger if exists eventi_altrove on public.eventi;
  update public.eventi_testa set altrove = p_dove;
  if p_dove is not null then
    create trigger eventi_altrove before insert on public.eventi
      for each statement execute function public.eventi_spostati();
  end if;
end $$`;

/** Function that lets PostgreSQL accept events again while they are moved back from an EventStoreDB, before the move is complete. */
const REOPEN = sql`
create function public.registro_riapri() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  drop trigger if exists eventi_altrove on public.eventi;
end $$`;

/** Function that takes the lock of appends until the transaction ends. */
const LOCK = sql`
create function public.registro_fermo() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from public.eventi_testa for update;
end $$`;

/** Creates the functions by which the portal's role, which owns neither the log nor its head, appends to the log and moves it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function ${APPEND} security definer set search_path = pg_catalog, pg_temp`.execute(db);
  for (const make of [NOTE_PLACE, REOPEN, LOCK]) await make.execute(db);
  await sql`revoke execute on function ${APPEND}, public.registro_altrove(text), public.registro_riapri(), public.registro_fermo() from public`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter function ${APPEND} security invoker reset search_path`.execute(db);
  await sql`grant execute on function ${APPEND} to public`.execute(db);
  await sql`drop function public.registro_altrove(text), public.registro_riapri(), public.registro_fermo()`.execute(db);
}
