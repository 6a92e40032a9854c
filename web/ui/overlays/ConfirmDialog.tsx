import type { ReactNode } from 'react';
import { Button } from '../feedback/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmOptions {
  title: string;
  /** The question, as the specification words it. */
  text: ReactNode;
  /** Effects on other records, in small type. */
  detail?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Pixels; default 440. */
  width?: 440 | 640 | 760;
}

interface ConfirmDialogProps {
  open: boolean;
  options: ConfirmOptions;
  onReply: (yes: boolean) => void;
}

export default function ConfirmDialog({ open, options, onReply }: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => onReply(false)}
      title={options.title}
      width={options.width ?? 440}
      closable={false}
      role="alertdialog"
      footer={
        <>
          <Button autoFocus data-autofocus onClick={() => onReply(false)}>
            {options.cancelLabel ?? 'ANNULLA'}
          </Button>
          <Button variant={options.danger ? 'danger' : 'primary'} onClick={() => onReply(true)}>
            {options.confirmLabel}
          </Button>
        </>
      }
    >
      {options.text}
      {options.detail ? <p className="mt-2 text-label text-ink-3">{options.detail}</p> : null}
    </Dialog>
  );
}
