import { ApiError, NetworkError } from './api-error.ts';
import { isLate, problemIn, PROJECTION_HEADER } from './create-api.ts';
import { newKey } from './idempotency.ts';

export interface UploadOptions {
  /** Called with the bytes sent so far and the total. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
  ifMatch?: number;
  /** Idempotency key: a repeated key never writes twice. Generated if absent. */
  idempotencyKey?: string;
}

interface UploadDependencies {
  token(): string | null;
  signInAgain(token: string): Promise<boolean>;
  /** Called when the upload is recorded but the read tables do not contain it yet. */
  onLateAnswer?(): void;
}

/** Uploads a form with files. Uses XMLHttpRequest, because fetch reports no upload progress. */
export async function upload<T>(dependencies: UploadDependencies, path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  const key = options.idempotencyKey ?? newKey();
  for (;;) {
    const token = dependencies.token();
    const request = await once(path, form, token, { ...options, idempotencyKey: key });
    if (isLate(request.getResponseHeader(PROJECTION_HEADER))) dependencies.onLateAnswer?.();
    if (request.status >= 200 && request.status < 300) return JSON.parse(request.responseText || 'null') as T;
    if (request.status === 401 && token !== null && (await dependencies.signInAgain(token))) continue;
    throw new ApiError(request.status, problemIn(request.responseText));
  }
}

function once(
  path: string,
  form: FormData,
  token: string | null,
  { idempotencyKey, onProgress, signal, ifMatch }: UploadOptions & { idempotencyKey: string },
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    if (ifMatch !== undefined) request.setRequestHeader('If-Match', `"${ifMatch}"`);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total);
    request.onload = () => resolve(request);
    request.onerror = () => reject(new NetworkError());
    request.onabort = () => reject(new DOMException('Caricamento annullato', 'AbortError'));
    if (signal?.aborted) return reject(new DOMException('Caricamento annullato', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
