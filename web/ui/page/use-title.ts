import { useEffect } from 'react';

/** Sets the window's title on a screen without page head. Browsers use the title as name of a printed file. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Strato`;
    return () => {
      document.title = 'Strato';
    };
  }, [title]);
}
