import type { Pool } from 'pg';

/** SQL that checks session, right and idempotency key, the same for both writes. */
const JUDGED = `
    select s.member_id, s.group_id, u.custom1 as nome, p."allowInsert" as crea, p."allowEdit" as cambia into chi
      from public.sessioni s
      join letture.users u on u."memberID" = s.member_id and u."groupID" = s.group_id and not u.eliminato
      left join letture."groupsPermissions" p
        on p."groupID" = s.group_id and p."tableName" = 'manutenzioni' and not p.eliminato and not p.padre_eliminato
      where s.token_hash = c.sessione and s.scade > now();
    if chi.member_id is null then raise 'no session'; end if;
    if (chi.cambia, chi.crea) is distinct from (3, 1) then raise 'no right'; end if;
    insert into public.chiavi (chiave, impronta) values (c.chiave, c.impronta) on conflict do nothing;
    if not found then raise 'the key is taken'; end if;`;

/** An event of version \`versione\` at \`testa\`, its history row with the fields \`campi\`, and the record's state. */
const RECORDED = `
    testa := testa + 1;
    insert into public.eventi (position, stream, version, event_id, type, data, metadata)
      values (testa, flusso, versione, c.evento, tipo, c.valori || jsonb_build_object('id', numero),
        jsonb_build_object('eventId', c.evento, 'commandId', c.chiave, 'correlationId', c.correlazione,
          'utente', chi.member_id, 'groupID', chi.group_id, 'at', c.quando, 'origine', 'api'));
    insert into letture.storico_stato (tabella, id, versione, stato) values ('manutenzioni', numero::text, versione, stato)
      on conflict (tabella, id) do update set versione = excluded.versione, stato = excluded.stato;
    oggetto := concat_ws(' ', 'manutenzione', stato->'values'->>'matricola', stato->'values'->>'data');
    insert into letture.storico (flusso, versione, posizione, comando, tabella, id, oggetto, evento, tipo, quando, utente, nome, campi,
        frase, origine, gruppo, area, proprietario, testo)
      values (flusso, versione, lpad(testa::text, 19, '0'), c.chiave, 'manutenzioni', numero, oggetto, tipo, fatto, c.quando::timestamptz,
        chi.member_id, chi.nome, campi, frase, 'api', encode(substr(sha256(convert_to(concat(c.correlazione, '/',
          to_char(c.quando::timestamptz at time zone 'Europe/Rome', 'YYYY-MM-DD')), 'UTF8')), 1, 16), 'hex')::uuid, 'manutenzioni', stato->>'utente',
        normalize(concat_ws(' ', numero, oggetto, chi.member_id, chi.nome, frase, (
          select string_agg(concat_ws(' ', f->>'etichetta', f->>'prima', f->>'dopo',
              case f->>'tipo' when 'date' then to_char((f->>'dopo')::date, 'DD/MM/YYYY') end), ' ' order by n)
            from jsonb_array_elements(campi) with ordinality as d(f, n)))));`;

/** SQL for the changed fields as the history stores them; \`prima\` is the old value. */
const fields = (before: string): string => `
    select coalesce(jsonb_agg(jsonb_build_object('campo', v.key, 'etichetta', e.value->>0, 'tipo', e.value->>1, 'prima', ${before}, 'dopo', v.value) order by (e.value->>2)::integer), '[]')
      into campi from jsonb_each(c.valori) v join jsonb_each(p_campi) e on e.key = v.key
      where v.value is distinct from ${before};`;

/** SQL that writes the record's row of the search index: its words once each, in the order of their first use. */
const INDEXED = `
    insert into letture.cerca (tabella, id, versione, utente, tabella_padre, padre, eliminato, chiave, testo, valori)
      select 'manutenzioni', numero::text, versione, stato->>'utente', null, null, false, lower(v->>'matricola'),
          ' ' || (select string_agg(word, ' ' order by first) from (
            select word, min(n) as first
              from unnest(array['manutenzione', lower(v->>'matricola'), digits, ltrim(digits, '0')]
                || string_to_array(v->>'data', '-')
                || array[replace(v->>'data', '-', '')] || regexp_split_to_array(lower(v->>'descrizione'), '\\s+')) with ordinality as w(word, n)
              group by word) as words) || ' ',
          jsonb_build_object('data', v->'data', 'matricola', v->'matricola', 'descrizione', v->'descrizione')
        from (select stato->'values' as v, substr(stato->'values'->>'matricola', 2) as digits) as record
      on conflict (tabella, id) do update set versione = excluded.versione, chiave = excluded.chiave, testo = excluded.testo, valori = excluded.valori;`;

const CALLS = `jsonb_to_recordset(p_chiamate) as c(sessione text, chiave uuid, impronta text, evento uuid, correlazione uuid, quando text, numero bigint, valori jsonb)`;

