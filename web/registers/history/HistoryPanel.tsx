import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { TypeChange, HistoryItem } from '#contracts/core/history.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { SidePanel } from '#web/ui/overlays/SidePanel.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Timeline } from '#web/ui/feedback/Timeline.tsx';
import { historyOptions } from './history.api.ts';
import { HistoryEntry } from './HistoryEntry.tsx';

interface HistoryPanelProps {
  def: AnyRegister;
  id: string;
  onClose(): void;
  /** "Vedi com'era"; the version now shown is marked. */
  onView?: ((entry: HistoryItem) => void) | undefined;
  viewed?: number | undefined;
  /** "Ripristina", where the person may. */
  onRestore?: ((entry: HistoryItem) => void) | undefined;
}

const KINDS: readonly { id: string; label: string; tipi: readonly TypeChange[] | null }[] = [
  { id: 'tutti', label: 'Tutti gli eventi', tipi: null },
  { id: 'modifiche', label: 'Modifiche', tipi: ['creato', 'modificato', 'ripristinato'] },
  { id: 'documenti', label: 'Documenti', tipi: ['caricato', 'rinominato', 'file-eliminato'] },
  { id: 'aperture', label: 'Aperture', tipi: ['aperto'] },
  { id: 'eliminazioni', label: 'Eliminazioni', tipi: ['eliminato', 'file-eliminato'] },
];

/** STORICO: who did what to this record, newest first, field by field. */
export function HistoryPanel({ def, id, onClose, onView, viewed, onRestore }: HistoryPanelProps) {
  const { data, error, refetch } = useQuery(historyOptions(def.path, id));
  const [kind, setKind] = useState(KINDS[0]!);
  const shown = data?.filter((entry) => kind.tipi === null || kind.tipi.includes(entry.tipo));
  const latest = data?.find((entry) => entry.tabella === def.path && entry.tipo !== 'aperto');
  const tools = (
    <Menu button={<Button variant="ghost" size="sm" plain>{kind.label}<ChevronDown className="icon-sm" aria-hidden /></Button>}>
      {KINDS.map((k) => <MenuItem key={k.id} chosen={k.id === kind.id} onClick={() => setKind(k)}>{k.label}</MenuItem>)}
    </Menu>
  );
  return (
    <SidePanel title="STORICO" count={data?.length} tools={tools} onClose={onClose}>
      {error && !data ? <ErrorState title="Storico non caricato" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <div className="grid gap-4 p-4" aria-busy="true"><Skeleton width="70%" /><Skeleton width="40%" /><Skeleton width="85%" /></div> : null}
      {shown?.length === 0 ? <EmptyState title="Nessun evento di questo tipo" /> : null}
      {shown && shown.length > 0 ? (
        <div className="p-4">
          <Timeline>
            {shown.map((entry) => (
              <HistoryEntry
                key={`${entry.tabella}/${entry.id}/${entry.versione}/${entry.evento}`}
                entry={entry}
                own={entry.tabella === def.path}
                viewed={viewed === entry.versione}
                latest={entry === latest}
                onView={onView}
                onRestore={onRestore}
              />
            ))}
          </Timeline>
        </div>
      ) : null}
    </SidePanel>
  );
}
