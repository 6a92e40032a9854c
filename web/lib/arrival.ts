/** Paths of the previous and the current screen, recorded by the shell after each draw. */
let [before, now]: [string | undefined, string | undefined] = [undefined, undefined];

/** Records that the screen at `path` was drawn; the current screen becomes the previous one. */
export function arrivedAt(path: string): void {
  if (path !== now) [before, now] = [now, path];
}

/**
 * Returns the path of the previous screen; `undefined` on the first screen of a page load. The result is right even before the shell has
 * called `arrivedAt` for the new screen.
 */
export const cameFrom = (): string | undefined => (now === location.pathname ? before : now);

export function forgetArrivals(): void {
  [before, now] = [undefined, undefined];
}
