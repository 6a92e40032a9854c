import { useEffect, useRef, useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { HeardChange } from '#contracts/core/heard.ts';
import { onNews } from '#web/lib/live.ts';
import { useIdentity } from '#web/lib/session.ts';
import { OWN_DELAY_MS } from './own-delay.ts';

/** The last change of a record by somebody else, or from another place. */
export interface RecordNews extends HeardChange {
  /** Instant at which this tab heard of the change, in ms. */
  at: number;
}

/** Returns the last change that is newer than the version in the form; `null` without one. */
export function useRecordNews(def: AnyRegister, id: string | null, version: number | null): RecordNews | null {
  const { memberID } = useIdentity();
  const [heard, setHeard] = useState<RecordNews | null>(null);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const waiting = timers.current;
    setHeard(null);
    const stop = onNews((news) => {
      if (news.kind !== 'change' || news.change.tabella !== def.path || String(news.change.id) !== id) return;
      const change = { ...news.change, at: Date.now() };
      if (change.utente !== memberID) return setHeard(change);
      const timer = setTimeout(() => {
        waiting.delete(timer);
        setHeard(change);
      }, OWN_DELAY_MS);
      waiting.add(timer);
    });
    return () => {
      stop();
      for (const timer of waiting) clearTimeout(timer);
    };
  }, [def, id, memberID]);
  if (!heard || version === null) return null;
  return heard.versione === null || heard.versione > version ? heard : null;
}
