import { sql } from 'kysely';
import { exampleCatalogue } from '#contracts/core/example-register.testing.ts';
import { createReadCatalogue, type ReadModule } from './catalogue.ts';

/** Read side's part of the test register. */
export const exampleReads: ReadModule = {
  name: 'attrezzi',
  computed: { attrezzi: { tonnellate: sql`(r.peso / 1000)` } },
  filters: { attrezzi: { pesanti: sql`r.peso >= 100` } },
};

export const exampleReadCatalogue = createReadCatalogue(exampleCatalogue, [exampleReads]);
