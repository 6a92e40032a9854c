export type SnackKind = 'success' | 'error' | 'warn' | 'info' | 'progress';

export interface SnackAction {
  label: string;
  onClick: () => void;
}

export interface Snack {
  id: number;
  kind: SnackKind;
  text: string;
  detail?: string | undefined;
  action?: SnackAction | undefined;
  /** 0 to 100, for progress. */
  value?: number | undefined;
}

export type SnackContent = Omit<Snack, 'id'>;

/** Milliseconds for which a message is shown (part 1, section 9). Errors and progress messages have no timer. */
const DURATION = 6000;
/** Milliseconds for which a message with a button is shown, so that there is time to press it. */
const DURATION_WITH_ACTION = 10_000;
export const durationOf = ({ action }: Pick<Snack, 'action'>): number => (action ? DURATION_WITH_ACTION : DURATION);
export const hasTimer = (snack: Snack): boolean => snack.kind !== 'error' && snack.kind !== 'progress';
/** Maximum of messages shown at once; more would cover the page. The oldest with a timer is dropped first. */
export const MAX = 5;

/**
 * Adds a message to the list. `alone` (on a phone): it replaces the messages that have a timer; errors stay in
 * the list behind it.
 */
export function addSnack(list: readonly Snack[], snack: Snack, alone = false): Snack[] {
  // the same error twice is one error; it moves to the end
  const others = list.filter(
    (old) =>
      !(alone && hasTimer(old)) &&
      !(old.kind === snack.kind && old.text === snack.text && old.detail === snack.detail && snack.kind !== 'progress'),
  );
  const next = [...others, snack];
  if (next.length <= MAX) return next;
  const oldest = next.find(hasTimer) ?? next[0];
  return next.filter((item) => item !== oldest);
}

/** Returns the newest message alone, as a phone shows one at a time. */
export const newest = (list: readonly Snack[]): Snack[] => list.slice(-1);
