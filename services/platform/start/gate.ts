import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { SERVER_OPTIONS } from '../http/anonymous-limits.ts';
import { retryUntil } from './retry-until.ts';

/** HTTP server that listens before the portal is ready, so that a taken port is reported at once. */
export interface Gate {
  server: Server;
  /** Sets the sentence that clients read while the portal waits before opening; `null` restores the sentence of a normal start. */
  setWaiting(sentence: string | null): void;
  /** Passes all further requests to the portal. */
  open(app: RequestListener): void;
  /** Refuses new connections and answers pending requests until a timeout, then drops the remaining connections. */
  close(): Promise<void>;
}

const PORTAL_CLOSING_MS = 6000;
const REQUESTS_UNDER_WAY_MS = 5000;
/** Milliseconds without activity before closing, enough for a request in flight on a local network to arrive. */
const CALM_MS = 250;
/** Milliseconds without a new connection after which the accept queue counts as empty. Clients reconnect sooner than that. */
const QUIET_MS = 25;
/** Maximum milliseconds spent accepting queued connections while new ones keep arriving. */
const TAKING_MS = 500;

interface GateOptions {
  patienceMs?: number;
  underWayMs?: number;
  /** Headers of the responses that the gate sends itself. */
  headers?: ReadonlyMap<string, string>;
}

/** Opens the HTTP server on a port and returns its gate. Waits up to `patienceMs` milliseconds for the port while another portal closes. */
export async function listenOn(
  port: number,
  host: string,
  { patienceMs = PORTAL_CLOSING_MS, underWayMs = REQUESTS_UNDER_WAY_MS, headers = new Map() }: GateOptions = {},
): Promise<Gate> {
  let sentence = STARTING;
  let listener: RequestListener = (req, res) => notYet(sentence, headers, req, res);
  const requests = requestsUnderWay();
  const server = createServer(SERVER_OPTIONS, (req, res) => {
    requests.enter(res, () => void listener(req, res));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, headers));
  try {
    await retryUntil(() => listen(server, port, host), isTaken, { timeoutMs: patienceMs });
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new Error(`Port ${port} is taken by another program: stop it, or choose another port (PORT=${port + 1} make run)`, {
      cause: error,
    });
  }
  return {
    server,
    setWaiting: (reason) => void (sentence = reason ?? STARTING),
    open: (app) => (listener = app),
    close: () => close(server, requests, underWayMs),
  };
}

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

interface RequestsUnderWay {
  enter(res: ServerResponse, answer: () => void): void;
  /** Makes every connection close after its current or next response, and holds new requests until `goOn`. */
  last(): void;
  goOn(): void;
  /** Resolves after `ms` milliseconds without a request in progress. */
  calm(ms: number): Promise<void>;
}

function requestsUnderWay(): RequestsUnderWay {
  const openResponses = new Set<ServerResponse>();
  let ending = false;
  let heldRequests: (() => void)[] | null = null;
  let changed: () => void = () => undefined;
  return {
    enter(res, answer) {
      openResponses.add(res);
      if (ending) lastOf(res);
      changed();
      res.once('close', () => {
        openResponses.delete(res);
        changed();
      });
      if (heldRequests) heldRequests.push(answer);
      else answer();
    },
    goOn() {
      const waiting = heldRequests ?? [];
      heldRequests = null;
      for (const answer of waiting) answer();
    },
    last() {
      ending = true;
      heldRequests = [];
      for (const res of openResponses) lastOf(res);
    },
    calm: (ms) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        changed = () => {
          clearTimeout(timer);
          if (openResponses.size === 0) timer = setTimeout(resolve, ms);
        };
        changed();
      }),
  };
}

/** Closes the connection after this response, so that a polling browser cannot keep it in use while the server closes. */
function lastOf(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}

/**
 * Closes the server after answering every request that has arrived, also unread ones, since a client that is cut off cannot know whether
 * its request was executed. New connections are refused. Idle keep-alive connections are dropped at the end.
 */
async function close(server: Server, requests: RequestsUnderWay, underWayMs: number): Promise<void> {
  requests.last();
  // clients reconnect as soon as they have a response, so holding responses back lets the accept queue run empty
  await takeOver(server);
  // http.Server.close() drops connections with an unread request, so this calls net.Server's
  const serverClosed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  requests.goOn();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, underWayMs)));
  await Promise.race([requests.calm(CALM_MS), late]);
  clearTimeout(timer);
  server.closeAllConnections();
  await serverClosed;
}

/**
 * Accepts the connections queued in the kernel, which closing would reset. The event loop takes one in each turn. Ends after `QUIET_MS`
 * without a connection, since on a busy machine a single idle turn proves nothing.
 */
async function takeOver(server: Server): Promise<void> {
  const until = performance.now() + TAKING_MS;
  let came = true;
  const comes = (): void => void (came = true);
  server.on('connection', comes);
  while (came && performance.now() < until) {
    came = false;
    await pause(QUIET_MS);
    await immediate();
  }
  server.off('connection', comes);
}

const STARTING = 'Il portale si sta avviando: riprovare fra qualche secondo.';

/** Status lines for malformed requests, by Node's error code. */
const REFUSED: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers a malformed request with Node's own status, and with the headers of all other responses. */
function refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex, headers: ReadonlyMap<string, string>): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${REFUSED[code] ?? '400 Bad Request'}\r\n${lines}Content-Length: 0\r\nConnection: close\r\n\r\n`);
}

function notYet(sentence: string, headers: ReadonlyMap<string, string>, req: IncomingMessage, res: ServerResponse): void {
  const page = (req.headers.accept ?? '').includes('text/html');
  res.writeHead(503, {
    ...Object.fromEntries(headers),
    'Content-Type': page ? 'text/plain; charset=utf-8' : 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '2',
    // makes a browser reload the page until the portal is ready
    ...(page ? { Refresh: '2' } : {}),
  });
  res.end(page ? sentence : JSON.stringify({ type: 'about:blank', title: 'In avvio', status: 503, detail: sentence, message: sentence }));
}
