import { useEffect, useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { LiveChange } from '#contracts/core/live-changes.ts';
import { useIdentity } from '#web/lib/session.ts';
import { onChanges } from './on-changes.ts';

/** The last change of a record by somebody else, or from another place. */
export interface RecordNews extends LiveChange {
  /** Instant at which this tab heard of the change, in ms. */
  at: number;
}

/** Returns the last change that is newer than the version in the form; `null` without one. */
export function useRecordNews(def: AnyRegister, id: string | null, version: number | null): RecordNews | null {
  const { memberID } = useIdentity();
  const [news, setNews] = useState<RecordNews | null>(null);
  useEffect(() => {
    setNews(null);
    return onChanges(def, memberID, (change) => {
      if (String(change.id) === id) setNews({ ...change, at: Date.now() });
    });
  }, [def, id, memberID]);
  if (!news || version === null) return null;
  return news.versione === null || news.versione > version ? news : null;
}
