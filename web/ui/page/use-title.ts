import { useEffect } from 'react';

/** Title of the window, for a screen without page head; a browser names a printed file by it. */
export function useTitolo(titolo: string): void {
  useEffect(() => {
    document.title = `${titolo} · Strato`;
    return () => { document.title = 'Strato'; };
  }, [titolo]);
}
