/** The screens a person has been on, as the shell tells them: the one that is open, and the one before. */
let [before, now]: [string | undefined, string | undefined] = [undefined, undefined];

/** Told after the screen at `path` was drawn. */
export function arrivedAt(path: string): void {
  if (path !== now) [before, now] = [now, path];
}

/** Path of the screen one comes from; `undefined` on the first of all. Right also while the new screen is being drawn, before the shell tells. */
export const cameFrom = (): string | undefined => (now === location.pathname ? before : now);

export function forgetArrivals(): void {
  [before, now] = [undefined, undefined];
}
