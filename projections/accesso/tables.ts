import type { AccessRow } from '#contracts/modules/accessi.ts';

/** Tables of the write side that queries of the read side name. */
export interface AccessTables {
  'public.accessi': Omit<AccessRow, 'id' | 'quando'> & { id: number; quando: Date };
}
