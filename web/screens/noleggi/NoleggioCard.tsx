import { CircleAlert, Clock } from 'lucide-react';
import type { noleggi } from '#contracts/registers/noleggi.ts';
import { daysBetween } from '#contracts/core/dates.ts';
import type { RowOf } from '#web/registers/list/columns.ts';
import { scadenzaTone } from '#web/registers/list/deadline.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { scadenzaOf } from '#web/registers/documents/document-state.ts';
import { documentsOf, text } from './noleggi.ts';
import { dayOf, type Row } from '#web/registers/row.ts';

const BADGE = '!h-6 !px-2 !text-label';

/** Card of a rental on a phone: matricola, rental firm, machine, and only the documents expired or expiring. */
export function NoleggioCard({ row, def }: { row: RowOf<typeof noleggi>; def: typeof noleggi }) {
  const today = dayOf(row);
  const fields: Row = row;
  const exceptions = documentsOf(def)
    .flatMap((document) => {
      const scadenza = scadenzaOf(document);
      const date = scadenza ? text(fields[scadenza]) : null;
      const tone = scadenzaTone(date, today);
      return date && tone && tone !== 'neutral' ? [{ nome: document.label, date, tone }] : [];
    })
    .sort((a, b) => a.date.localeCompare(b.date));
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="num flex-none text-touch font-semibold">{row.matricola}</span>
        <span className="min-w-0 truncate text-read text-ink-2">{row.noleggiatore}</span>
      </span>
      <span className="block truncate text-read">
        {row.marca} {row.modello}
        <span className="text-ink-3"> {row.descrizione}</span>
      </span>
      {exceptions.length > 0 ? (
        <span className="mt-2 flex flex-wrap gap-1.5">
          {exceptions.map(({ nome, date, tone }) =>
            tone === 'danger-solid' ? (
              <Badge key={nome} tone={tone} icon={CircleAlert} className={BADGE}>
                {nome} {date}
              </Badge>
            ) : (
              <Badge key={nome} tone="warn" icon={Clock} className={BADGE}>
                {nome} tra {daysBetween(today, date)} g
              </Badge>
            ),
          )}
        </span>
      ) : null}
    </>
  );
}
