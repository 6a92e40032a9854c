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

export const produzioneReads: ReadModule = {
  name: 'produzione',
  projections: (catalogue) => [produzioneProjection(catalogue), analisiProjection(catalogue)],
  computed: { produzione_padre: { quantita_um: perUnit } },
};
