import type { Identity } from '#contracts/core/permissions.ts';
import type { ScreenFolder } from './screen-folder.ts';

/** Tells whether the person may open a path; otherwise the router redirects to /home. */
export const mayOpen = (reserved: NonNullable<ScreenFolder['reserved']>, path: string, who: Identity): boolean =>
  Object.entries(reserved).every(([start, may]) => !path.startsWith(start) || may(who));
