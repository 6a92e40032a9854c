import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { patiently } from './environment.ts';

/** The listening socket: open before the portal is, so that a taken port is known at once. */
export interface Gate {
  server: Server;
  /** From now on requests go to the portal. */
  open(app: RequestListener): void;
  /** Refuses new requests, lets those under way finish for a while, then drops them. */
  close(): Promise<void>;
}

const PORTAL_CLOSING_MS = 6000;
const REQUESTS_UNDER_WAY_MS = 5000;

export async function listenOn(
  port: number,
  host: string,
  { pazienzaMs: patienceMs = PORTAL_CLOSING_MS, inCorsoMs = REQUESTS_UNDER_WAY_MS } = {},
): Promise<Gate> {
  let listener: RequestListener = starting;
  const corso = requestsUnderWay();
  const server = createServer((req, res) => {
    corso.enter(res);
    void listener(req, res);
  });
  try {
    await patiently(() => listen(server, port, host), isTaken, patienceMs);
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new Error(
      `La porta ${port} è già occupata da un altro programma: fermarlo, o scegliere un'altra porta (PORT=${port + 1} make run)`,
      { cause: error },
    );
  }
  return {
    server,
    open: (app) => (listener = app),
    close: () => close(server, corso, inCorsoMs),
  };
}

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

interface InCorso {
  enter(res: ServerResponse): void;
  /** From now on a connection ends with the answer that is under way on it. Resolves when no request is being answered. */
  done(): Promise<void>;
}

function requestsUnderWay(): InCorso {
  const open = new Set<ServerResponse>();
  let done: (() => void) | undefined;
  return {
    enter(res) {
      open.add(res);
      if (done) lastOf(res);
      res.once('close', () => {
        open.delete(res);
        if (open.size === 0) done?.();
      });
    },
    async done() {
      const { promise, resolve } = Promise.withResolvers<void>();
      done = resolve;
      for (const res of open) lastOf(res);
      if (open.size > 0) await promise;
    },
  };
}

/** Otherwise a browser that asks again and again would be answered until the door is shut on everybody. */
function lastOf(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
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
  await Promise.race([corso.done(), late]);
  clearTimeout(timer);
  server.closeAllConnections();
  await closed;
}

const SENTENCE = 'Il portale si sta avviando: riprovare fra qualche secondo.';

const starting: RequestListener = (req, res) => {
  const page = (req.headers.accept ?? '').includes('text/html');
  res.writeHead(503, {
    'Content-Type': page ? 'text/plain; charset=utf-8' : 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '2',
    // a browser that came too early looks again by itself
    ...(page ? { Refresh: '2' } : {}),
  });
  res.end(page ? SENTENCE : JSON.stringify({ type: 'about:blank', title: 'In avvio', status: 503, detail: SENTENCE, message: SENTENCE }));
};
