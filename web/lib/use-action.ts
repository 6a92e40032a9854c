import { useRef, useState } from 'react';
import { useAttempts, type Attempts } from './idempotency.ts';

export interface Action extends Pick<Attempts, 'once'> {
  running: boolean;
  /**
   * Runs `act` unless one is running. Resolves to whether it succeeded; an error goes to `failed`.
   * Whatever `after` reads again is read after a failure too, since a lost response may hide a success.
   */
  run(act: () => Promise<void>, outcome: { failed(error: unknown): void; after?: () => unknown }): Promise<boolean>;
}

/** Runs one action of the person at a time. Writes that are no record of a form go through here. */
export function useAction(): Action {
  const { once } = useAttempts();
  // a ref, because a second press may come before the state of the first is rendered
  const busy = useRef(false);
  const [running, setRunning] = useState(false);
  return {
    running,
    once,
    async run(act, { failed, after }) {
      if (busy.current) return false;
      busy.current = true;
      setRunning(true);
      try {
        await act();
        return true;
      } catch (error) {
        failed(error);
        return false;
      } finally {
        await after?.();
        busy.current = false;
        setRunning(false);
      }
    },
  };
}
