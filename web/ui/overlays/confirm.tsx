import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
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

type Confirm = (options: ConfirmOptions) => Promise<boolean>;
const ConfirmContext = createContext<Confirm | null>(null);

/** Returns a function that asks and resolves to the answer. The safe button has the focus. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider');
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<ConfirmOptions | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(() => {});
  const confirm = useCallback<Confirm>((options) => {
    answer.current(false);
    setAsked(options);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const reply = (yes: boolean) => {
    setOpen(false);
    answer.current(yes);
  };
  return (
    <ConfirmContext.Provider value={confirm}>
      {children}
      {asked ? (
        <Dialog
          open={open}
          onClose={() => reply(false)}
          title={asked.title}
          width={asked.width ?? 440}
          closable={false}
          role="alertdialog"
          footer={
            <>
              <Button autoFocus data-autofocus onClick={() => reply(false)}>
                {asked.cancelLabel ?? 'ANNULLA'}
              </Button>
              <Button variant={asked.danger ? 'danger' : 'primary'} onClick={() => reply(true)}>
                {asked.confirmLabel}
              </Button>
            </>
          }
        >
          {asked.text}
          {asked.detail ? <p className="mt-2 text-label text-ink-3">{asked.detail}</p> : null}
        </Dialog>
      ) : null}
    </ConfirmContext.Provider>
  );
}
