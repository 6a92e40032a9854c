import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import type { DraftKeeper } from './draft-keeper.ts';

const LOST = {
  title: 'Chiudere senza salvare?',
  text: 'Ciò che hai scritto andrà perso.',
  confirmLabel: 'CHIUDI',
  cancelLabel: 'TORNA INDIETRO',
  danger: true,
} as const;

/** Closes a dialog; asks before what was typed in it is lost. */
export function useClosing(typed: boolean, draft: DraftKeeper, onClose: () => void): () => Promise<void> {
  const confirm = useConfirm();
  return async () => {
    if (!typed) return onClose();
    if (!(await confirm(LOST))) return;
    draft.drop();
    onClose();
  };
}
