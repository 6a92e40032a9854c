import { messageOf, fileUrl } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { nameOf } from './file-name.ts';
import { take } from './files.api.ts';

/** Tells whether the browser can show a file. Most phones would only save a PDF, so the portal shows PDFs itself there. */
const readable = (path: string): boolean => navigator.pdfViewerEnabled !== false || !/\.pdf$/i.test(path);

/** Returns a function that opens a stored file in a new window. */
export function useOpenFile(): (path: string, version?: number) => Promise<void> {
  const snackbar = useSnackbar();
  return async (path, version) => {
    // opened before the request: browsers block a window opened after a response
    const target = window.open('', '_blank');
    try {
      const name = await take(path, version);
      if (target)
        target.location.href = readable(path)
          ? fileUrl(name)
          : `/documento?${new URLSearchParams({ file: name, nome: nameOf(path) }).toString()}`;
      else snackbar.error('File non aperto', { detail: `Il browser ha bloccato la finestra di ${nameOf(path)}` });
    } catch (error) {
      target?.close();
      snackbar.error('File non aperto', { detail: messageOf(error) });
    }
  };
}
