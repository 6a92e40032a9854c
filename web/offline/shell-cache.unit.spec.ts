import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createShellCache, type Source } from './shell-cache.ts';

const ORIGIN = 'https://strato.test';
const FILES = ['/assets/index-A1.js', '/assets/index-A1.css', '/index.html', '/tema.js'];
const PAGE = '<script src="/tema.js"></script><script type="module" src="/assets/index-A1.js"></script>';

/** The browser's caches, as far as they are used. */
function device() {
  const all = new Map<string, Map<string, Response>>();
  const cacheOf = (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    return {
      match: async (path: string) => kept.get(path)?.clone(),
      put: async (path: string, response: Response) => {
        kept.set(path, response);
      },
    };
  };
  const caches = {
    open: async (name: string) => cacheOf(name),
    match: async (path: string) =>
      [...all.values()]
        .map((kept) => kept.get(path))
        .find(Boolean)
        ?.clone(),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  };
  return { all, caches: caches as unknown as CacheStorage };
}

let portal: Record<string, string | number>;
const fetched = vi.fn(async (input: string | Request, _init?: RequestInit): Promise<Response> => {
  const path = typeof input === 'string' ? input : new URL(input.url).pathname;
  const answer = portal[path];
  if (answer === undefined) throw new TypeError('no network');
  return typeof answer === 'number' ? new Response('', { status: answer }) : new Response(answer);
});
const worker = (caches: CacheStorage, build = 'A', files = FILES) =>
  createShellCache({ shell: { build, files }, origin: ORIGIN, caches, fetch: fetched as unknown as typeof fetch, patience: 5 });
const ask = (path: string, mode: RequestMode = 'same-origin', method = 'GET') => ({ url: new URL(path, ORIGIN).href, mode, method });
const request = (path: string) => ask(path) as Request;
const text = async (answer: Promise<Response>) => (await answer).text();

beforeEach(() => {
  fetched.mockClear();
  portal = { '/index.html': PAGE, '/tema.js': 'tema', '/assets/index-A1.js': 'app', '/assets/index-A1.css': 'css' };
});

describe('di che cosa si occupa', () => {
  it.each<[string, ReturnType<typeof ask>, Source]>([
    ['la pagina di ogni schermata', ask('/home/macchinari?cerca=x', 'navigate'), 'page'],
    ['i pezzi dell’applicazione', ask('/assets/index-A1.js'), 'asset'],
    ['anche di un’altra versione', ask('/assets/Home-Z9.js'), 'asset'],
    ['i file della versione', ask('/tema.js'), 'file'],
    ['mai le chiamate', ask('/api/macchinari'), null],
    ['nemmeno aperte come pagina', ask('/api/docs', 'navigate'), null],
    ['mai i file dell’archivio', ask('/file?file=x', 'navigate'), null],
    ['mai una scrittura', ask('/home', 'same-origin', 'POST'), null],
    ['mai un altro sito', { url: 'https://altrove.test/assets/x.js', mode: 'cors', method: 'GET' }, null],
    ['non sé stesso', ask('/sw.js'), null],
  ])('%s', (_, asked, source) => {
    expect(worker(device().caches).sourceFor(asked)).toBe(source);
  });
});

describe('ciò che tiene', () => {
  it('è la versione intera; ciò che ha già, in qualunque versione, non lo scarica di nuovo', async () => {
    const { all, caches } = device();
    await worker(caches).install();
    expect([...all.get('strato-shell-A')!.keys()].toSorted()).toEqual(FILES.toSorted());
    fetched.mockClear();
    await worker(caches, 'B', FILES).install();
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/index.html', '/tema.js']);
  });

  it('ciò che non ha il contenuto nel nome lo chiede al portale, non alla memoria del browser, che può averne uno vecchio', async () => {
    await worker(device().caches).install();
    const how = Object.fromEntries(fetched.mock.calls.map(([path, init]) => [path, init?.cache]));
    expect(how).toEqual({
      '/index.html': 'reload',
      '/tema.js': 'reload',
      '/assets/index-A1.js': undefined,
      '/assets/index-A1.css': undefined,
    });
  });

  it('niente, quando ne manca un pezzo: la versione di prima resta', async () => {
    const { all, caches } = device();
    await worker(caches).install();
    portal['/assets/Home-B2.js'] = 404;
    await expect(worker(caches, 'B', [...FILES, '/assets/Home-B2.js']).install()).rejects.toThrow('/assets/Home-B2.js');
    expect([...all.keys()]).toEqual(['strato-shell-A']);
  });

  it('niente, quando la pagina è già di una versione dopo: i pezzi di due non si mescolano', async () => {
    const { all, caches } = device();
    portal['/index.html'] = PAGE.replace('index-A1', 'index-C3');
    await expect(worker(caches).install()).rejects.toThrow('another build');
    expect([...all.keys()]).toEqual([]);
  });

  it('le due versioni di prima, di cui qualche pagina può essere aperta, e nulla d’altri', async () => {
    const { all, caches } = device();
    for (const name of ['altro', 'strato-shell-1', 'strato-shell-2', 'strato-shell-A', 'strato-shell-3']) await caches.open(name);
    await worker(caches).tidy();
    expect([...all.keys()]).toEqual(['altro', 'strato-shell-2', 'strato-shell-A', 'strato-shell-3']);
  });
});

describe('da dove risponde', () => {
  it('la pagina dalla rete, finché risponde; altrimenti quella tenuta', async () => {
    const { caches } = device();
    const shell = worker(caches);
    await shell.install();
    portal['/home'] = 'nuova';
    expect(await text(shell.answer('page', request('/home')))).toBe('nuova');
    delete portal['/home'];
    expect(await text(shell.answer('page', request('/home')))).toBe(PAGE);
    // a proxy that answers for a portal that is down
    portal['/home'] = 502;
    expect(await text(shell.answer('page', request('/home')))).toBe(PAGE);
  });

  it.each([
    [404, false],
    [499, false],
    [500, true],
    [503, true],
  ])('la risposta %i del portale è una risposta, salvo che sia un guasto', async (status, fromDevice) => {
    const { caches } = device();
    const shell = worker(caches);
    await shell.install();
    portal['/home'] = status;
    const answer = await shell.answer('page', request('/home'));
    expect([answer.status, await answer.text()]).toEqual(fromDevice ? [200, PAGE] : [status, '']);
  });

  it('una rete che non dice né sì né no non tiene ferma la pagina', async () => {
    const { caches } = device();
    const shell = worker(caches);
    await shell.install();
    fetched.mockImplementationOnce(() => new Promise(() => {}));
    expect(await text(shell.answer('page', request('/home')))).toBe(PAGE);
  });

  it('i pezzi dal dispositivo, anche quelli di prima che il portale non ha più; gli altri dalla rete', async () => {
    const { caches } = device();
    await worker(caches).install();
    portal = { '/index.html': PAGE.replaceAll('A1', 'B2'), '/assets/index-B2.js': 'app nuova' };
    const shell = worker(caches, 'B', ['/assets/index-B2.js', '/index.html']);
    await shell.install();
    await shell.tidy();
    expect(await text(shell.answer('asset', request('/assets/index-A1.js')))).toBe('app');
    portal['/assets/altro.js'] = 'altro';
    expect(await text(shell.answer('asset', request('/assets/altro.js')))).toBe('altro');
    await expect(shell.answer('asset', request('/assets/manca.js'))).rejects.toThrow('no network');
  });

  it('senza rete e senza niente sul dispositivo è un errore di rete, come sempre', async () => {
    expect((await worker(device().caches).answer('page', request('/home'))).type).toBe('error');
  });
});
