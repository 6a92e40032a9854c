import type { Problem } from '#contracts/core/errors.ts';
import { ApiError, NetworkError } from './api-error.ts';
import type { Call, Reach, DeviceAnswer } from './device.ts';
import { newKey } from './idempotency.ts';
import type { Network } from './network.ts';
import { SILENT, withHealthCheck } from './health-check.ts';

export type Query = Record<string, string | number | boolean | null | undefined>;

export interface ReadOptions {
  query?: Query | undefined;
  signal?: AbortSignal | undefined;
  /** Media type of the expected response; default JSON. */
  accept?: string | undefined;
  /** Sends no token; a 401 is then handled like any other error. */
  anonymous?: boolean | undefined;
}

export interface WriteOptions extends ReadOptions {
  /** The version of the record as it was read; sent as the header `If-Match`. */
  ifMatch?: number | undefined;
  /** Key of one action of the user; a repeated key never writes twice. Generated if absent. */
  idempotencyKey?: string | undefined;
  /** Id that several calls of one action share: the history shows them as one row. */
  correlationId?: string | undefined;
  /** False: throws `NetworkError` at once when no response comes, because the caller itself waits for the network. */
  waits?: boolean | undefined;
}

export interface ApiDependencies {
  fetch: typeof fetch;
  token(): string | null;
  /** Called when the session of `token` has ended; resolves to true once the person has signed in again. */
  signInAgain(token: string): Promise<boolean>;
  /** Asks for password or code, for a call that needs them anew; resolves to whether the person confirmed. */
  confirm?(): Promise<boolean>;
  network: Network;
  /** Called with the permissions named in a response's header. */
  onPermissions?(permissions: string | null): void;
  /** Milliseconds without a response after which a health check is sent to the portal. */
  patience?: number;
  /** Lets the device answer a call or rewrite it; `null`: the call is sent unchanged. */
  device?(call: Call, portal: Reach): Promise<DeviceAnswer | null> | null;
  /** Called when a write is recorded but the read tables do not contain it yet. */
  onLateAnswer?(): void;
  /** Called after a write got a response. */
  wrote?(path: string, body: unknown, answer: unknown): Promise<void>;
}

export interface Api {
  get<T>(path: string, options?: ReadOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: WriteOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: WriteOptions): Promise<T>;
  del<T>(path: string, body?: unknown, options?: WriteOptions): Promise<T>;
  /** Returns the response's content, for downloads that need the token. */
  blob(path: string, options?: ReadOptions): Promise<Blob>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export function createApi(dependencies: ApiDependencies): Api {
  const write =
    (method: Method) =>
    async <T>(path: string, body?: unknown, options: WriteOptions = {}) => {
      const answer = await readJson(await send(dependencies, method, path, { ...options, body }));
      await dependencies.wrote?.(path, body, answer);
      return answer as T;
    };
  return {
    get: async <T>(path: string, options: ReadOptions = {}) => readJson(await send(dependencies, 'GET', path, options)) as Promise<T>,
    post: write('POST'),
    put: write('PUT'),
    del: write('DELETE'),
    blob: async (path, options = {}) => (await send(dependencies, 'GET', path, options)).body,
  };
}

export function urlOf(path: string, query: Query = {}): string {
  const parameters = Object.entries(query).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== null && entry[1] !== undefined && entry[1] !== '',
  );
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path;
}

/** Response header that tells whether the read tables contain the write that is answered. */
export const PROJECTION_HEADER = 'X-Proiezione';

/** Tells whether a response, by its `PROJECTION_HEADER`, came before the read tables contained the write. */
export const isLate = (header: string | null): boolean => header === 'in-ritardo';

/** A response read to the end; one whose connection fails midway counts as no response. */
interface Answer {
  status: number;
  headers: Headers;
  body: Blob;
}

const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: await response.blob(),
});

/** Options of a call that reads, although it is sent as POST: without a network it fails like other reads, and is no change that waits. */
export const READS = { waits: false } as const satisfies WriteOptions;

