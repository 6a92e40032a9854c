import { useId, useState, type FormEvent } from 'react';
import { quarterForPeople, type Quarter } from '#contracts/modules/accise/quarter.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextArea } from '#web/ui/inputs/TextArea.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

interface ReopenDialogProps {
  quarter: Quarter;
  open: boolean;
  working: boolean;
  onClose(): void;
  onReopen(motivo: string): Promise<boolean>;
}

const LONGEST = 500;

/** Asks why a closed quarter is reopened; the history stores the reason. */
export function ReopenDialog({ quarter, open, working, onClose, onReopen }: ReopenDialogProps) {
  const id = useId();
  const [motivo, setMotivo] = useState('');
  const reason = motivo.trim().replaceAll(/\s+/g, ' ');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason === '' || working || !(await onReopen(reason))) return;
    setMotivo('');
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={working ? () => {} : onClose}
      title={`Riapri il ${quarterForPeople(quarter)}`}
      width={440}
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            ANNULLA
          </Button>
          <Button variant="primary" type="submit" form={id} loading={working} disabled={reason === ''}>
            RIAPRI
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <p className="mb-3 text-body text-ink-2">Le righe si rifanno dalle letture, che si possono di nuovo cambiare.</p>
        <Field label="Motivo" name="motivo" required>
          <TextArea data-autofocus value={motivo} onChange={setMotivo} maxLength={LONGEST} rows={3} />
        </Field>
      </form>
    </Dialog>
  );
}
