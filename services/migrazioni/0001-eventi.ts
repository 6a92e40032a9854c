import { sql, type Kysely } from 'kysely';

const TABLES = sql`
create table public.eventi (
  position bigint primary key,
  stream text not null,
  version integer not null check (version > 0),
  event_id uuid not null unique,
  type text not null,
  data jsonb not null,
  metadata jsonb not null,
  recorded_at timestamptz not null default clock_timestamp(),
  unique (stream, version)
)`;

/** One row: the position of the last event. Its lock is what makes the order of the log one. */
const HEAD = sql`
create table public.eventi_testa (
  unica boolean primary key default true check (unica),
  position bigint not null
)`;

const REFUSE = sql`
create function public.eventi_immutabili() returns trigger language plpgsql as $$
begin
  raise exception 'public.eventi is append-only: % refused', tg_op using errcode = 'restrict_violation';
end $$`;

const REFUSE_TRIGGER = sql`
create trigger eventi_immutabili before update or delete or truncate on public.eventi
for each statement execute function public.eventi_immutabili()`;

/**
 * Appends several lists of events (the i-th takes the next p_quanti[i] elements) and answers one row
 * for each, in order: 'scritto', 'ripetuto' (the same ids are there already), 'conflitto' (with the
 * version found) or 'riusato' (some of the ids belong to other events).
 *
 * Everything happens under the lock of the head row, held until commit: what a reader sees at
 * position p is preceded by everything that will ever stand before p.
 */
const APPEND = sql`
create function public.eventi_aggiungi(
  p_stream text[], p_attesa integer[], p_quanti integer[],
  p_id uuid[], p_tipo text[], p_dati jsonb[], p_meta jsonb[]
) returns table (esito text, versione integer, ultima bigint)
language plpgsql set lock_timeout = '5s' as $$
declare
  v_testa bigint;
  v_iniziale bigint;
  v_da integer := 1;
  v_a integer;
  v_trovati integer;
  v_in_ordine integer;
begin
  select t.position into strict v_testa from public.eventi_testa t for update;
  v_iniziale := v_testa;
  for i in 1 .. cardinality(p_stream) loop
    v_a := v_da + p_quanti[i] - 1;
    select count(*), count(*) filter (where e.stream = p_stream[i] and e.version = n.n + (
             select min(f.version) from public.eventi f where f.event_id = p_id[v_da]) - 1),
           max(e.version), max(e.position)
      into v_trovati, v_in_ordine, versione, ultima
      from unnest(p_id[v_da:v_a]) with ordinality as n(id, n) join public.eventi e on e.event_id = n.id;
    if v_trovati = p_quanti[i] and v_in_ordine = v_trovati then
      esito := 'ripetuto';
    elsif v_trovati > 0 then
      esito := 'riusato';
    else
      select coalesce(max(e.version), 0) into versione from public.eventi e where e.stream = p_stream[i];
      ultima := null;
      if p_attesa[i] is not null and p_attesa[i] <> versione then
        esito := 'conflitto';
      else
        insert into public.eventi (position, stream, version, event_id, type, data, metadata)
        select v_testa + n.n, p_stream[i], versione + n.n, n.id, n.tipo, n.dati, n.meta
          from unnest(p_id[v_da:v_a], p_tipo[v_da:v_a], p_dati[v_da:v_a], p_meta[v_da:v_a])
               with ordinality as n(id, tipo, dati, meta, n);
        v_testa := v_testa + p_quanti[i];
        versione := versione + p_quanti[i];
        ultima := v_testa;
        esito := 'scritto';
      end if;
    end if;
    v_da := v_a + 1;
    return next;
  end loop;
  if v_testa > v_iniziale then
    update public.eventi_testa set position = v_testa;
    perform pg_notify('eventi', v_testa::text);
  end if;
end $$`;

/** The event log: append-only, with one order that has no gap a reader could skip. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await TABLES.execute(db);
  await HEAD.execute(db);
  await sql`insert into public.eventi_testa (position) values (0)`.execute(db);
  await REFUSE.execute(db);
  await REFUSE_TRIGGER.execute(db);
  await APPEND.execute(db);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop function if exists public.eventi_aggiungi`.execute(db);
  await sql`drop table if exists public.eventi`.execute(db);
  await sql`drop table if exists public.eventi_testa`.execute(db);
  await sql`drop function if exists public.eventi_immutabili`.execute(db);
}
