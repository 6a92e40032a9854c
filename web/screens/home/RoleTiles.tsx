import { CalendarPlus, Fuel, Gauge, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { LastDays } from './LastDays.tsx';
import { MyMachines } from './MyMachines.tsx';
import type { Role, Task } from './role.ts';

const ICONS: Readonly<Record<Task['name'], LucideIcon>> = { giornata: CalendarPlus, lettura: Gauge, accisa: Fuel };

/** What a person does most: wide enough for a thumb in a glove. */
export function RoleTiles({ role: { tasks, days, machines } }: { role: Role }) {
  if (tasks.length === 0) return null;
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      <nav className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fit,minmax(240px,320px))]" aria-label="Da fare">
        {tasks.map(({ name, label, hint, href }) => {
          const Icon = ICONS[name];
          return (
            <Link
              key={name}
              href={href}
              className="panel flex min-h-[72px] items-center gap-3 px-4 py-3 hover:border-line-strong max-md:px-3"
            >
              <Icon className="h-6 w-6 flex-none text-accent-ink" aria-hidden />
              <span className="min-w-0">
                <span className="block text-touch font-semibold leading-5">{label}</span>
                <span className="block truncate text-label text-ink-3 max-md:whitespace-normal">{hint}</span>
              </span>
            </Link>
          );
        })}
      </nav>
      {days ? <LastDays /> : null}
      {machines ? <MyMachines /> : null}
    </div>
  );
}
