import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Notice } from '#contracts/core/comments.ts';
import { onNews } from '#web/lib/live.ts';
import { markRead, noticesOptions } from './notices.api.ts';

/** Milliseconds from a comment to its notices, which the portal makes after the comment. */
const AFTER_MS = 1500;

/** Milliseconds after the first screen before the notices are read, so that they take nothing from the screen's own calls. */
const START_MS = 1500;

export interface Notices {
  notices: readonly Notice[];
  unread: number;
  /** Marks notices as read; a failure leaves them as they are. */
  markRead(notices: readonly Notice[]): void;
}

const NONE: readonly Notice[] = [];

/** Returns the person's notices, and reads them again when a comment is written. Use it once, in the top bar. */
export function useNotices(): Notices {
  const client = useQueryClient();
  const [enabled, setEnabled] = useState(false);
  const { data } = useQuery({ ...noticesOptions, enabled });
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), START_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onNews((news) => {
      if (news.kind !== 'restart' && (news.kind !== 'change' || news.change.tabella !== 'commenti')) return;
      clearTimeout(timer);
      timer = setTimeout(() => void client.invalidateQueries({ queryKey: noticesOptions.queryKey }), AFTER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
  return {
    notices: data?.data ?? NONE,
    unread: data?.non_letti ?? 0,
    markRead(notices) {
      const ids = notices.filter(({ letto }) => letto === 0).map(({ id }) => id);
      if (ids.length === 0) return;
      void markRead(ids)
        .catch(() => undefined)
        .finally(() => void client.invalidateQueries({ queryKey: noticesOptions.queryKey }));
    },
  };
}
