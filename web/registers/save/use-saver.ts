import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { network } from '#web/lib/api-client.ts';
import { isSaving, questionOf, type Question } from './save-machine.ts';
import { createSaver, type SaveEffects, type Saver } from './saver.ts';

type SaverOptions = Pick<SaveEffects, 'send'> & Partial<SaveEffects>;

export interface UsedSaver extends Pick<Saver, 'save' | 'resolve' | 'dismiss'> {
  saving: boolean;
  /** The open conflict with another person's change. */
  question: Question | null;
  /** Tells whether the person is still on this page. */
  isMounted(): boolean;
}

const nothing = (): void => {};
const QUIET = { network: () => network.waitForIt(), keep: nothing, drop: nothing, written: nothing, saved: nothing, refused: nothing };

/** Runs the saves of a part of a page; a save in progress completes even after the part is gone. */
export function useSaver(options: SaverOptions): UsedSaver {
  const latest = useRef(options);
  latest.current = options;
  const mounted = useRef(false);
  const [saver] = useState(() => createSaver(() => ({ ...QUIET, ...latest.current })));
  useEffect(() => {
    mounted.current = true;
    const leave = saver.attend();
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
    question: questionOf(state),
    isMounted: () => mounted.current,
  };
}
