import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** One line a request: the route as it is written in the code, never the address, which can name people. */
export function registraRichieste(log: Logger): RequestHandler {
  return (req, res, next) => {
    const inizio = performance.now();
    res.on('finish', () => {
      const { percorso, correlationId } = res.locals as { percorso?: string; correlationId?: string };
      if (percorso === undefined) return;
      const riga = { metodo: req.method, percorso, stato: res.statusCode, ms: Math.round(performance.now() - inizio), correlationId };
      log[res.statusCode >= 500 ? 'warn' : 'debug'](riga, 'richiesta');
    });
    next();
  };
}
