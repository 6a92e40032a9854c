import { useEffect } from 'react';

/** Title of the window, for a screen without page head; a browser names a printed file by it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Strato`;
    return () => {
      document.title = 'Strato';
    };
  }, [title]);
}
