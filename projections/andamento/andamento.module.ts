import type { ReadModule } from '../catalogue.ts';
import { labourProjection } from './labour.projection.ts';

/** Read side of the worker accounting: labour cost by site. */
export const andamentoReads: ReadModule = { name: 'contabilita-lavoratori', projections: () => [labourProjection] };
