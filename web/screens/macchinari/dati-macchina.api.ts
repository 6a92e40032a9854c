import { queryOptions } from '@tanstack/react-query';
import { register } from '#contracts/registers/index.ts';
import { nuovaChiave } from '#web/lib/idempotency.ts';
import { registerKeys } from '#web/registers/keys.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { createRecord, fetchOne } from '#web/registers/register.api.ts';

const datiMacchina = register('datiMacchina')!;

/**
 * A machine's data. Where there are none an empty record is made, by who may edit the machine; when
 * that fails they are read again, since somebody else may have made them (part 1, section 4).
 */
export function datiOptions(matricola: string, crea: boolean) {
  return queryOptions({
    queryKey: [...registerKeys.one(datiMacchina.path, matricola), crea],
    queryFn: async ({ signal }): Promise<Row | null> => {
      const found = await fetchOne(datiMacchina, matricola, signal);
      if (found || !crea) return found;
      await createRecord(datiMacchina, { matricola }, nuovaChiave()).catch(() => undefined);
      return fetchOne(datiMacchina, matricola, signal);
    },
  });
}
