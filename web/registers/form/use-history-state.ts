import { useState } from 'react';
import type { HistoryItem } from '#contracts/core/history.ts';
import { useNarrow } from '#web/lib/use-media.ts';
import { opensHistory } from '../addresses.ts';
import type { FileViewer } from '../documents/use-file-viewer.ts';
import type { FormHistory } from './form-context.ts';

/** Returns the state of a form's STORICO and the older version shown. A viewed document replaces the open STORICO. */
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
      // on a narrow screen STORICO is a drawer, which would cover the older version
      if (narrow) setOpen(false);
    },
    backToPresent: () => setPast(null),
  };
}
