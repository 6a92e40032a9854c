import { Download, Eye, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';

interface DocumentActionsProps {
  label: string;
  onDownload(): void;
  onView(): void;
  /** The document stands in the side panel now. */
  viewed: boolean;
  onRename?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** What can be done with a document that is there. */
export function DocumentActions({ label, onDownload, onView, viewed, onRename, onRemove }: DocumentActionsProps) {
  return (
    <div className="doc-acts">
      <IconButton size="sm" icon={Download} label={`Scarica ${label}`} onClick={onDownload} />
      <IconButton size="sm" icon={Eye} label={`Visualizza ${label}`} aria-pressed={viewed} onClick={onView} />
      {onRename ? <IconButton size="sm" icon={Pencil} label={`Rinomina ${label}`} onClick={onRename} /> : null}
      {onRemove ? <IconButton size="sm" icon={Trash2} variant="danger-ghost" className="!text-ink-3 hover:!text-danger-ink" label={`Elimina ${label}`} onClick={onRemove} /> : null}
    </div>
  );
}
