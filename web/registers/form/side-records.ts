import { useCallback, useMemo, useRef, useState } from 'react';

/** Something else that the same SALVA writes, after the record itself: its data, its rows. */
export interface SideRecord {
  /** Changes that a save would write. */
  dirty: number;
  saving: boolean;
  /** Has a button of its own: SALVA of a record that is there leaves it alone; Ctrl+S and leaving the page do not. */
  apart?: boolean;
  /** The field that keeps it from being saved, its message shown. */
  firstWrong?(): string | undefined;
  /** Given the key of the record, which may be a new one. True when nothing of it is left to save. */
  save(key: string): Promise<boolean>;
}

interface SideState {
  dirty: number;
  saving: boolean;
  apart: boolean;
}

export interface SideRecords {
  /** Changes that SALVA writes. */
  dirty: number;
  /** Changes of those with a button of their own. */
  apart: number;
  saving: boolean;
  /** As they are now, in the order in which they stand on the page. */
  all(): SideRecord[];
  attach(name: string, record: { readonly current: SideRecord }): () => void;
  report(name: string, state: SideState): void;
}

/** The side records of a form, whatever parts of it hold them. */
export function useSideRecords(): SideRecords {
  const records = useRef(new Map<string, { readonly current: SideRecord }>());
  const [states, setStates] = useState<Readonly<Record<string, SideState>>>({});
  const attach = useCallback((name: string, record: { readonly current: SideRecord }) => {
    records.current.set(name, record);
    return () => {
      records.current.delete(name);
      setStates((now) => Object.fromEntries(Object.entries(now).filter(([other]) => other !== name)));
    };
  }, []);
  const report = useCallback((name: string, state: SideState) => setStates((now) => ({ ...now, [name]: state })), []);
  const all = useCallback(() => [...records.current.values()].map(({ current }) => current), []);
  return useMemo(() => {
    const shown = Object.values(states);
    const changes = (apart: boolean) => shown.filter((side) => side.apart === apart).reduce((sum, { dirty }) => sum + dirty, 0);
    return {
      dirty: changes(false),
      apart: changes(true),
      saving: shown.some(({ saving, apart }) => saving && !apart),
      all,
      attach,
      report,
    };
  }, [states, all, attach, report]);
}
