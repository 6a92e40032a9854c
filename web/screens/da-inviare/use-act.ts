import { useState } from 'react';
import { messageOf } from '#web/lib/api-error.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';

/** Runs an operation on waiting items; resolves to false on failure, after showing a message. */
export function useAct(): { busy: boolean; act(work: () => Promise<boolean>): Promise<boolean> } {
  const snackbar = useSnackbar();
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true);
    try {
      const done = await work();
      if (!done) snackbar.error('Non è più qui: se intanto è arrivata al portale, si cambia lì.');
      return done;
    } catch (error) {
      snackbar.error(messageOf(error, 'Il dispositivo non l’ha potuto fare: riprova.'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, act };
}
