import { sql, type Kysely } from 'kysely';

/**
 * Function that replaces the names of a forgotten person in the trail of accesses, which otherwise cannot be changed. It records the
 * replacement in the trail and returns the number of changed rows.
 */
const FORGET = sql`
create function public.accessi_dimentica(p_nomi text[], p_testo text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_nome text;
  v_modello text;
  v_righe bigint;
  v_tutte bigint := 0;
begin
  if p_testo !~ '^Lavoratore ' then
    raise exception 'names are replaced by Lavoratore and the matricola alone';
  end if;
  alter table public.accessi disable trigger accessi_immutabili;
  foreach v_nome in array p_nomi loop
    if length(v_nome) < 5 then
      continue;
    end if;
    -- a plain text: nobody blanks the trail by a pattern that matches everything
    v_modello := regexp_replace(btrim(v_nome), '([.*+?^$\{}()|\\[\\]\\\\])', '\\\\\\1', 'g');
    v_modello := '(?<!\\w)' || regexp_replace(v_modello, '\\s+', '\\\\s+', 'g') || '(?!\\w)';
    update public.accessi set cosa = regexp_replace(cosa, v_modello, replace(p_testo, '\\', '\\\\'), 'gi') where cosa ~* v_modello;
    get diagnostics v_righe = row_count;
    v_tutte := v_tutte + v_righe;
  end loop;
  alter table public.accessi enable trigger accessi_immutabili;
  if v_tutte > 0 then
    insert into public.accessi (quando, tipo, utente, cosa, quanti)
      values (clock_timestamp(), 'rimozione', 'sistema', 'Nome tolto da questo registro: ' || p_testo, v_tutte);
  end if;
  return v_tutte;
end $$`;

/**
 * Creates the function that replaces a forgotten person's names in the trail of accesses. Adds the text that is shown in place of names of
 * a person whose key was destroyed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public.chiavi_persone add column mostrata text`.execute(db);
  await FORGET.execute(db);
  await sql`revoke execute on function public.accessi_dimentica(text[], text) from public`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public.chiavi_persone drop column mostrata`.execute(db);
  await sql`drop function public.accessi_dimentica(text[], text)`.execute(db);
}
