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

export function addSnack(list: readonly Snack[], snack: Snack): Snack[] {
  // the same error twice is one error; it moves to the end
  const others = list.filter(
    (old) => !(old.kind === snack.kind && old.text === snack.text && old.detail === snack.detail && snack.kind !== 'progress'),
  );
  const next = [...others, snack];
  if (next.length <= MAX) return next;
  const oldest = next.find(hasTimer) ?? next[0];
  return next.filter((item) => item !== oldest);
}
