import { sql, type Kysely } from 'kysely';

/**
 * Creates the function that returns a command's number and whether it is newly reserved. With `p_attendi` the commit waits for the disk.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function public.numero_per(p_sequenza text, p_command text, p_attendi boolean, out numero bigint, out nuovo boolean) language plpgsql as $$
    begin
      if not p_attendi then perform set_config('synchronous_commit', 'off', true); end if;
      insert into public.numeri as n (sequenza, ultimo) values (p_sequenza, 1)
        on conflict (sequenza) do update set ultimo = n.ultimo + 1 returning n.ultimo into numero;
      insert into public.numeri_riservati as r (command_id, sequenza, numero) values (p_command, p_sequenza, numero)
        on conflict (command_id, sequenza) do nothing;
      nuovo := found;
      if not nuovo then
        select r.numero into numero from public.numeri_riservati r where r.command_id = p_command and r.sequenza = p_sequenza;
        -- the one counted above was given to nobody
        update public.numeri as n set ultimo = n.ultimo - 1 where n.sequenza = p_sequenza;
      end if;
    end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function public.numero_per(text, text, boolean)`.execute(db);
}
