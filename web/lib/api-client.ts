import type { SessionAnswer } from '#contracts/modules/accesso.ts';
import { createApi, type Api } from './create-api.ts';
import { takenByDevice, toldDevice } from './device.ts';
import { createNetwork } from './network.ts';
import { watchPermissions } from './permissions-watch.ts';
import { requireRiaccesso, session, updateSession } from './session.ts';
import { PATIENCE } from './silence.ts';

export { ApiError, messageOf } from './api-error.ts';

/** The token of who is signed in, and what to do when it is no good any more. */
export const SESSION = { token: () => session()?.token ?? null, signInAgain: requireRiaccesso };

export const network = createNetwork(() => fetch('/api/salute', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }));

/** Rights that an administrator changed count in a page that is open. */
const seen = watchPermissions(() => {
  void api.get<{ data: [SessionAnswer] }>('/api/sessione').then(
    ({ data }) => updateSession(data[0]),
    () => {},
  );
});

/** The portal's calls: token, versions, idempotency keys, problems as `ApiError`, lost network, ended session. */
export const api: Api = createApi({
  fetch: (...args) => fetch(...args),
  network,
  seen,
  device: takenByDevice,
  wrote: toldDevice,
  ...SESSION,
});

/** Where a short-lived file name is opened. */
export const urlFile = (name: string, download = false): string => `/file?file=${encodeURIComponent(name)}${download ? '&scarica=1' : ''}`;
