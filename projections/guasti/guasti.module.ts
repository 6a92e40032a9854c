import { expressionBuilder, type Expression } from 'kysely';
import type { ReadModule } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { daysAfter, daysBetween } from '../rome-days.ts';
import { ROME_TODAY } from '../scadenze/due.ts';

const eb = expressionBuilder<ReadDatabase & { r: ReadDatabase['guasti'] }, 'r'>();

/** Builds the days for which a fault stopped its machine, up to a day: from the report to the day before the release, at least one. */
const stoodStill = (day: Expression<string>) => {
  const last = eb.fn.coalesce(daysAfter(eb.ref('r.chiuso_il'), eb.lit(-1)), day);
  return eb
    .case()
    .when(eb.and([eb('r.ferma', '=', eb.lit(1)), eb('r.quando', 'is not', null)]))
    .then(eb.fn<number>('greatest', [eb(daysBetween(eb.ref('r.quando'), last), '+', eb.lit(1)), eb.lit(1)]))
    .end();
};

export const guastiReads: ReadModule = {
  name: 'guasti',
  computed: { guasti: { giorni_fermo: stoodStill(ROME_TODAY) } },
  past: { computed: (day) => ({ guasti: { giorni_fermo: stoodStill(day) } }) },
};
