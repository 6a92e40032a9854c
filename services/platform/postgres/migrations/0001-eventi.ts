import { sql, type Kysely } from 'kysely';

const EVENTS = sql`
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

/** Table with one row: the position of the last event. Appends take the lock of this row, which gives the log a single order. */
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
 * Function that appends to several streams, no two of them the same. It returns one row for each stream, in order. `esito` is 'scritto',
 * 'ripetuto' (the same events are already recorded), 'conflitto' (with the version found) or 'riusato' (some ids belong to other events).
 * `p_di` is the number of an event's stream, `p_n` the event's place among those of the stream, both from 1.
 * The head row stays locked until the commit. When a reader sees position p, every event with a lower position is already visible.
 */
const APPEND = sql`
create function public.eventi_aggiungi(
  p_stream text[], p_attesa integer[], p_quanti integer[],
  p_di integer[], p_n integer[], p_id uuid[], p_tipo text[], p_dati jsonb[], p_meta jsonb[]
) returns table (esito text, versione integer, ultima bigint)
language plpgsql set lock_timeout = '5s' as $$
declare
  v_iniziale bigint;
  v_testa bigint;
  v_noti boolean;
  v_attuali integer[];
  -- where the events of each stream go; null: nowhere
  v_dopo bigint[] := array_fill(null::bigint, array[cardinality(p_stream)]);
  v_trovati integer;
  v_in_ordine boolean;
begin
  select t.position into strict v_iniziale from public.eventi_testa t for update;
  v_testa := v_iniziale;
  select exists (select from public.eventi e where e.event_id = any (p_id)),
         (select array_agg(coalesce((select max(e.version) from public.eventi e where e.stream = s.stream), 0) order by s.i)
            from unnest(p_stream) with ordinality as s(stream, i))
    into v_noti, v_attuali;
  for i in 1 .. cardinality(p_stream) loop
    esito := null;
    if v_noti then
      select count(*), bool_and(e.stream = p_stream[i]) and count(distinct e.version - n.n) = 1, max(e.version), max(e.position)
        into v_trovati, v_in_ordine, versione, ultima
        from unnest(p_di, p_n, p_id) as n(di, n, id) join public.eventi e on e.event_id = n.id
       where n.di = i;
      if v_trovati > 0 then
        esito := case when v_trovati = p_quanti[i] and v_in_ordine then 'ripetuto' else 'riusato' end;
      end if;
    end if;
    if esito is null then
      versione := v_attuali[i];
      ultima := null;
      if p_attesa[i] <> versione then
        esito := 'conflitto';
      else
        esito := 'scritto';
        v_dopo[i] := v_testa;
        v_testa := v_testa + p_quanti[i];
        versione := versione + p_quanti[i];
        ultima := v_testa;
      end if;
    end if;
    return next;
  end loop;
  if v_testa > v_iniziale then
    insert into public.eventi (position, stream, version, event_id, type, data, metadata)
    select v_dopo[n.di] + n.n, p_stream[n.di], v_attuali[n.di] + n.n, n.id, n.tipo, n.dati, n.meta
      from unnest(p_di, p_n, p_id, p_tipo, p_dati, p_meta) as n(di, n, id, tipo, dati, meta)
     where v_dopo[n.di] is not null;
    update public.eventi_testa set position = v_testa;
    perform pg_notify('eventi', '');
  end if;
end $$`;

/** Creates the event log: append-only, with positions in commit order and without gaps. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await EVENTS.execute(db);
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
