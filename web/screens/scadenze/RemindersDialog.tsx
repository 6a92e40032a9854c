import { useState } from 'react';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { CalendarLink } from './CalendarLink.tsx';
import { LastReminders } from './LastReminders.tsx';

/** Offers the reminders of the board: a morning mail and a personal calendar. */
export function RemindersDialog({ onClose }: { onClose(): void }) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onClose={busy ? () => {} : onClose}
      title="Promemoria e calendario"
      footer={
        <Button onClick={onClose} disabled={busy}>
          CHIUDI
        </Button>
      }
    >
      <div className="grid gap-6">
        <LastReminders onBusy={setBusy} />
        <CalendarLink />
      </div>
    </Dialog>
  );
}
