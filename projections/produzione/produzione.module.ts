import { sql } from 'kysely';
import { analisiProjection } from '../analisi/analisi.projection.ts';
import type { ReadModule } from '../catalogue.ts';
import { produzioneProjection } from './produzione.projection.ts';

/**
 * SQL of a header's quantities per unit, in the order of its lines: JSON text of `QuantitaUm[]`. The unit is the work item's current one.
 */
const perUnit = sql`(select json_agg(json_build_object('um', q.um, 'quantita', q.quantita) order by q.prima)::text from (
    select u.um, trim_scale(sum(u.quantita)) as quantita, min(u.id) as prima from (
      select p.id, p.quantita, (select l.um from lavorazioni l where l.descrizione = p.lavorazione and not l.eliminato order by l.id limit 1) as um
      from produzione p where p.id_intestazione = r.id and not p.eliminato and p.quantita is not null) u
    group by u.um) q)`;

const linesOf = sql`from produzione p where p.id_intestazione = r.id`;

/** SQL of the distinct values of a field of a header's lines, in the order of the lines. */
const names = (field: string) => sql`(select string_agg(n.nome, ', ' order by n.prima)
  from (select p.${sql.id(field)} as nome, min(p.id) as prima ${linesOf} and p.${sql.id(field)} <> '' group by p.${sql.id(field)}) n)`;

/** SQL of the exact sum of a field of a header's lines. */
const total = (field: string, decimals: number) =>
  sql`coalesce((select trim_scale(sum(round(p.${sql.id(field)}, ${sql.lit(decimals)}))) ${linesOf}), 0)`;

/** SQL of a header's summary, equal to `summaryOf` over the lines as they stood at an instant. */
const summaryThen = {
  wbs: names('wbs'),
  lavorazioni: names('lavorazione'),
  quantita: total('quantita', 3),
  attrezzatura: names('attrezzatura'),
  descrizione: names('descrizione'),
  operatori: names('operatore'),
  note: names('note'),
  produzione: total('produzione', 2),
  noleggio: sql`(case when exists (select 1 ${linesOf} and p.noleggio = 1) then 1 else 0 end)::smallint`,
};

export const produzioneReads: ReadModule = {
  name: 'produzione',
  projections: (catalogue) => [produzioneProjection(catalogue), analisiProjection(catalogue)],
  computed: { produzione_padre: { quantita_um: perUnit } },
  past: { computed: () => ({ produzione_padre: { quantita_um: perUnit } }), summary: { produzione_padre: summaryThen } },
};
