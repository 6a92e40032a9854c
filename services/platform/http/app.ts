import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { verificaPermesso } from './permissions.ts';
import { gestoreErrori } from './problem.ts';
import { rifiutaIndirizziSporchi, verificaCorpo } from './sanitize.ts';
import { registraRichieste } from './request-log.ts';
import { commandIdDi, correlationIdDi, versioneLetta } from './request.ts';
import { identifica } from '../identity/session.ts';
import { intestazioniDiSicurezza, senzaCache } from './security-headers.ts';
import type { Dipendenze, Module, Rotta } from '../module.ts';

export interface OpzioniApp {
  /** The built web app, for everything the API does not answer. */
  web?: RequestHandler;
}

const LIMITE_JSON = '1mb';
const JSON_CORPI = ['application/json', 'application/*+json'];
const leggiJson = express.json({ limit: LIMITE_JSON, strict: true, type: JSON_CORPI });

/** The HTTP side of the portal: every route of every module behind the same gate. */
export function creaApp(dip: Dipendenze, moduli: readonly Module[], { web }: OpzioniApp = {}): Express {
  const app = express();
  // the address of a client behind a proxy on this machine; from elsewhere the header could be forged
  app.set('trust proxy', 'loopback');
  app.set('query parser', 'simple');
  app.use((req, res, next) => {
    const correlationId = correlationIdDi(req);
    res.locals['correlationId'] = correlationId;
    res.set('X-Correlation-Id', correlationId);
    next();
  });
  app.use(registraRichieste(dip.log));
  app.use(intestazioniDiSicurezza(dip.config.NODE_ENV === 'production'));
  app.use(rifiutaIndirizziSporchi);
  app.use(compression());
  app.use('/api', senzaCache);
  for (const rotta of rotteUniche(moduli)) monta(app, dip, rotta);
  app.use('/api', () => {
    throw new DomainError('ROTTA_SCONOSCIUTA');
  });
  if (web) app.use(web);
  app.use(() => {
    throw new DomainError('ROTTA_SCONOSCIUTA');
  });
  app.use(gestoreErrori(dip.log));
  return app;
}

function monta(app: Express, dip: Dipendenze, rotta: Rotta): void {
  const metodo = rotta.metodo.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  app[metodo](rotta.path, async (req: Request, res: Response) => {
    res.locals['percorso'] = rotta.path;
    const identita = await identifica(dip, req);
    verificaPermesso(rotta.permesso, identita);
    const contesto = {
      identita,
      correlationId: res.locals['correlationId'] as string,
      commandId: commandIdDi(req, identita?.memberID),
      versioneLetta: versioneLetta(req),
    };
    // the body of a stranger is not even read
    if (!rotta.corpoLibero) await leggiCorpo(req, res);
    await rotta.gestisci(req, res, contesto);
  });
}

async function leggiCorpo(req: Request, res: Response): Promise<void> {
  if (haCorpo(req) && !req.is(JSON_CORPI)) {
    throw new DomainError('TIPO_NON_ACCETTATO', { messaggio: 'Il corpo della richiesta deve essere JSON (Content-Type: application/json).' });
  }
  await new Promise<void>((resolve, reject) => {
    leggiJson(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  req.body ??= {};
  verificaCorpo(req.body);
}

function haCorpo(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** Two modules that answer the same call are an error of ours, found at start. */
function rotteUniche(moduli: readonly Module[]): Rotta[] {
  const viste = new Map<string, string>();
  const doppie: string[] = [];
  for (const { nome, rotte } of moduli) {
    for (const { metodo, path } of rotte) {
      const chiamata = `${metodo} ${path}`;
      const altro = viste.get(chiamata);
      if (altro !== undefined) doppie.push(`${chiamata} is answered by ${altro} and by ${nome}`);
      viste.set(chiamata, nome);
    }
  }
  if (doppie.length > 0) throw new Error(doppie.join('\n'));
  return moduli.flatMap((modulo) => modulo.rotte);
}
