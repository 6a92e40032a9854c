/** What the snackbars show; a pure list so that it can be tested without a screen. */
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

/** How long a message stays, in milliseconds (part 1, section 9). Errors and work in progress have no timer. */
export const DURATION = 6000;
export const hasTimer = (snack: Snack): boolean => snack.kind !== 'error' && snack.kind !== 'progress';
/** More than these would cover the page: the oldest with a timer goes first. */
export const MAX = 5;

/** `alone`: on a phone the new one takes the place of those that would have gone by themselves; errors wait under it. */
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

/** What a phone shows: one at a time. */
export const newest = (list: readonly Snack[]): Snack[] => list.slice(-1);
