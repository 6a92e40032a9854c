import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { network } from '#web/lib/api-client.ts';
import { isSaving, openConflictOf, type OpenConflict } from './save-machine.ts';
import { createSaver, type SaveEffects, type Saver } from './saver.ts';

type SaverOptions = Pick<SaveEffects, 'send'> & Partial<SaveEffects>;

export interface UsedSaver extends Pick<Saver, 'save' | 'resolve' | 'dismiss'> {
  saving: boolean;
  /** The open conflict with another person's change. */
  openConflict: OpenConflict | null;
  /** Tells whether the person is still on this page. */
  isMounted(): boolean;
}

const nothing = (): void => {};
const QUIET = {
  waitForNetwork: () => network.waitForIt(),
  keepDraft: nothing,
  dropDraft: nothing,
  onWritten: nothing,
  onSaved: nothing,
  onRefused: nothing,
};

/** Runs the saves of a part of a page; a save in progress completes even after the part is gone. */
export function useSaver(options: SaverOptions): UsedSaver {
  const latest = useRef(options);
  latest.current = options;
  const mounted = useRef(false);
  const [saver] = useState(() => createSaver(() => ({ ...QUIET, ...latest.current })));
  useEffect(() => {
    mounted.current = true;
    const leave = saver.markPresent();
    return () => {
      mounted.current = false;
      leave();
    };
  }, [saver]);
  const state = useAtomValue(saver.state);
  return {
    save: saver.save,
    resolve: saver.resolve,
    dismiss: saver.dismiss,
    saving: isSaving(state),
    openConflict: openConflictOf(state),
    isMounted: () => mounted.current,
  };
}
