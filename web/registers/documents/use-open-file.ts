import { messageOf, urlFile } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { nameOf } from './file-name.ts';
import { take } from './files.api.ts';

/** Most phones' browsers would only save a PDF: the portal shows it itself. */
const readable = (path: string): boolean => navigator.pdfViewerEnabled !== false || !/\.pdf$/i.test(path);

/** Opens a stored file in a window of its own. */
export function useOpenFile(): (path: string, version?: number) => Promise<void> {
  const snackbar = useSnackbar();
  return async (path, version) => {
    // opened at the press: a window opened after an answer is blocked by browsers
    const target = window.open('', '_blank');
    try {
      const name = await take(path, version);
      if (target)
        target.location.href = readable(path)
          ? urlFile(name)
          : `/documento?${new URLSearchParams({ file: name, nome: nameOf(path) }).toString()}`;
      else snackbar.error('File non aperto', { detail: `Il browser ha bloccato la finestra di ${nameOf(path)}` });
    } catch (error) {
      target?.close();
      snackbar.error('File non aperto', { detail: messageOf(error) });
    }
  };
}
