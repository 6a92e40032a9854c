import { queryOptions, useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { dueInWords, type MachineDue } from '#contracts/modules/macchinari.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { api } from '#web/lib/api-client.ts';
import { formatNumber } from '#web/lib/format.ts';
import { keys } from '#web/lib/query.ts';
import { useIdentity } from '#web/lib/session.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { listOptions } from '#web/registers/register.api.ts';
import { machinesOf } from './my-machines.ts';
import { RecentRows } from './RecentRows.tsx';

const dueOptions = queryOptions({
  queryKey: [...keys.scadenze, 'motivi'],
  queryFn: async ({ signal }) => (await api.get<{ data: MachineDue[] }>('/api/scadenzaManutenzioni', { signal })).data,
});

/** Lists the machines that the person wrote about last, with the latest reading and what is due. */
export function MyMachines() {
  const { memberID } = useIdentity();
  const filtri = { utente: memberID };
  const records = useQuery(listOptions(manutenzioni, { pagina: 1, righe: 50, ordina: '-data', cerca: '', filtri }));
  const { data: due = [] } = useQuery(dueOptions);
  return (
    <RecentRows
      title="Le tue macchine"
      all={{ label: 'Tutti i macchinari', href: macchinari.list.route }}
      empty="Qui stanno le macchine di cui hai scritto una lettura o una manutenzione."
      failed={records.isError}
      onRetry={() => void records.refetch()}
      rows={
        records.data &&
        machinesOf(records.data.data, due).map(({ matricola, descrizione, data, ore, motivi }) => ({
          key: matricola,
          href: detailHref(macchinari, matricola),
          name: matricola,
          text: (
            <>
              {descrizione}
              {motivi.length > 0 ? (
                <span className="flex items-start gap-1.5 font-medium text-due-ink">
                  <Wrench className="icon-sm mt-0.5 flex-none" aria-label="Manutenzione dovuta" />
                  <span className="min-w-0">{dueInWords(motivi)}</span>
                </span>
              ) : null}
            </>
          ),
          end: (
            <>
              {ore === null ? null : <span className="block">{formatNumber(ore, 0)} h</span>}
              <span className="block text-label font-normal text-ink-3">{data}</span>
            </>
          ),
        }))
      }
    />
  );
}
