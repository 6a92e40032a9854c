import { CircleAlert, Clock, Wrench } from 'lucide-react';
import { daysBetween } from '#contracts/core/dates.ts';
import { hoursNow } from '#contracts/modules/macchinari.ts';
import type { macchinari } from '#contracts/registers/macchinari.ts';
import { formatNumber, todayInRome } from '#web/lib/format.ts';
import type { RowOf } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { exceptions, manutenzioneBeyond, nearestOf, type SeenScadenza } from './scadenze.ts';

const BADGE = '!h-6 !px-2 !text-label';

/** On a phone: identifier, hours, name, and only what is out of order (or what comes next). */
export function MacchinaCard({ row, def }: { row: RowOf<typeof macchinari>; def: typeof macchinari }) {
  const today = todayInRome();
  const urgent = exceptions(row, today, def);
  const beyond = manutenzioneBeyond(row);
  const next = urgent.length === 0 && beyond === null ? nearestOf(row, today, def) : undefined;
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="num text-touch font-semibold">{row.matricola}</span>
        <span className="num text-read text-ink-2">{formatNumber(hoursNow(row))}</span>
      </span>
      <span className="block truncate text-read">
        {row.marca} {row.modello}
        <span className="text-ink-3"> {row.tipologia}</span>
      </span>
      {urgent.length > 0 || beyond !== null || next ? (
        <span className="mt-2 flex flex-wrap gap-1.5">
          {urgent.map((scadenza) => (
            <UrgentBadge key={scadenza.nome} scadenza={scadenza} today={today} />
          ))}
          {beyond === null ? null : (
            <Badge tone="due" icon={Wrench} className={BADGE}>
              Manutenzione oltre {formatNumber(beyond, 0)} h
            </Badge>
          )}
          {next ? (
            <span className="num text-label text-ink-3">
              Prossima: {next.nome} {next.date}
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  );
}

function UrgentBadge({ scadenza: { nome, date, tone }, today }: { scadenza: SeenScadenza; today: string }) {
  if (tone === 'danger-solid')
    return (
      <Badge tone={tone} icon={CircleAlert} className={BADGE}>
        {nome} {date}
      </Badge>
    );
  return (
    <Badge tone="warn" icon={Clock} className={BADGE}>
      {nome} tra {daysBetween(today, date)} g
    </Badge>
  );
}
