import { CircleAlert, Clock } from 'lucide-react';
import type { noleggi } from '#contracts/registers/noleggi.ts';
import { daysBetween } from '#contracts/core/dates.ts';
import { oggi } from '#web/lib/format.ts';
import type { RowOf } from '#web/registers/list/columns.ts';
import { tonoScadenza } from '#web/registers/list/deadline.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { DOCUMENTI, scadenzaDi, testo } from './noleggi.ts';

const BADGE = '!h-6 !px-2 !text-label';

/** On a phone: matricola, whose it is, what it is, and only the documents that are past or soon. */
export function NoleggioCard({ row }: { row: RowOf<typeof noleggi> }) {
  const today = oggi();
  const eccezioni = DOCUMENTI.flatMap((documento) => {
    const scadenza = scadenzaDi(documento);
    const date = scadenza ? testo(row[scadenza]) : null;
    const tono = tonoScadenza(date, today);
    return date && tono && tono !== 'neutral' ? [{ nome: documento.label, date, tono }] : [];
  }).sort((a, b) => a.date.localeCompare(b.date));
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="num flex-none text-touch font-semibold">{row.matricola}</span>
        <span className="min-w-0 truncate text-read text-ink-2">{row.noleggiatore}</span>
      </span>
      <span className="block truncate text-read">{row.marca} {row.modello}<span className="text-ink-3"> {row.descrizione}</span></span>
      {eccezioni.length > 0 ? (
        <span className="mt-2 flex flex-wrap gap-1.5">
          {eccezioni.map(({ nome, date, tono }) => (tono === 'danger-solid'
            ? <Badge key={nome} tone={tono} icon={CircleAlert} className={BADGE}>{nome} {date}</Badge>
            : <Badge key={nome} tone="warn" icon={Clock} className={BADGE}>{nome} tra {daysBetween(today, date)} g</Badge>))}
        </span>
      ) : null}
    </>
  );
}
