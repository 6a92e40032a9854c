import { createApi, type Api } from './create-api.ts';
import { createNetwork } from './network.ts';
import { requireRiaccesso, session } from './session.ts';
import { upload, type UploadOptions } from './upload.ts';

export { ApiError, messageOf } from './api-error.ts';

const TOKEN = { token: () => session()?.token ?? null, signInAgain: requireRiaccesso };

export const network = createNetwork(() => fetch('/api/salute', { cache: 'no-store' }));

/** The portal's calls: token, versions, idempotency keys, problems as `ApiError`, lost network, ended session. */
export const api: Api & { upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T> } = {
  ...createApi({ fetch: (...args) => fetch(...args), network, ...TOKEN }),
  upload: (path, form, options) => upload(TOKEN, path, form, options),
};

/** Where a short-lived file name is opened. */
export const urlFile = (name: string, download = false): string => `/file?file=${encodeURIComponent(name)}${download ? '&scarica=1' : ''}`;
