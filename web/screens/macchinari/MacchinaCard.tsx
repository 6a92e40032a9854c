import { CircleAlert, Clock } from 'lucide-react';
import { daysBetween } from '#contracts/core/dates.ts';
import { dueInWords, hoursNow } from '#contracts/modules/macchinari.ts';
import type { macchinari } from '#contracts/registers/macchinari.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { RowOf } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { reasonLook } from './reason-look.ts';
import { exceptions, maintenanceReasons, nearestOf, type SeenScadenza } from './scadenze.ts';
import { dayOf } from '#web/registers/row.ts';

const BADGE = '!h-6 !px-2 !text-label';

/** Card of a machine on a phone: identifier, hours, name, and only what is out of order or due next. */
export function MacchinaCard({ row, def }: { row: RowOf<typeof macchinari>; def: typeof macchinari }) {
  const today = dayOf(row);
  const urgent = exceptions(row, today, def);
  const reasons = maintenanceReasons(row);
  const next = urgent.length === 0 && reasons.length === 0 ? nearestOf(row, today, def) : undefined;
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
      {urgent.length > 0 || reasons.length > 0 || next ? (
        <span className="mt-2 flex flex-wrap gap-1.5">
          {urgent.map((scadenza) => (
            <UrgentBadge key={scadenza.nome} scadenza={scadenza} today={today} />
          ))}
          {reasons.length > 0 ? (
            <Badge {...reasonLook(reasons[0])} className={`${BADGE} max-w-full !flex-initial`}>
              <span className="truncate">{dueInWords(reasons)}</span>
            </Badge>
          ) : null}
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