/** Sends a call until there is a response. A write waits for a lost network and for a new login. */
async function send(
  dependencies: ApiDependencies,
  method: Method,
  path: string,
  options: WriteOptions & { body?: unknown },
): Promise<Answer> {
  const { network, patience } = dependencies;
  const key = method === 'GET' ? null : (options.idempotencyKey ?? newKey());
  const call = { method, url: urlOf(path, options.query), body: options.body, key, version: options.ifMatch };
  let repeated = false;
  for (;;) {
    const deviceAnswer = await dependencies.device?.(call, network.state().online ? 'there' : 'away');
    if (deviceAnswer?.answer) return readAnswer(deviceAnswer.answer);
    const { url, body } = deviceAnswer?.call ?? call;
    const token = options.anonymous ? null : dependencies.token();
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
    const request = dependencies
      .fetch(url, init(method, { ...options, body, signal }, token, key))
      .then(readAnswer)
      .catch((error: unknown) => {
        if (options.signal?.aborted) throw error;
        return null;
      });
    let answer = await withHealthCheck(request, { network, patience });
    if (answer === SILENT || answer === null) {
      network.lost();
      const silentAnswer = await dependencies.device?.(call, 'silent');
      if (silentAnswer?.answer) {
        stop.abort();
        return readAnswer(silentAnswer.answer);
      }
      // the device has no answer of its own: a silent call is awaited further, a failed one is not
      answer = answer === SILENT ? await request : null;
    }
    if (answer === null) {
      network.lost();
      const waits = method !== 'GET' && !options.anonymous && options.waits !== false;
      if (!waits || !(await network.waitForIt(options.signal))) throw new NetworkError();
      continue;
    }
    network.reached(token === null ? undefined : answer.headers.get('X-Dati-Al'));
    if (token !== null) dependencies.onPermissions?.(answer.headers.get('X-Permessi'));
    if (isLate(answer.headers.get(PROJECTION_HEADER))) dependencies.onLateAnswer?.();
    if (answer.status < 300) return answer;
    if (answer.status === 401 && token !== null && (await dependencies.signInAgain(token))) continue;
    const error = await errorOf({ status: answer.status, headers: answer.headers, text: () => answer.body.text() });
    if (error.problem.type === CONFIRMATION_ASKED && (await dependencies.confirm?.())) continue;
    // the same key is the same command: the portal records it once, whether or not the first request arrived
    if (error.problem.type !== OUTCOME_UNKNOWN || repeated) throw error;
    repeated = true;
    await pause((error.retryAfter ?? 0) * 1000, options.signal);
  }
}

const CONFIRMATION_ASKED = '/problemi/conferma-richiesta';
const OUTCOME_UNKNOWN = '/problemi/esito-incerto';

/** Resolves after `ms`; rejects with `AbortError` when `signal` aborts. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('given up', 'AbortError'));
    });
  });
}

function init(method: Method, options: WriteOptions & { body?: unknown }, token: string | null, key: string | null): RequestInit {
  const headers: Record<string, string> = { Accept: options.accept ?? 'application/json' };
  if (token !== null) headers['Authorization'] = `Bearer ${token}`;
  if (key !== null) headers['Idempotency-Key'] = key;
  if (options.correlationId !== undefined) headers['X-Correlation-Id'] = options.correlationId;
  if (options.ifMatch !== undefined) headers['If-Match'] = `"${options.ifMatch}"`;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  return { method, headers, body: options.body === undefined ? null : JSON.stringify(options.body), signal: options.signal ?? null };
}

async function readJson({ body }: Answer): Promise<unknown> {
  const text = await body.text();
  return text === '' ? undefined : JSON.parse(text);
}

export async function errorOf(response: Pick<Response, 'status' | 'headers' | 'text'>): Promise<ApiError> {
  const retry = Number(response.headers.get('Retry-After'));
  return new ApiError(response.status, problemIn(await response.text().catch(() => '')), retry > 0 ? retry : null);
}

export function problemIn(text: string): Partial<Problem> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
