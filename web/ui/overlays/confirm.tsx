import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { loadedPart, usePreload } from '#web/lib/use-loaded.ts';
import type { ConfirmOptions } from './ConfirmDialog.tsx';

type Confirm = (options: ConfirmOptions) => Promise<boolean>;
const load = () => import('./ConfirmDialog.tsx');
const ConfirmDialog = loadedPart(load);
const ConfirmContext = createContext<Confirm | null>(null);

/** Returns a function that asks and resolves to the answer. The safe button has the focus. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider');
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  usePreload(load);
  const [question, setQuestion] = useState<ConfirmOptions | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(() => {});
  const confirm = useCallback<Confirm>((options) => {
    answer.current(false);
    setQuestion(options);
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
      {question ? <ConfirmDialog open={open} options={question} onReply={reply} /> : null}
    </ConfirmContext.Provider>
  );
}
