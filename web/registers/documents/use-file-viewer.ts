import { useState } from 'react';
import { messageOf, fileUrl, downloadUrl } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { nameOf } from './file-name.ts';
import { take } from './files.api.ts';

export interface ViewedFile {
  percorso: string;
  nome: string;
  src: string;
  download: string;
}

export interface FileViewer {
  viewed: ViewedFile | null;
  view(path: string, version?: number): Promise<void>;
  download(path: string, version?: number): Promise<void>;
  close(): void;
}

/** Holds the document shown in the side panel. Viewing the open one again closes it. */
export function useFileViewer(): FileViewer {
  const snackbar = useSnackbar();
  const [viewed, setViewed] = useState<ViewedFile | null>(null);
  const name = async (path: string, version?: number): Promise<string | null> => {
    try {
      return await take(path, version);
    } catch (error) {
      snackbar.error('File non aperto', { detail: messageOf(error) });
      return null;
    }
  };
  return {
    viewed,
    view: async (path, version) => {
      if (viewed?.percorso === path) return setViewed(null);
      const storedPath = await name(path, version);
      if (storedPath !== null)
        setViewed({ percorso: path, nome: nameOf(path), src: fileUrl(storedPath), download: downloadUrl(storedPath) });
    },
    download: async (path, version) => {
      const storedPath = await name(path, version);
      if (storedPath === null) return;
      const link = document.createElement('a');
      link.href = downloadUrl(storedPath);
      link.download = '';
      link.click();
    },
    close: () => setViewed(null),
  };
}
