import { useState } from 'react';
import { Button } from '../feedback/Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Unsaved changes that a navigation would lose. */
export interface UnsavedChanges {
  /** Number of changed fields, named in the question. */
  changes?: number | undefined;
  /** Name of the changed record: "A0112". */
  name?: string | undefined;
  /** Saves; resolves to true when the page can be left. Without it the dialog has no SALVA. */
  onSave?: (() => Promise<boolean>) | undefined;
  /** Called when the person leaves without saving. */
  onLeave?: (() => void) | undefined;
}

export default function UnsavedDialog({ unsaved, onAnswer }: { unsaved: UnsavedChanges; onAnswer: (leave: boolean) => void }) {
  const [saving, setSaving] = useState(false);
  const { changes, name, onSave } = unsaved;
  const subject = `${changes === 1 ? 'La modifica' : changes ? `Le ${changes} modifiche` : 'Le modifiche'}${name ? ` di ${name}` : ''}`;
  const save = async () => {
    setSaving(true);
    onAnswer(await onSave!().catch(() => false));
  };
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title="Uscire senza salvare?"
      width={440}
      role="alertdialog"
      footer={
        <>
          <Button variant="danger-ghost" className="-ml-3 mr-auto" onClick={() => onAnswer(true)}>
            ESCI SENZA SALVARE
          </Button>
          <Button data-autofocus onClick={() => onAnswer(false)}>
            RESTA
          </Button>
          {onSave ? (
            <Button variant="primary" loading={saving} onClick={() => void save()}>
              SALVA
            </Button>
          ) : null}
        </>
      }
    >
      {subject} {changes === 1 ? 'andrà persa' : 'andranno perse'}.
    </Dialog>
  );
}
