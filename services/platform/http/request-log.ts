import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/portal-metrics.ts';

/** Status for a client that closed the connection before the response was sent. */
const LEFT = 499;
/** Label for requests without a route: files of the web app and unknown paths. */
const NO_ROUTE = 'other';
/** Event of a response that stays open. The request is logged as answered when the stream begins. */
export const STREAM_BEGUN = 'stream-begun';

/**
 * Creates the middleware that logs and counts requests. Logs the route's pattern and never the URL, which can contain names of people.
 * Successful reads are logged at a lower level than writes; all requests are counted.
 */
export function recordRequests(log: Logger, metrics: Pick<Metrics, 'request'>): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const recordEnd = metrics.request(req.method);
    let told = false;
    const logEnd = (status: number): void => {
      if (told) return;
      told = true;
      const { percorso: route, correlationId } = res.locals as { percorso?: string; correlationId?: string };
      recordEnd(route ?? NO_ROUTE, status);
      if (route === undefined) return;
      const line = { method: req.method, route, status, ms: Math.round(performance.now() - start), correlationId };
      log[levelOf(req.method, status)](line, 'request');
    };
    res.once(STREAM_BEGUN, () => logEnd(res.statusCode));
    res.on('close', () => logEnd(res.writableFinished ? res.statusCode : LEFT));
    next();
  };
}

function levelOf(method: string, status: number): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn';
  return method === 'GET' || method === 'HEAD' ? 'debug' : 'info';
}
