import type { Server } from 'node:http';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { ANSWER_MS, withinLimit } from './answer-limit.ts';
import { checkConfirmation, checkDuty, checkObserver, checkPermission, permissionsTag } from './permissions.ts';
import { callsUnderWay, type CallLimits, type CallsUnderWay } from './calls-under-way.ts';
import { RegisterRoute } from './register-route.ts';
import { asDomainError, errorHandler } from './problem.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { BODY_LIMITS, jsonBody } from './json-body.ts';
import { refuseDirtyAddresses } from './sanitize.ts';
import { recordRequests } from './request-log.ts';
import { commandIdOf, correlationIdOf, readVersion } from './request.ts';
import { nameInTrail, recordAccess } from '../identity/access-trail.ts';
import { identityOf, noteActivity, sessionOf, tokenOf } from '../identity/sessions.ts';
import { anonymousLimits, type AnonymousLimits, type AnonymousRequests } from './anonymous-limits.ts';
import { setSecurityHeaders, noStore } from './security-headers.ts';
import { diskRoom } from '../files/disk-room.ts';
import { isHttps } from '../start/config.ts';
import { withCorrelation } from '../start/correlation.ts';
import type { Context, Dependencies, Module, Route } from '../module.ts';

export interface AppOptions {
  limits?: AnonymousLimits;
  calls?: CallLimits;
  /** Server whose connections are limited. */
  server?: Server;
  /** Milliseconds within which a request is answered. */
  answerMs?: number;
  /** Handler for the built web app, called for requests that no route of the API answers. */
  web?: RequestHandler;
}

const bodyReaders = { anonymous: jsonBody(BODY_LIMITS.anonymous), person: jsonBody(BODY_LIMITS.person) };

/** Creates the express app: all routes of all modules, behind the same limits, checks of session and permission, and error handler. */
export function createApp(
  deps: Dependencies,
  modules: readonly Module[],
  { web, limits, calls, server, answerMs = ANSWER_MS }: AppOptions = {},
): Express {
  const app = express();
  // proxies whose X-Forwarded-For is trusted; anybody else could forge the header
  app.set('trust proxy', deps.config.PROXY_FIDATI);
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // responses of the API are not cached; records and files set an ETag of their own
  app.set('etag', () => undefined);
  const anonymous = anonymousLimits(limits);
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  if (server) anonymous.watch(server, (address) => trusts(address, 0));
  app.use((req, res, next) => {
    const correlationId = correlationIdOf(req);
    res.locals['correlationId'] = correlationId;
    res.set('X-Correlation-Id', correlationId);
    if (req.headers['x-request-id'] === correlationId) res.set('X-Request-Id', correlationId);
    withCorrelation(correlationId, next);
  });
  app.use(recordRequests(deps.log, deps.metrics));
  app.use(setSecurityHeaders(isHttps(deps.config)));
  app.use(refuseDirtyAddresses);
  app.use(compression());
  app.use('/api', noStore);
  mount(app, { ...deps, anonymous, answerMs, underWay: callsUnderWay(calls) }, uniqueRoutes(modules));
  app.use('/api', () => {
    throw new DomainError('ROTTA_SCONOSCIUTA');
  });
  if (web) app.use(web);
  app.use(() => {
    throw new DomainError('ROTTA_SCONOSCIUTA');
  });
  app.use(errorHandler(deps.log, diskRoom(deps.config)));
  return app;
}

type Needs = Dependencies & { anonymous: AnonymousRequests; answerMs: number; underWay: CallsUnderWay };

type Handler = (req: Request, res: Response) => Promise<void>;

/**
 * Mounts the routes. A path that equals a route's path is looked up in a map, before express goes through its list; express
 * matches all other paths, such as one with a slash at its end, and routes with parameters.
 */
function mount(app: Express, deps: Needs, routes: readonly Route[]): void {
  const exact = new Map<string, Handler>();
  app.use((req, res, next) => exact.get(`${req.method} ${req.path}`)?.(req, res) ?? next());
  for (const route of routes) {
    const handler = timedHandler(deps, route);
    if (!route.path.includes(':')) exact.set(`${route.method} ${route.path}`, handler);
    app[route.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](route.path, handler);
  }
}

/** Returns the handler of a route, which answers within the time limit. */
function timedHandler(deps: Needs, route: Route): Handler {
  const handler = sessionHandler(deps, route);
  return (req, res) => withinLimit(req, res, handler(req, res), deps.answerMs);
}

