import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { guardHistory } from '#web/lib/history-guard.ts';
import { pageOf } from '#web/lib/page-of.ts';
import { loadedPart, usePreload } from '#web/lib/use-loaded.ts';
import type { UnsavedChanges } from './UnsavedDialog.tsx';

const load = () => import('./UnsavedDialog.tsx');
const UnsavedDialog = loadedPart(load);

interface Guard {
  /** Returns the changes that would be lost by leaving now, or `null`. */
  present(): UnsavedChanges | null;
  set(unsaved: UnsavedChanges | null): void;
  /** Resolves to true when the page may be left. */
  ask(): Promise<boolean>;
}

const UnsavedContext = createContext<Guard | null>(null);

/** Asks before unsaved changes are lost: links, back and forward, closing the tab. */
export function UnsavedProvider({ children }: { children: ReactNode }) {
  usePreload(load);
  const current = useRef<UnsavedChanges | null>(null);
  const answer = useRef<(leave: boolean) => void>(() => {});
  const [asking, setAsking] = useState<UnsavedChanges | null>(null);
  const guard = useMemo<Guard>(
    () => ({
      present: () => current.current,
      set(unsaved) {
        current.current = unsaved;
      },
      ask() {
        if (!current.current) return Promise.resolve(true);
        setAsking(current.current);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      },
    }),
    [],
  );
  useEffect(() => guardHistory({ blocks: () => current.current !== null, ask: guard.ask }), [guard]);
  const close = useCallback((leave: boolean) => {
    if (leave) {
      current.current?.onLeave?.();
      current.current = null;
    }
    setAsking(null);
    answer.current(leave);
  }, []);
  return (
    <UnsavedContext.Provider value={guard}>
      {children}
      {asking ? <UnsavedDialog unsaved={asking} onAnswer={close} /> : null}
    </UnsavedContext.Provider>
  );
}

/**
 * Asks before this page is left while `dirty`. `release()` lets the next navigation through, after a save and
 * before the next render.
 */
export function useUnsaved(dirty: boolean, unsaved: UnsavedChanges = {}): { release(): void } {
  const guard = useContext(UnsavedContext);
  const latest = useRef(unsaved);
  latest.current = unsaved;
  useEffect(() => {
    if (!dirty || !guard) return;
    guard.set({
      get changes() {
        return latest.current.changes;
      },
      get name() {
        return latest.current.name;
      },
      get onSave() {
        return latest.current.onSave;
      },
      get onLeave() {
        return latest.current.onLeave;
      },
    });
    return () => guard.set(null);
  }, [dirty, guard]);
  return useMemo(
    () => ({
      release() {
        guard?.set(null);
      },
    }),
    [guard],
  );
}

/** Returns a function that tells whether leaving now would lose unsaved changes. */
export function useAnyUnsaved(): () => boolean {
  const guard = useContext(UnsavedContext);
  return () => (guard?.present() ?? null) !== null;
}

/** Location hook for wouter's Router: asks before a navigation to another page would lose unsaved changes. */
export const useGuardedLocation: typeof useBrowserLocation = (options) => {
  const guard = useContext(UnsavedContext);
  const [path, navigate] = useBrowserLocation(options);
  const guarded = useCallback<typeof navigate>(
    (to, navigation) => {
      const samePage = pageOf(to) === pageOf(location.href);
      if (samePage || !guard?.present()) return navigate(to, navigation);
      void guard.ask().then((leave) => {
        if (leave) navigate(to, navigation);
      });
    },
    [guard, navigate],
  );
  return [path, guarded];
};
