import { z } from 'zod';
import { ACCESS_KINDS } from '../core/access-kinds.ts';
import { conditionsSchema, daySchema, ifNotEmpty } from '../core/request-schema.ts';

const day = ifNotEmpty(daySchema);
const short = z.string().trim().max(100, { error: 'Al massimo 100 caratteri' });

/** Filters of the trail of accesses; days are of Rome, the last one included. */
export const accessFilters = z.object({
  utente: ifNotEmpty(short),
  tipo: ifNotEmpty(z.enum(ACCESS_KINDS, { error: `Tipo sconosciuto: ${ACCESS_KINDS.join(', ')}` })),
  /** Words to search in the description. */
  cosa: ifNotEmpty(short),
  dal: day,
  al: day,
  /** Conditions on columns as JSON, in the shape of any list's. */
  filtri: ifNotEmpty(conditionsSchema),
});
export type AccessFilters = z.infer<typeof accessFilters>;
