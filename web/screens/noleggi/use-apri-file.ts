import { messaggioDi, urlFile } from '#web/lib/api-client.ts';
import { nomeDi } from '#web/registers/documents/file-name.ts';
import { prendi } from '#web/registers/documents/files.api.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';

/** Opens a stored file in a window of its own. */
export function useApriFile(): (percorso: string, versione?: number) => Promise<void> {
  const snackbar = useSnackbar();
  return async (percorso, versione) => {
    // opened at the press: a window opened after an answer is blocked by browsers
    const target = window.open('', '_blank');
    try {
      const name = await prendi(percorso, versione);
      if (target) target.location.href = urlFile(name);
      else snackbar.error('File non aperto', { detail: `Il browser ha bloccato la finestra di ${nomeDi(percorso)}` });
    } catch (error) {
      target?.close();
      snackbar.error('File non aperto', { detail: messaggioDi(error) });
    }
  };
}
