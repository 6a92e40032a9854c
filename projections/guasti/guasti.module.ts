import { sql, type RawBuilder } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import { ROME_TODAY } from '../scadenze/due.ts';

/** Builds the SQL of the days for which a fault stopped its machine, up to a day: from the report to the day before the release, at least one. */
const stoodStill = (day: RawBuilder<unknown>) => sql`(case when r.ferma = 1 and r.quando is not null
  then greatest(coalesce(r.chiuso_il - 1, ${day}) - r.quando + 1, 1) end)`;

export const guastiReads: ReadModule = {
  name: 'guasti',
  computed: { guasti: { giorni_fermo: stoodStill(ROME_TODAY) } },
  past: { computed: (day) => ({ guasti: { giorni_fermo: stoodStill(day) } }) },
};
