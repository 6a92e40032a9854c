import { useState } from 'react';
import type { HistoryItem } from '#contracts/core/history.ts';
import { useNarrow } from '#web/lib/use-media.ts';
import { opensHistory } from '../addresses.ts';
import type { FileViewer } from '../documents/use-file-viewer.ts';
import type { FormHistory } from './form-context.ts';

/** STORICO of a form, open or closed, and the older version that is looked at. A document takes its place while it is viewed. */
export function useHistoryState(viewer: FileViewer): FormHistory {
  const [open, setOpen] = useState(() => opensHistory(location.search));
  const [past, setPast] = useState<HistoryItem | null>(null);
  const narrow = useNarrow();
  const shown = open && viewer.viewed === null;
  return {
    open: shown,
    past,
    toggle: () => {
      viewer.close();
      setOpen(!shown);
      if (shown) setPast(null);
    },
    view: (entry) => {
      setPast(entry);
      // there it is a drawer over the page
      if (narrow) setOpen(false);
    },
    backToPresent: () => setPast(null),
  };
}
