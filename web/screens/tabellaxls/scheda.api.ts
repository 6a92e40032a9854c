import { queryOptions } from '@tanstack/react-query';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { api } from '#web/lib/api-client.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { fetchAll, fetchOne } from '#web/registers/register.api.ts';
import type { SchedaData } from './scheda.ts';

/** Query for all data of a machine's sheet; `null` if the machine does not exist. */
export function optionsTab(matricola: string, withManutenzioni: boolean) {
  return queryOptions({
    queryKey: [...registerKeys.one(macchinari.path, matricola), 'scheda', withManutenzioni],
    queryFn: async ({ signal }): Promise<SchedaData | null> => {
      const macchina = await fetchOne(macchinari, matricola, signal);
      if (!macchina) return null;
      const [data, piano, records] = await Promise.all([
        fetchOne(datiMacchina, matricola, signal),
        api.get<{ data: Row[] }>('/api/manutMacchinari', { query: { matricola }, signal }),
        withManutenzioni ? fetchAll(manutenzioni, { pagina: 1, righe: 500, ordina: 'data', cerca: '', filtri: { matricola } }) : [],
      ]);
      return { macchina, dati: data, piano: piano.data, manutenzioni: records };
    },
    staleTime: 0,
  });
}
