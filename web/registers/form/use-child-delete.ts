import { useQueryClient } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { useCatalogue } from '../catalogue-context.ts';
import type { Row } from '../list/columns.ts';
import { nameOf } from '../words.ts';
import { refreshWithParent } from './refresh-with-parent.ts';
import { useDelete } from './use-delete.ts';

/** Returns a function that deletes a child record after asking the register's question. */
export function useChildDelete(def: AnyRegister, reloadAfter?: number): (row: Row) => Promise<boolean> {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const { remove } = useDelete(def);
  return async (row) => {
    const gone = await remove(String(row[def.key.field]), nameOf(def, row), row.versione);
    if (gone) refreshWithParent(catalogue, client, def, reloadAfter);
    return gone;
  };
}