const writeFunction = (name: string, body: string): string => `
create or replace function public.${name}(p_chiamate jsonb, p_campi jsonb) returns table (numero bigint, versione integer) language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan set gin_pending_list_limit = 256 as $$
#variable_conflict use_variable
declare
  c record; chi record; testa bigint; flusso text; tipo text; fatto text; stato jsonb; campi jsonb; frase text; oggetto text; ore numeric;
begin
  select t.position into strict testa from public.eventi_testa t for update;
  for c in select * from ${CALLS} loop
    ${JUDGED}
    ${body}
    return next;
  end loop;
  update public.eventi_testa set position = testa;
  update letture.proiezioni set posizione = lpad(testa::text, 19, '0'), aggiornata = now() where nome = 'manutenzioni';
end $$`;

const CREATE = writeFunction(
  'a_mano_crea',
  `insert into public.numeri as n (sequenza, ultimo) values ('manutenzioni', 1)
      on conflict (sequenza) do update set ultimo = n.ultimo + 1 returning n.ultimo into numero;
    insert into public.numeri_riservati (command_id, sequenza, numero) values (c.chiave, 'manutenzioni', numero);
    flusso := 'manutenzioni-' || numero; versione := 1; tipo := 'ManutenzioneRegistrata.v1'; fatto := 'creato'; frase := 'ha creato la manutenzione';
    stato := jsonb_build_object('table', 'manutenzioni', 'id', numero::text, 'exists', true, 'values', c.valori, 'utente', chi.member_id,
      'version', 1, 'created', c.quando, 'modified', c.quando, 'modifiedBy', chi.member_id, 'files', '{}'::jsonb, 'parentDeleted', false);
    ${fields(`'null'::jsonb`)}
    ${RECORDED}
    insert into letture.manutenzioni (id, data, matricola, descrizione, ore_km, utente, versione, dal, creato, modificato, modificato_da, archivio, eliminato, padre_eliminato)
      values (numero, (c.valori->>'data')::date, c.valori->>'matricola', c.valori->>'descrizione', (c.valori->>'ore_km')::numeric,
        chi.member_id, 1, c.quando::timestamptz, c.quando::timestamptz, c.quando::timestamptz, chi.member_id, '{}', false, false);
    ${INDEXED}
    insert into letture.scadenze_fonti (tabella, id, versione, esiste, matricola, data, ore, valori)
      values ('manutenzioni', numero, 1, true, c.valori->>'matricola', (c.valori->>'data')::date, (c.valori->>'ore_km')::numeric,
        jsonb_build_object('data', c.valori->'data', 'ore_km', c.valori->'ore_km', 'matricola', c.valori->'matricola', 'tipologia', c.valori->'tipologia', 'manutenzione', null, 'ore_scadenza', null));
    select f.ore into ore from letture.scadenze_fonti f
      where f.matricola = c.valori->>'matricola' and f.esiste order by f.ore desc nulls last limit 1;
    update letture.scadenze_manutenzione s set ore_attuali = ore, ore_mancanti = s.ore_scadenza - ore
      where s.matricola = c.valori->>'matricola' and s.ore_attuali is distinct from ore;`,
);

/** Columns that the current and the past rows of a record share. */
const ROW =
  'id, data, cantiere, matricola, descrizione, matr_costr, manutenz_tipo, tipologia, ore_km, costo, documento, manutenzione, ore_scadenza, note, meccanico, utente, versione, creato, modificato, modificato_da, archivio';

const CHANGE = writeFunction(
  'a_mano_cambia',
  `numero := c.numero; flusso := 'manutenzioni-' || numero; tipo := 'ManutenzioneModificata.v1'; fatto := 'modificato';
    select s.stato into strict stato from letture.storico_stato s where s.tabella = 'manutenzioni' and s.id = c.numero::text;
    ${fields(`coalesce(stato->'values'->v.key, 'null')`)}
    versione := (stato->>'version')::integer + 1;
    frase := case jsonb_array_length(campi) when 1 then 'ha modificato 1 campo' else format('ha modificato %s campi', jsonb_array_length(campi)) end;
    stato := stato || jsonb_build_object('values', stato->'values' || c.valori, 'version', versione, 'modified', c.quando, 'modifiedBy', chi.member_id);
    ${RECORDED}
    insert into letture.manutenzioni_passato (${ROW}, dal, al) select ${ROW.replaceAll(/\w+/g, 'm.$&')}, m.dal, c.quando::timestamptz from letture.manutenzioni m where m.id = c.numero;
    update letture.manutenzioni m set descrizione = c.valori->>'descrizione', versione = versione, dal = c.quando::timestamptz, modificato = c.quando::timestamptz,
      modificato_da = chi.member_id where m.id = c.numero;
    update letture.scadenze_fonti f set versione = versione where f.tabella = 'manutenzioni' and f.id = c.numero::text;
    ${INDEXED}`,
);

/**
 * Creates the SQL functions of the baseline's writes in a copy of the portal's database. Each function leaves the same rows as the portal,
 * in one transaction.
 */
export async function prepareByHand(pool: Pool): Promise<void> {
  for (const text of [CREATE, CHANGE]) await pool.query(text);
}
