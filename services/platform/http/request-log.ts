import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** One line a request: the route as it is written in the code, never the address, which can name people. */
export function recordRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    res.on('finish', () => {
      const { percorso, correlationId } = res.locals as { percorso?: string; correlationId?: string };
      if (percorso === undefined) return;
      const row = { metodo: req.method, percorso, stato: res.statusCode, ms: Math.round(performance.now() - start), correlationId };
      log[res.statusCode >= 500 ? 'warn' : 'debug'](row, 'richiesta');
    });
    next();
  };
}
