import type { ReadModule } from '../catalogue.ts';
import { labourProjection } from './labour.projection.ts';

/** What the accounting gave the sites. */
export const andamentoReads: ReadModule = { name: 'contabilita-lavoratori', projections: () => [labourProjection] };
