import type { DocumentState, FileField } from '#contracts/core/documents.ts';
import { formatScadenza } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Square } from '#web/ui/feedback/Dot.tsx';
import type { DocumentRules, WorkerRow } from './document-rules.ts';
import { opensDocument, seenOf, stateWord, type SeenDocument } from './documents.ts';
import { useOpenDocument } from './use-open-document.ts';
import { dayOf } from '#web/registers/row.ts';

export const TONE: Record<DocumentState, 'absent' | 'ok' | 'warn' | 'danger'> = {
  assente: 'absent',
  presente: 'ok',
  'in-scadenza': 'warn',
  scaduto: 'danger',
};

/** Describes a document on a day: "Idoneità: presente, scadenza 2026-11-12, scaduta da 8 giorni". */
export function describe({ file, stato, percorso, date, notAsked = false }: SeenDocument, day: string): string {
  if (stato === 'assente') return `${file.label}: ${stateWord({ stato, notAsked })}`;
  return `${file.label}: ${[percorso ? 'presente' : 'nessun file', ...(date ? [`scadenza ${date}, ${formatScadenza(date, day)}`] : [])].join(', ')}`;
}

/** Shows the state of a worker's document; a press opens an existing file in a new window. */
export function DocumentSquare({ row, file, rules }: { row: WorkerRow; file: FileField; rules: DocumentRules }) {
  const identity = useIdentity();
  const open = useOpenDocument();
  const document = seenOf(row, file, dayOf(row), rules);
  const name = describe(document, dayOf(row));
  if (document.stato === 'assente') return <Square state={document.notAsked ? 'none' : 'absent'} label={name} />;
  if (!opensDocument(identity, row, file)) return <Square state={TONE[document.stato]} label={`${name}. Riservato a chi può modificare`} />;
  return (
    <button
      type="button"
      className="inline-grid h-6 w-6 place-items-center align-middle"
      aria-label={`${name}. Apri`}
      title={name}
      onClick={() => open(row, document)}
    >
      <Square state={TONE[document.stato]} label="" />
    </button>
  );
}
