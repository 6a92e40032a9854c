import { useEffect } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { recordName } from '#contracts/core/record-name.ts';
import { addRecent } from '#web/lib/recent-records.ts';
import { useCatalogue } from './catalogue-context.ts';
import { useDraftOwner } from './form/draft-owner.ts';
import type { Row } from './row.ts';

/** Adds the open record to those opened lately on this device. */
export function useRecent(def: AnyRegister, id: string, row: Row | null | undefined): void {
  const catalogue = useCatalogue();
  const owner = useDraftOwner();
  const name = row ? recordName(catalogue, def, { id, values: row }) : null;
  useEffect(() => {
    if (owner === null || name === null) return;
    addRecent(owner, {
      tabella: def.path,
      etichetta: def.labels.many,
      id,
      titolo: name.charAt(0).toUpperCase() + name.slice(1),
      sotto: '',
      indirizzo: detailHref(def, id),
    });
  }, [owner, def, id, name]);
}
