import { CircleAlert, Clock, RefreshCw } from 'lucide-react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fileFields, type DocumentState } from '#contracts/core/documents.ts';
import { DOCUMENT_FIELDS, personale } from '#contracts/registers/personale.ts';
import { countOf, formatScadenza, todayInRome } from '#web/lib/format.ts';
import { useToday } from '#web/modules/scadenze/kinds.ts';
import { stateOf } from '#web/registers/documents/document-state.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';

const URGENCY: Record<DocumentState, number> = { scaduto: 0, 'in-scadenza': 1, presente: 2, assente: 2 };

/**
 * Returns the documents of a worker or machine with their states: expired first, then expiring, longest past on top; the rest in the list's
 * order.
 */
export function documentsOf(row: Row, def: AnyRegister) {
  const files = fileFields(def);
  const addedFields = files.flatMap((file) => (file.added ? [file.field] : []));
  const order = def.path === personale.path ? DOCUMENT_FIELDS : files.flatMap(({ field, kind }) => (kind === 'document' ? [field] : []));
  const all = [...new Set([...order, ...addedFields])]
    .flatMap((field) => files.find((file) => file.field === field) ?? [])
    .map((file) => ({
      file,
      ...stateOf(row, file, todayInRome()),
    }));
  return all.toSorted(
    (a, b) => URGENCY[a.stato] - URGENCY[b.stato] || (URGENCY[a.stato] < 2 ? (a.date ?? '').localeCompare(b.date ?? '') : 0),
  );
}

/** Shows expired and expiring documents at the top, for people who check badges at the gate. */
export function OutOfDate({ row, def, mayRenew }: { row: Row; def: AnyRegister; mayRenew: boolean }) {
  const today = todayInRome();
  const urgentDocuments = documentsOf(row, useToday(def)).filter(({ stato }) => URGENCY[stato] < 2);
  const expired = urgentDocuments.filter(({ stato }) => stato === 'scaduto').length;
  if (urgentDocuments.length === 0) return null;
  return (
    <section className="panel max-w-[1080px] px-4 py-3" aria-label="Documenti scaduti e in scadenza">
      <div className="mb-2 flex items-center gap-2">
        <h2 className="flex items-center gap-2 text-read font-semibold">
          {expired > 0 ? <CircleAlert className="icon text-danger" aria-hidden /> : <Clock className="icon text-warn-ink" aria-hidden />}
          {expired > 0 ? countOf(expired, 'documento scaduto', 'documenti scaduti') : 'Documenti in scadenza'}
        </h2>
        {mayRenew ? (
          <ButtonLink
            variant="ghost"
            size="sm"
            icon={RefreshCw}
            className="ml-auto"
            href={`${detailHref(def, String(row[def.key.field]))}?scheda=documenti`}
          >
            RINNOVA
          </ButtonLink>
        ) : null}
      </div>
      <ul className="grid gap-1.5">
        {urgentDocuments.map(({ file, stato, date }) => (
          <li key={file.field} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-read">
            <Badge tone={stato === 'scaduto' ? 'danger' : 'warn'} icon={stato === 'scaduto' ? CircleAlert : Clock}>
              {stato === 'scaduto' ? 'Scaduto' : 'In scadenza'}
            </Badge>
            <span className="font-medium">{file.label}</span>
            <span className="num text-ink-3">
              {date}
              {date ? `, ${formatScadenza(date, today)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
