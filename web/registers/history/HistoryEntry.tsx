import { Eye, FilePen, History, Pencil, Plus, Trash2, Upload, Wrench, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HistoryItem } from '#contracts/core/history.ts';
import type { TypeChange } from '#contracts/core/record-change.ts';
import { Changes, TimelineItem } from '#web/ui/feedback/Timeline.tsx';
import { inOrder } from '#contracts/core/history-in-words.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { HistoryValue } from './HistoryValue.tsx';

const ICON: Record<TypeChange, LucideIcon> = {
  creato: Plus,
  modificato: Pencil,
  eliminato: Trash2,
  ripristinato: History,
  caricato: Upload,
  rinominato: FilePen,
  'file-eliminato': Trash2,
  aperto: Eye,
  altro: Wrench,
};

interface HistoryEntryProps {
  entry: HistoryItem;
  /** Name of the entry's record, where it is not the one whose history is open. */
  subject?: string | undefined;
  actions?: ReactNode;
}

/** Shows one change: person, time, and each field before and after. */
export function HistoryEntry({ entry, subject, actions }: HistoryEntryProps) {
  const def = useCatalogue().register(entry.tabella);
  const fields = inOrder(def, entry.campi);
  return (
    <TimelineItem
      icon={ICON[entry.tipo]}
      author={entry.utente}
      name={entry.nome}
      action={entry.motivo ? `${entry.frase}: ${entry.motivo}` : entry.frase}
      subject={subject}
      time={entry.quando}
      actions={actions}
    >
      {fields.length > 0 ? (
        <Changes
          items={fields.map(({ campo, etichetta, tipo, prima, dopo, primaNome, dopoNome }) => ({
            id: campo,
            label: etichetta,
            before: <HistoryValue tipo={tipo} field={def?.fields[campo]} value={prima} name={primaNome} />,
            after: <HistoryValue tipo={tipo} field={def?.fields[campo]} value={dopo} name={dopoNome} />,
          }))}
        />
      ) : null}
    </TimelineItem>
  );
}
