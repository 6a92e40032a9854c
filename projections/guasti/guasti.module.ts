import { sql } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import { ROME_TODAY } from '../scadenze/due.ts';

/** SQL of the days for which a fault stopped its machine: from the report to the day before the release, at least one. */
const stoodStill = sql`(case when r.ferma = 1 and r.quando is not null
  then greatest(coalesce(r.chiuso_il - 1, ${ROME_TODAY}) - r.quando + 1, 1) end)`;

export const guastiReads: ReadModule = { name: 'guasti', computed: { guasti: { giorni_fermo: stoodStill } } };
