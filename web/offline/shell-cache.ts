/** The build this worker belongs to: an id of all its content, and the addresses of its files. */
export interface Shell {
  build: string;
  files: readonly string[];
}

/** What the worker does with a request: nothing, or from where it answers. */
export type Source = 'page' | 'asset' | 'file' | null;

export interface ShellDependencies {
  shell: Shell;
  origin: string;
  caches: CacheStorage;
  fetch: typeof fetch;
  /** Milliseconds after which a page that the network owes is taken from the device. */
  patience?: number;
}

const PREFIX = 'strato-shell-';
const PAGE = '/index.html';
/** Earlier builds that pages still open may be asking for pieces of. */
const EARLIER = 2;
/** Files asked for at a time, so that the page's own calls are not in the queue behind them. */
const AT_ONCE = 4;

/**
 * The app on the device: page, scripts, styles, fonts and icons of one build, whole or not at all.
 * Answers of the API and files of the archive are one person's own and never come near a cache.
 */
export function createShellCache({ shell, origin, caches, fetch, patience = 4000 }: ShellDependencies) {
  const name = PREFIX + shell.build;
  const files = new Set(shell.files);

  const sourceFor = ({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>): Source => {
    const { origin: asked, pathname } = new URL(url);
    if (method !== 'GET' || asked !== origin || /^\/(api|file)(\/|$)/.test(pathname)) return null;
    if (mode === 'navigate') return 'page';
    if (pathname.startsWith('/assets/')) return 'asset';
    return files.has(pathname) ? 'file' : null;
  };
  const kept = async (path: string): Promise<Response | undefined> => (await caches.open(name)).match(path, { ignoreVary: true });
  const orKept = async (request: Request, path: string): Promise<Response> => {
    const fresh = fetch(request).catch(() => undefined);
    const first = await Promise.race([
      fresh,
      new Promise<undefined>((resolve) => {
        setTimeout(resolve, patience, undefined);
      }),
    ]);
    if (first && first.status < 500) return first;
    return (await kept(path)) ?? (await fresh) ?? Response.error();
  };
  const store = async (cache: Cache, path: string): Promise<void> => {
    // the name of an asset tells its content: what is there already, in any build, is that very file
    const hashed = path.startsWith('/assets/');
    const response =
      (hashed ? await caches.match(path, { ignoreVary: true }) : undefined) ?? (await fetch(path, hashed ? {} : { cache: 'reload' }));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    if (path === PAGE) assertOwn(await response.clone().text());
    await cache.put(path, response);
  };
  /** Between the worker and the page a release may have come: a page of another build must not be kept with these files. */
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
    /** Pages of earlier builds may be open and want their pieces: the last ones stay. */
    async tidy(): Promise<void> {
      const others = (await caches.keys()).filter((other) => other.startsWith(PREFIX) && other !== name);
      await Promise.all(others.slice(0, Math.max(0, others.length - EARLIER)).map((other) => caches.delete(other)));
    },
  };
}
