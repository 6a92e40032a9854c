import { useEffect, useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { LiveChange } from '#contracts/core/live-changes.ts';
import { onNews } from '#web/lib/live.ts';
import { useIdentity } from '#web/lib/session.ts';
import type { Row } from '../row.ts';
import { onChanges } from './on-changes.ts';

/** Changes of a list's records since the list was read. */
export interface ListNews {
  /** Number of rows that others changed or deleted, and of records that others added. */
  count: number;
  /** Some changes were missed, so that their number is not known. */
  missed: boolean;
  /** Tells whether a row was changed or deleted since the list was read. */
  changed(row: Row): boolean;
}

/** Returns the news of a list; reading the list again ends it. `readAt`: when the list was read, in ms. */
export function useListNews(def: AnyRegister, rows: readonly Row[] | undefined, readAt: number): ListNews {
  const { memberID } = useIdentity();
  const [changesByKey, setChangesByKey] = useState<ReadonlyMap<string, LiveChange>>(new Map());
  const [missed, setMissed] = useState(false);
  useEffect(() => {
    setMissed(false);
    setChangesByKey(new Map());
  }, [def, readAt]);
  useEffect(() => onNews(({ kind }) => kind === 'restart' && setMissed(true)), []);
  useEffect(
    () => onChanges(def, memberID, (change) => setChangesByKey((now) => new Map(now).set(String(change.id), change))),
    [def, memberID],
  );
  const shown = new Map(rows?.map((row) => [String(row[def.key.field]), row.versione]));
  const isNews = ({ id, versione }: LiveChange): boolean => {
    const version = shown.get(String(id));
    return version === undefined ? versione === 1 : versione === null || versione > version;
  };
  const changed = (row: Row): boolean => {
    const change = changesByKey.get(String(row[def.key.field]));
    return change !== undefined && isNews(change);
  };
  return { count: rows ? [...changesByKey.values()].filter(isNews).length : 0, missed, changed };
}