/** Tells whether a page sent the request without the user. A page sends `usata=1` if the user touched it since its last request. */
const isPassive = ({ passive }: Route, { query }: Request): boolean => passive === true && query['usata'] !== '1';

/** Returns the handler that reads the session, waits for a slot among the person's calls, and records refusals in the trail of accesses. */
const sessionHandler =
  (deps: Needs, route: Route): Handler =>
  async (req, res) => {
    res.locals['percorso'] = route.path;
    const { mismatch, dataAsOf } = deps.ownLog.last();
    // while the connected log is not the portal's own nothing is projected, so the browser is told how old its lists are
    if (mismatch !== null && dataAsOf !== null) res.set('X-Dati-Al', dataAsOf.toISOString());
    // express parses the query again at each access, so the result is stored
    Object.defineProperty(req, 'query', { value: req.query, configurable: true });
    const reading = sessionOf(deps, req);
    // one proxy connection may carry requests of many clients, so a request without a token must not start a database query early
    const earlyRead =
      route instanceof RegisterRoute && tokenOf(req) !== null && deps.anonymous.knows(req) ? route.startReading(req) : undefined;
    const found = await reading;
    // a session with an open duty counts as anonymous on a public route
    const session = found?.duty && route.permission === 'public' ? null : found;
    const identity = session && identityOf(session);
    if (identity && session) {
      if (!isPassive(route, req)) noteActivity(deps, req, session);
      deps.anonymous.markKnown(req);
      res.set('X-Permessi', permissionsTag(identity));
    }
    try {
      if (identity && !route.stream) await deps.underWay.enter(nameInTrail(identity), route, req, res);
      await handleChecked(deps, { route, earlyRead }, { identity, session }, { req, res });
    } catch (error) {
      const { status, code } = asDomainError(error);
      // a request for confirmation is no refusal, so it leaves no entry in the trail
      if (identity && status === 403 && code !== 'CONFERMA_RICHIESTA') {
        await recordAccess(deps, {
          tipo: 'rifiuto',
          utente: nameInTrail(identity),
          indirizzo: req.ip ?? null,
          cosa: `${route.method} ${route.path}`,
        });
      }
      throw error;
    }
  };

/** Checks permission, duty and confirmation, reads the body, claims the idempotency key, and calls the route. */
async function handleChecked(
  deps: Needs,
  { route, earlyRead }: { route: Route; earlyRead: unknown },
  who: Pick<Context, 'identity' | 'session'>,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  const { identity } = who;
  checkPermission(route.permission, identity);
  checkDuty(route, who.session);
  checkObserver(route, identity);
  const context = {
    ...who,
    correlationId: res.locals['correlationId'] as string,
    commandId: commandIdOf(req, identity?.memberID),
    readVersion: readVersion(req),
  };
  // the body of a client without a session has smaller limits, and is only read after the checks above
  if (!route.rawBody) {
    if (!identity) await deps.anonymous.body(req, () => bodyReaders.anonymous(req, res));
    else await (route.permission === 'public' ? bodyReaders.anonymous : bodyReaders.person)(req, res);
  }
  const observed = identity?.osservatore !== undefined;
  if (observed && route.whileObserving?.(req) === false) throw new DomainError('SOLA_LETTURA');
  checkConfirmation(route, req, { ...who, now: deps.clock.now() });
  await withIdempotencyKey(deps, req, observed ? undefined : identity?.memberID, async (keyClaimed) => {
    if (route instanceof RegisterRoute) return route.answer(req, res, context, { earlyRead, keyClaimed });
    await keyClaimed;
    await route.handle(req, res, context);
  });
}

/** Returns the routes of all modules. Throws if two modules have a route of the same method and path. */
function uniqueRoutes(modules: readonly Module[]): Route[] {
  const owners = new Map<string, string>();
  const double: string[] = [];
  for (const { name, routes } of modules) {
    for (const { method, path } of routes) {
      const call = `${method} ${path}`;
      const other = owners.get(call);
      if (other !== undefined) double.push(`${call} is answered by ${other} and by ${name}`);
      owners.set(call, name);
    }
  }
  if (double.length > 0) throw new Error(double.join('\n'));
  return modules.flatMap((module) => module.routes);
}
