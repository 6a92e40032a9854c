import { CalendarPlus, Fuel, Gauge, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { MyMachines } from './MyMachines.tsx';
import type { Role, Task } from './role.ts';
import { useQuery } from '@tanstack/react-query';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { formatEuro } from '#web/lib/format.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import type { RowOf } from '#web/registers/list/columns.ts';
import { listOptions } from '#web/registers/register.api.ts';
import { RecentRows } from './RecentRows.tsx';

const latestProductions = listOptions(produzionePadre, { pagina: 1, righe: 5, ordina: '-data', cerca: '', filtri: {} });

/** Lists the production days that the person wrote last, each with a link. */
function LastDays() {
  const { data, isError, refetch } = useQuery(latestProductions);
  const rows = data?.data as RowOf<typeof produzionePadre>[] | undefined;
  return (
    <RecentRows
      title="Le tue ultime giornate"
      all={{ label: 'Tutte', href: produzionePadre.list.route }}
      empty="Non hai ancora scritto una giornata."
      failed={isError}
      onRetry={() => void refetch()}
      rows={rows?.map((row) => ({
        key: String(row.id),
        href: detailHref(produzionePadre, row.id ?? ''),
        name: row.data ?? '',
        text: [row.cantiere, row.lavorazioni ?? 'Nessuna lavorazione'].filter(Boolean).join(', '),
        end: formatEuro(row.produzione),
      }))}
    />
  );
}

const ICONS: Readonly<Record<Task['name'], LucideIcon>> = { giornata: CalendarPlus, lettura: Gauge, accisa: Fuel };

/** Links to what a person does most: large enough for a thumb in a glove on a phone, in one line on a desktop. */
export function RoleTasks({ tasks }: Pick<Role, 'tasks'>) {
  if (tasks.length === 0) return null;
  return (
    <nav className="flex gap-3 max-md:grid max-md:grid-cols-2" aria-label="Da fare">
      {tasks.map(({ name, label, hint, href }) => {
        const Icon = ICONS[name];
        return (
          <Link
            key={name}
            href={href}
            title={hint}
            className="panel flex min-h-11 items-center gap-2.5 whitespace-nowrap px-4 hover:border-line-strong max-md:min-h-[72px] max-md:gap-3 max-md:whitespace-normal max-md:px-3 max-md:py-3 max-md:last:odd:col-span-2"
          >
            <Icon className="h-5 w-5 flex-none text-accent-ink max-md:h-6 max-md:w-6" aria-hidden />
            <span className="min-w-0">
              <span className="block text-read font-semibold max-md:text-touch max-md:leading-5">{label}</span>
              <span className="block text-label text-ink-3 md:hidden">{hint}</span>
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

/** Shows the records that the person wrote last. */
export function OwnRecords({ role: { days, machines } }: { role: Role }) {
  if (!days && !machines) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {days ? <LastDays /> : null}
      {machines ? <MyMachines /> : null}
    </div>
  );
}
