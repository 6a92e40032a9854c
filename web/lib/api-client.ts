import type { SessionAnswer } from '#contracts/modules/accesso.ts';
import { createApi, type Api } from './create-api.ts';
import { NetworkError } from './api-error.ts';
import { takenByDevice, toldDevice } from './device.ts';
import { newKey } from './idempotency.ts';
import { createNetwork } from './network.ts';
import { watchPermissions } from './permissions-watch.ts';
import { requireRiaccesso, session, updateSession } from './session.ts';
import { upload, type UploadOptions } from './upload.ts';

export { ApiError, messageOf } from './api-error.ts';

const TOKEN = { token: () => session()?.token ?? null, signInAgain: requireRiaccesso };

export const network = createNetwork(() => fetch('/api/salute', { cache: 'no-store' }));

/** Rights that an administrator changed count in a page that is open. */
const seen = watchPermissions(() => {
  void api.get<{ data: [SessionAnswer] }>('/api/sessione').then(
    ({ data }) => updateSession(data[0]),
    () => {},
  );
});

/** The portal's calls: token, versions, idempotency keys, problems as `ApiError`, lost network, ended session. */
export const api: Api & { upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T> } = {
  ...createApi({ fetch: (...args) => fetch(...args), network, seen, device: takenByDevice, wrote: toldDevice, ...TOKEN }),
  async upload<T>(path: string, form: FormData, options: UploadOptions = {}) {
    const key = options.idempotencyKey ?? newKey();
    const onDevice = async (lost: boolean) =>
      (await takenByDevice({ method: 'POST', url: path, body: form, key, version: options.ifMatch }, lost))?.answer?.json() as Promise<T>;
    return (
      (await onDevice(!network.state().online)) ??
      upload<T>(TOKEN, path, form, { ...options, idempotencyKey: key }).catch(async (error: unknown) => {
        const kept = error instanceof NetworkError ? await onDevice(true) : undefined;
        if (kept === undefined) throw error;
        network.lost();
        return kept;
      })
    );
  },
};

/** Where a short-lived file name is opened. */
export const urlFile = (name: string, download = false): string => `/file?file=${encodeURIComponent(name)}${download ? '&scarica=1' : ''}`;
