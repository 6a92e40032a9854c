import { useCallback, useMemo, useRef, useState } from 'react';

/** Further data of a form (such as rows) that SALVA writes after the form's record. */
export interface SideRecord {
  /** Number of changes that a save would write. */
  dirty: number;
  saving: boolean;
  /** Has its own save button. SALVA on an existing record then skips this side record; Ctrl+S and leaving the page save it. */
  apart?: boolean;
  /** Returns the first field that prevents the save and shows its message. */
  firstWrong?(): string | undefined;
  /** Saves under the key of the form's record, which may be new. Resolves to true when nothing is left to save. */
  save(key: string): Promise<boolean>;
}

interface SideState {
  dirty: number;
  saving: boolean;
  apart: boolean;
}

export interface SideRecords {
  /** Number of changes that SALVA writes. */
  dirty: number;
  /** Number of changes in side records with their own save button. */
  apart: number;
  saving: boolean;
  /** Returns the current side records, in the order of attachment. */
  all(): SideRecord[];
  attach(name: string, record: { readonly current: SideRecord }): () => void;
  report(name: string, state: SideState): void;
}

/** Collects the side records of a form, which its parts attach. */
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
