import { useState } from 'react';
import { messaggioDi, urlFile } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { nomeDi } from './file-name.ts';
import { prendi } from './files.api.ts';

export interface ViewedFile {
  percorso: string;
  nome: string;
  src: string;
  download: string;
}

export interface FileViewer {
  viewed: ViewedFile | null;
  view(percorso: string, versione?: number): Promise<void>;
  download(percorso: string, versione?: number): Promise<void>;
  close(): void;
}

/** Which document stands in the side panel; a press on the one that is open closes it. */
export function useFileViewer(): FileViewer {
  const snackbar = useSnackbar();
  const [viewed, setViewed] = useState<ViewedFile | null>(null);
  const name = async (percorso: string, versione?: number): Promise<string | null> => {
    try {
      return await prendi(percorso, versione);
    } catch (error) {
      snackbar.error('File non aperto', { detail: messaggioDi(error) });
      return null;
    }
  };
  return {
    viewed,
    view: async (percorso, versione) => {
      if (viewed?.percorso === percorso) return setViewed(null);
      const given = await name(percorso, versione);
      if (given !== null) setViewed({ percorso, nome: nomeDi(percorso), src: urlFile(given), download: urlFile(given, true) });
    },
    download: async (percorso, versione) => {
      const given = await name(percorso, versione);
      if (given === null) return;
      const link = document.createElement('a');
      link.href = urlFile(given, true);
      link.download = '';
      link.click();
    },
    close: () => setViewed(null),
  };
}
