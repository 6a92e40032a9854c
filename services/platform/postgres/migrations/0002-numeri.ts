import { sql, type Kysely } from 'kysely';

/** Creates the sequences of assigned numbers, and the number that each command has reserved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.numeri (
    sequenza text primary key,
    ultimo bigint not null check (ultimo >= 0)
  )`.execute(db);
  await sql`create table public.numeri_riservati (
    command_id text not null,
    sequenza text not null,
    numero bigint not null,
    primary key (command_id, sequenza),
    unique (sequenza, numero)
  )`.execute(db);
  // A single round trip. The row lock on the sequence serialises reservations, so the second of two requests with one command finds the
  // number of the first.
  await sql`create function public.riserva_numero(p_sequenza text, p_command text) returns bigint language plpgsql as $$
    declare n bigint;
    begin
      insert into public.numeri (sequenza, ultimo) values (p_sequenza, 0) on conflict (sequenza) do nothing;
      perform 1 from public.numeri where sequenza = p_sequenza for update;
      select numero into n from public.numeri_riservati where command_id = p_command and sequenza = p_sequenza;
      if found then return n; end if;
      update public.numeri set ultimo = ultimo + 1 where sequenza = p_sequenza returning ultimo into n;
      insert into public.numeri_riservati (command_id, sequenza, numero) values (p_command, p_sequenza, n);
      return n;
    end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function public.riserva_numero(text, text)`.execute(db);
  await sql`drop table public.numeri_riservati`.execute(db);
  await sql`drop table public.numeri`.execute(db);
}
