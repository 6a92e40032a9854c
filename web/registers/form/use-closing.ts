import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import type { DraftKeeper } from './draft-keeper.ts';

const LOST = {
  title: 'Chiudere senza salvare?',
  text: 'Ciò che hai scritto andrà perso.',
  confirmLabel: 'CHIUDI',
  cancelLabel: 'TORNA INDIETRO',
  danger: true,
} as const;

/** Returns a function that closes a dialog; it asks first if unsaved input would be lost. */
export function useClosing(hasInput: boolean, draft: DraftKeeper, onClose: () => void): () => Promise<void> {
  const confirm = useConfirm();
  return async () => {
    if (!hasInput) return onClose();
    if (!(await confirm(LOST))) return;
    draft.drop();
    onClose();
  };
}
