import { Button } from '../feedback/Button.tsx';
import type { ConfirmOptions } from './confirm.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  asked: ConfirmOptions;
  onReply: (yes: boolean) => void;
}

export default function ConfirmDialog({ open, asked, onReply }: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => onReply(false)}
      title={asked.title}
      width={asked.width ?? 440}
      closable={false}
      role="alertdialog"
      footer={
        <>
          <Button autoFocus data-autofocus onClick={() => onReply(false)}>
            {asked.cancelLabel ?? 'ANNULLA'}
          </Button>
          <Button variant={asked.danger ? 'danger' : 'primary'} onClick={() => onReply(true)}>
            {asked.confirmLabel}
          </Button>
        </>
      }
    >
      {asked.text}
      {asked.detail ? <p className="mt-2 text-label text-ink-3">{asked.detail}</p> : null}
    </Dialog>
  );
}
