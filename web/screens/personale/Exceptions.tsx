import { CircleAlert, Clock } from 'lucide-react';
import { daysBetween } from '#contracts/core/dates.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import type { DocumentRules, WorkerRow } from './document-rules.ts';
import { exceptionsOf, opensDocument, shortLabel, type SeenDocument } from './documents.ts';
import { describe } from './DocumentSquare.tsx';
import { useOpenDocument } from './use-open-document.ts';
import { dayOf } from '#web/registers/row.ts';

/** Lists a worker's documents that are expired or expire within thirty days; a press opens the file. */
export function Exceptions({ row, group, rules }: { row: WorkerRow; group: 'scaduti' | 'inScadenza'; rules: DocumentRules }) {
  const identity = useIdentity();
  const open = useOpenDocument();
  const documents = exceptionsOf(row, dayOf(row), rules)[group];
  if (documents.length === 0) return <span className="none">–</span>;
  return (
    <span className="flex flex-wrap gap-1 whitespace-normal py-1">
      {documents.map((document) =>
        opensDocument(identity, row, document.file) ? (
          <button key={document.file.field} type="button" className="inline-flex min-h-6 items-center" onClick={() => open(row, document)}>
            <ExceptionBadge document={document} day={dayOf(row)} />
            <span className="sr-only">: apri il documento</span>
          </button>
        ) : (
          <ExceptionBadge key={document.file.field} document={document} day={dayOf(row)} />
        ),
      )}
    </span>
  );
}

/** Badge with a document's name and its date, or the days left on a day. */
export function ExceptionBadge({ document, day, className }: { document: SeenDocument; day: string; className?: string }) {
  const { file, stato, date } = document;
  const size = className === undefined ? {} : { className };
  if (stato === 'scaduto')
    return (
      <Badge tone="danger-solid" icon={CircleAlert} title={describe(document, day)} {...size}>
        {shortLabel(file)} {date}
      </Badge>
    );
  return (
    <Badge tone="warn" icon={Clock} title={describe(document, day)} {...size}>
      {shortLabel(file)} tra {daysBetween(day, date ?? '')} g
    </Badge>
  );
}

/** Shows the number and names of the required types without a document, and the number of types not required. */
export function Missing({ row, rules }: { row: WorkerRow; rules: DocumentRules }) {
  const { missing, notAsked } = exceptionsOf(row, dayOf(row), rules);
  const names = [...missing.map(shortLabel), ...notAskedWord(notAsked)].join(', ');
  return (
    <span className="flex items-baseline gap-2 py-1" title={names}>
      <span className="num w-5 flex-none text-right font-medium">{missing.length}</span>
      <span className="line-clamp-2 min-w-0 whitespace-normal text-label text-ink-3">{names}</span>
    </span>
  );
}

/** Formats the number of types not required: "27 non richiesti", for the end of a list of names. */
export const notAskedWord = ({ length }: readonly unknown[]): string[] =>
  length === 0 ? [] : [`${length} non ${length === 1 ? 'richiesto' : 'richiesti'}`];
