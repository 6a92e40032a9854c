import { sql } from 'kysely';
import { little } from '#contracts/core/little.testing.ts';
import { createReadCatalogue, type ReadModule } from './catalogue.ts';

/** Read side's part of the test register. */
export const littleReads: ReadModule = {
  name: 'attrezzi',
  computed: { attrezzi: { tonnellate: sql`(r.peso / 1000)` } },
  filters: { attrezzi: { pesanti: sql`r.peso >= 100` } },
};

export const littleRead = createReadCatalogue(little, [littleReads]);
