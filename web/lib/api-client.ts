import { createApi, type Api } from './create-api.ts';
import { createNetwork } from './network.ts';
import { richiediRiaccesso, sessione } from './session.ts';
import { upload, type UploadOptions } from './upload.ts';

export { ApiError, messaggioDi } from './api-error.ts';

const TOKEN = { token: () => sessione()?.token ?? null, signInAgain: richiediRiaccesso };

export const network = createNetwork(() => fetch('/api/salute', { cache: 'no-store' }));

/** The portal's calls: token, versions, idempotency keys, problems as `ApiError`, lost network, ended session. */
export const api: Api & { upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T> } = {
  ...createApi({ fetch: (...args) => fetch(...args), network, ...TOKEN }),
  upload: (path, form, options) => upload(TOKEN, path, form, options),
};

/** Where a short-lived file name is opened. */
export const urlFile = (name: string, scarica = false): string => `/file?file=${encodeURIComponent(name)}${scarica ? '&scarica=1' : ''}`;
