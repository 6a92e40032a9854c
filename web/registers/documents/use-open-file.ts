import { messageOf, urlFile } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { nameOf } from './file-name.ts';
import { take } from './files.api.ts';

/** Opens a stored file in a window of its own. */
export function useOpenFile(): (path: string, version?: number) => Promise<void> {
  const snackbar = useSnackbar();
  return async (path, version) => {
    // opened at the press: a window opened after an answer is blocked by browsers
    const target = window.open('', '_blank');
    try {
      const name = await take(path, version);
      if (target) target.location.href = urlFile(name);
      else snackbar.error('File non aperto', { detail: `Il browser ha bloccato la finestra di ${nameOf(path)}` });
    } catch (error) {
      target?.close();
      snackbar.error('File non aperto', { detail: messageOf(error) });
    }
  };
}
