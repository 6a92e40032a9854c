import { useState } from 'react';
import { Button } from '../feedback/Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { Unsaved } from './unsaved.tsx';

export function UnsavedDialog({ unsaved, onAnswer }: { unsaved: Unsaved; onAnswer: (leave: boolean) => void }) {
  const [saving, setSaving] = useState(false);
  const { changes, name, onSave } = unsaved;
  const what = `${changes === 1 ? 'La modifica' : changes ? `Le ${changes} modifiche` : 'Le modifiche'}${name ? ` di ${name}` : ''}`;
  const save = async () => {
    setSaving(true);
    onAnswer(await onSave!().catch(() => false));
  };
  return (
    <Dialog
      open onClose={() => onAnswer(false)} title="Uscire senza salvare?" width={440} role="alertdialog"
      footer={(
        <>
          <Button variant="danger-ghost" className="-ml-3 mr-auto" onClick={() => onAnswer(true)}>ESCI SENZA SALVARE</Button>
          <Button data-autofocus onClick={() => onAnswer(false)}>RESTA</Button>
          {onSave ? <Button variant="primary" loading={saving} onClick={() => void save()}>SALVA</Button> : null}
        </>
      )}
    >
      {what} {changes === 1 ? 'andrà persa' : 'andranno perse'}.
    </Dialog>
  );
}
