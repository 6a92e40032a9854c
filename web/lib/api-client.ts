import type { SessionAnswer } from '#contracts/modules/accesso.ts';
import { requireConfirmation } from './confirmation.ts';
import { createApi, type Api } from './create-api.ts';
import { offerToDevice, notifyDevice } from './device.ts';
import { reportLateAnswer } from './late-answers.ts';
import { createNetwork } from './network.ts';
import { watchPermissions } from './permissions-watch.ts';
import { requireRiaccesso, session, updateSession } from './session.ts';
import { PATIENCE } from './health-check.ts';

export { ApiError, messageOf } from './api-error.ts';

/**
 * The signed-in person's token, the call that asks for a new login when the token is no longer valid, and the one for a write that the read
 * tables do not contain yet.
 */
export const SESSION = { token: () => session()?.token ?? null, signInAgain: requireRiaccesso, onLateAnswer: reportLateAnswer };

export const network = createNetwork(() => fetch('/api/salute', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }));

/** Reads the session again when a response names other permissions, so that an administrator's changes apply to an open page. */
const observePermissions = watchPermissions(() => {
  void api.get<{ data: [SessionAnswer] }>('/api/sessione').then(
    ({ data }) => updateSession(data[0]),
    () => {},
  );
});

/**
 * The portal's API client: adds token, versions and idempotency keys, throws problems as `ApiError`, handles a
 * lost network and an ended session.
 */
export const api: Api = createApi({
  fetch: (...args) => fetch(...args),
  network,
  onPermissions: observePermissions,
  device: offerToDevice,
  wrote: notifyDevice,
  confirm: requireConfirmation,
  ...SESSION,
});

/** Returns the address of a file by its short-lived name. */
export const fileUrl = (name: string): string => `/file?file=${encodeURIComponent(name)}`;
export const downloadUrl = (name: string): string => `${fileUrl(name)}&scarica=1`;
