import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { onNews } from '#web/lib/live.ts';
import { commentCountOptions, commentsKey } from './comments.api.ts';

/** Returns the number of a record's comments, and reads them again when one changes; `null` while it is unknown and where they may not be read. */
export function useCommentCount(def: AnyRegister, id: string | null): number | null {
  const client = useQueryClient();
  const record = { tabella: def.path, record: id ?? '' };
  const { data = null } = useQuery({ ...commentCountOptions(record), enabled: id !== null });
  useEffect(() => {
    if (id === null) return;
    return onNews((news) => {
      const about = news.kind === 'change' && news.change.tabella === 'commenti' ? news.change.padre : undefined;
      if (news.kind === 'restart' || (about?.tabella === def.path && String(about.id) === id))
        void client.invalidateQueries({ queryKey: commentsKey({ tabella: def.path, record: id }) });
    });
  }, [client, def, id]);
  return data;
}
