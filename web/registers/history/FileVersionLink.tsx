import { useState, type ReactNode } from 'react';
import { api, messageOf, urlFile } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';

interface FileVersionLinkProps {
  percorso: string;
  versione: number;
  children: ReactNode;
}

/** Opens an older content of a file in a window of its own, by the short-lived name the portal gives for it. */
export function FileVersionLink({ percorso, versione, children }: FileVersionLinkProps) {
  const snackbar = useSnackbar();
  const [asking, setAsking] = useState(false);
  const open = async () => {
    // opened at the press: a window opened after an answer is blocked by browsers
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
