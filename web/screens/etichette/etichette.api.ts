import { queryOptions } from '@tanstack/react-query';
import { register } from '#contracts/registers/index.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { fetchAll } from '#web/registers/register.api.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { nellOrdine } from './matricole.ts';

const macchinari = register('macchinari')!;

/** Matricole of one call: an address has an end. */
const PER_VOLTA = 100;

/** The machines of the labels, in the order asked for; those that are not there are missing. */
export const etichetteOptions = (matricole: readonly string[]) => queryOptions({
  queryKey: [...registerKeys.all(macchinari.path), 'etichette', matricole],
  queryFn: async () => {
    const gruppi = Array.from({ length: Math.ceil(matricole.length / PER_VOLTA) }, (_, i) => matricole.slice(i * PER_VOLTA, (i + 1) * PER_VOLTA));
    const trovate: Row[] = [];
    for (const gruppo of gruppi) {
      trovate.push(...await fetchAll(macchinari, { pagina: 1, righe: PER_VOLTA, ordina: macchinari.list.sort, cerca: '', filtri: { matricola: gruppo } }));
    }
    return nellOrdine(matricole, trovate);
  },
});
