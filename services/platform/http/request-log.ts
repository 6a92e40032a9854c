import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Figures } from '../metrics/figures.ts';

/** The client went away before its answer had left. */
const LEFT = 499;
/** Addresses of no route: the files of the web app, and what is unknown. */
const NO_ROUTE = 'other';
/** Event of a response whose body stays open: the request is told of as answered once the stream has begun. */
export const STREAM_BEGUN = 'stream-begun';

/**
 * One line a request: the route as it is written in the code, never the address, which can name people.
 * What writes is told of always, what reads only where everything is asked for. Counted are all of them.
 */
export function recordRequests(log: Logger, figures: Pick<Figures, 'request'>): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const ended = figures.request(req.method);
    let told = false;
    const tell = (status: number): void => {
      if (told) return;
      told = true;
      const { percorso: route, correlationId } = res.locals as { percorso?: string; correlationId?: string };
      ended(route ?? NO_ROUTE, status);
      if (route === undefined) return;
      const line = { method: req.method, route, status, ms: Math.round(performance.now() - start), correlationId };
      log[levelOf(req.method, status)](line, 'request');
    };
    res.once(STREAM_BEGUN, () => tell(res.statusCode));
    res.on('close', () => tell(res.writableFinished ? res.statusCode : LEFT));
    next();
  };
}

function levelOf(method: string, status: number): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn';
  return method === 'GET' || method === 'HEAD' ? 'debug' : 'info';
}
