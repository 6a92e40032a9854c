import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { patiently } from './environment.ts';

/** The listening socket: open before the portal is, so that a taken port is known at once. */
export interface Portone {
  /** From now on requests go to the portal. */
  apri(app: RequestListener): void;
  /** Refuses new requests, lets those under way finish for a while, then drops them. */
  chiudi(): Promise<void>;
}

const PORTALE_CHE_CHIUDE_MS = 6000;
const RICHIESTE_IN_CORSO_MS = 5000;

export async function ascoltaSu(porta: number, host: string, { pazienzaMs = PORTALE_CHE_CHIUDE_MS, inCorsoMs = RICHIESTE_IN_CORSO_MS } = {}): Promise<Portone> {
  let listener: RequestListener = starting;
  const corso = requestsUnderWay();
  const server = createServer((req, res) => {
    corso.entra(res);
    void listener(req, res);
  });
  try {
    await patiently(() => listen(server, porta, host), isTaken, pazienzaMs);
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new Error(`La porta ${porta} è già occupata da un altro programma: fermarlo, o scegliere un'altra porta (PORT=${porta + 1} make run)`, { cause: error });
  }
  return {
    apri: (app) => (listener = app),
    chiudi: () => close(server, corso, inCorsoMs),
  };
}

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

function listen(server: Server, porta: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(porta, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

interface InCorso {
  entra(res: ServerResponse): void;
  /** Resolves when no request is being answered. */
  finite(): Promise<void>;
}

function requestsUnderWay(): InCorso {
  let open = 0;
  let done: (() => void) | undefined;
  return {
    entra(res) {
      open += 1;
      res.once('close', () => {
        open -= 1;
        if (open === 0) done?.();
      });
    },
    finite: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => (done = resolve))),
  };
}

/**
 * A browser also keeps connections on which it has asked nothing yet: they count as active for Node,
 * and would hold the door open for nobody.
 */
async function close(server: Server, corso: InCorso, inCorsoMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, inCorsoMs)));
  await Promise.race([corso.finite(), late]);
  clearTimeout(timer);
  server.closeAllConnections();
  await closed;
}

const FRASE = 'Il portale si sta avviando: riprovare fra qualche secondo.';

const starting: RequestListener = (req, res) => {
  const page = (req.headers.accept ?? '').includes('text/html');
  res.writeHead(503, {
    'Content-Type': page ? 'text/plain; charset=utf-8' : 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '2',
    // a browser that came too early looks again by itself
    ...(page ? { Refresh: '2' } : {}),
  });
  res.end(page ? FRASE : JSON.stringify({ type: 'about:blank', title: 'In avvio', status: 503, detail: FRASE, message: FRASE }));
};
