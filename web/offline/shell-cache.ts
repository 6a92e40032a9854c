/** Id of the worker's build, derived from all its content, and the addresses of its files. */
export interface Shell {
  build: string;
  files: readonly string[];
}

/** Kind of content that the worker answers a request with; `null`: the worker ignores the request. */
export type Source = 'page' | 'asset' | 'file' | null;

export interface ShellDependencies {
  shell: Shell;
  origin: string;
  caches: CacheStorage;
  fetch: typeof fetch;
  /** Milliseconds to wait for a page from the network before the cached one is used. */
  patience?: number;
}

const PREFIX = 'strato-shell-';
const PAGE = '/index.html';
/** Number of earlier builds kept, because open pages may still load their files. */
const EARLIER = 2;
/** Number of files requested at a time, so that they do not delay the page's own requests. */
const AT_ONCE = 4;

/**
 * Caches the app: page, scripts, styles, fonts and icons of one build, all or none. Responses of the API and
 * archive files belong to one person and are never cached.
 */
export function createShellCache({ shell, origin, caches, fetch, patience = 4000 }: ShellDependencies) {
  const name = PREFIX + shell.build;
  const files = new Set(shell.files);

  const sourceFor = ({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>): Source => {
    const { origin: requestOrigin, pathname } = new URL(url);
    if (method !== 'GET' || requestOrigin !== origin || /^\/(api|file)(\/|$)/.test(pathname)) return null;
    if (mode === 'navigate') return 'page';
    if (pathname.startsWith('/assets/')) return 'asset';
    return files.has(pathname) ? 'file' : null;
  };
  const readCache = async (path: string): Promise<Response | undefined> => (await caches.open(name)).match(path, { ignoreVary: true });
  const orKept = async (request: Request, path: string): Promise<Response> => {
    const fresh = fetch(request).catch(() => undefined);
    const first = await Promise.race([
      fresh,
      new Promise<undefined>((resolve) => {
        setTimeout(resolve, patience, undefined);
      }),
    ]);
    if (first && first.status < 500) return first;
    return (await readCache(path)) ?? (await fresh) ?? Response.error();
  };
  const store = async (cache: Cache, path: string): Promise<void> => {
    // an asset's name contains the hash of its content: a copy from any build is the same file
    const hashed = path.startsWith('/assets/');
    const response =
      (hashed ? await caches.match(path, { ignoreVary: true }) : undefined) ?? (await fetch(path, hashed ? {} : { cache: 'reload' }));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    if (path === PAGE) assertOwn(await response.clone().text());
    await cache.put(path, response);
  };
  /** Throws if the page belongs to another build, as after a release between the two requests. */
  const assertOwn = (html: string): void => {
    const foreign = [...html.matchAll(/["'](\/assets\/[^"']+)["']/g)].find(([, path]) => !files.has(path!));
    if (foreign) throw new Error(`${PAGE} is of another build: ${foreign[1]}`);
  };

  return {
    sourceFor,
    async install(): Promise<void> {
      const cache = await caches.open(name);
      try {
        for (let i = 0; i < shell.files.length; i += AT_ONCE)
          await Promise.all(shell.files.slice(i, i + AT_ONCE).map((path) => store(cache, path)));
      } catch (error) {
        await caches.delete(name);
        throw error;
      }
    },
    async answer(source: Exclude<Source, null>, request: Request): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (source === 'asset') return (await caches.match(pathname, { ignoreVary: true })) ?? fetch(request);
      return orKept(request, source === 'page' ? PAGE : pathname);
    },
    /** Deletes the caches of old builds, except the latest ones, whose pages may still be open. */
    async tidy(): Promise<void> {
      const others = (await caches.keys()).filter((other) => other.startsWith(PREFIX) && other !== name);
      await Promise.all(others.slice(0, Math.max(0, others.length - EARLIER)).map((other) => caches.delete(other)));
    },
  };
}
