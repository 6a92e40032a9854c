import { useState, type ReactNode } from 'react';
import { api, messageOf, urlFile } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';

interface FileVersionLinkProps {
  percorso: string;
  versione: number;
  children: ReactNode;
}

/** Link that opens an older version of a file in a new window, under a short-lived name. */
export function FileVersionLink({ percorso, versione, children }: FileVersionLinkProps) {
  const snackbar = useSnackbar();
  const [asking, setAsking] = useState(false);
  const open = async () => {
    // opened before the request: browsers block a window opened after a response
    const target = window.open('', '_blank');
    setAsking(true);
    try {
      const { message } = await api.post<{ message: { name: string } }>('/api/ftp', {
        operazione: 'prendi',
        percorso,
        versione,
      });
      if (target) target.location.href = urlFile(message.name);
    } catch (error) {
      target?.close();
      snackbar.error('File non aperto', { detail: messageOf(error) });
    } finally {
      setAsking(false);
    }
  };
  return (
    <button type="button" className="link" disabled={asking} onClick={() => void open()}>
      {children}
    </button>
  );
}
