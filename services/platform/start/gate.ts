import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { SERVER_OPTIONS } from '../http/strangers.ts';
import { patiently } from './patience.ts';

/** The listening socket: open before the portal is, so that a taken port is known at once. */
export interface Gate {
  server: Server;
  /** Sets the answer while the portal waits before opening; `null` for the plain start. */
  waiting(sentence: string | null): void;
  /** From now on requests go to the portal. */
  open(app: RequestListener): void;
  /** Refuses new connections, answers what had come, for a while; then drops what is left. */
  close(): Promise<void>;
}

const PORTAL_CLOSING_MS = 6000;
const REQUESTS_UNDER_WAY_MS = 5000;
/** Time in which requests sent before arrive, between two machines of a firm. */
const CALM_MS = 250;
/** Whoever has an answer and knocks again has done so by then. */
const QUIET_MS = 25;
/** At most, while people keep knocking. */
const TAKING_MS = 500;

interface GateOptions {
  patienceMs?: number;
  underWayMs?: number;
  /** Of the answers that the gate gives itself. */
  headers?: ReadonlyMap<string, string>;
}

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
    await patiently(() => listen(server, port, host), isTaken, { timeoutMs: patienceMs });
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new Error(`Port ${port} is taken by another program: stop it, or choose another port (PORT=${port + 1} make run)`, {
      cause: error,
    });
  }
  return {
    server,
    waiting: (reason) => void (sentence = reason ?? STARTING),
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
  /** From now on a connection ends with the answer that is under way on it, or comes next; what is asked anew waits for `goOn`. */
  last(): void;
  goOn(): void;
  /** Resolves when for `ms` nothing was asked and nothing is being answered. */
  calm(ms: number): Promise<void>;
}

function requestsUnderWay(): RequestsUnderWay {
  const open = new Set<ServerResponse>();
  let ending = false;
  let held: (() => void)[] | null = null;
  let changed: () => void = () => undefined;
  return {
    enter(res, answer) {
      open.add(res);
      if (ending) lastOf(res);
      changed();
      res.once('close', () => {
        open.delete(res);
        changed();
      });
      if (held) held.push(answer);
      else answer();
    },
    goOn() {
      const waiting = held ?? [];
      held = null;
      for (const answer of waiting) answer();
    },
    last() {
      ending = true;
      held = [];
      for (const res of open) lastOf(res);
    },
    calm: (ms) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        changed = () => {
          clearTimeout(timer);
          if (open.size === 0) timer = setTimeout(resolve, ms);
        };
        changed();
      }),
  };
}

/** Otherwise a browser that asks again and again would be answered until the door is shut on everybody. */
function lastOf(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}

/**
 * First nobody new is let in: who knocks is refused, and knows. What had come by then, be it still
 * unread, is read and answered: cut off, its sender could not tell whether it was done. Connections on
 * which nothing is asked then are a browser's that keeps them: they would hold the door open for nobody.
 */
async function close(server: Server, requests: RequestsUnderWay, underWayMs: number): Promise<void> {
  requests.last();
  // whoever has an answer knocks again at once: while nobody new is answered, those who knock come to an end
  await takeOver(server);
  // the server's own way of closing cuts off whoever has asked and was not read
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  requests.goOn();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, underWayMs)));
  await Promise.race([requests.calm(CALM_MS), late]);
  clearTimeout(timer);
  server.closeAllConnections();
  await closed;
}

/**
 * The system lets in whoever knocks, and hands over one in each turn: those who wait are taken, or closing would cut
 * them off. Nobody has knocked for a while before it is closed: on a busy machine one turn of quiet says little.
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

/** Requests that are none, with their status. */
const REFUSED: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what Node could not read as a request, as Node does, with the headers of every other answer. */
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
    // a browser that came too early looks again by itself
    ...(page ? { Refresh: '2' } : {}),
  });
  res.end(page ? sentence : JSON.stringify({ type: 'about:blank', title: 'In avvio', status: 503, detail: sentence, message: sentence }));
}
