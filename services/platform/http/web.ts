import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import express, { Router, type Request, type RequestHandler, type Response } from 'express';

/** Folder into which `npm run build:web` writes the app. */
export const WEB_FOLDER = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');

const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Creates the handler of the built web app. Assets have a hash in their name and are cached for ever; the page is revalidated each time, so
 * that a release is seen at once. Any other path that accepts HTML gets the page, whose router finds the screen.
 */
export function webService(folder: string = WEB_FOLDER): RequestHandler {
  const router = Router();
  const page = join(folder, 'index.html');
  router.use((req, _res, next) => {
    // the API's own paths never answer with a page, whatever the browser accepts
    if (/^\/(api|file)(\/|$)/.test(req.path)) return next('router');
    next();
  });
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { index: false, fallthrough: true, setHeaders: (res) => res.set('Cache-Control', IMMUTABLE) }),
  );
  router.use('/assets', (_req, _res, next) => next('router'));
  router.use(express.static(folder, { index: false, redirect: false, setHeaders: (res) => res.set('Cache-Control', 'no-cache') }));
  router.use(async (req, res, next) => {
    if (!asksForPage(req)) return next();
    if (await stat(page).catch(() => null)) return sendPage(res, folder);
    res.status(503).type('text/plain; charset=utf-8').set('Cache-Control', 'no-store').send(MISSING);
  });
  return router;
}

const MISSING =
  'L’applicazione web non è ancora costruita: eseguire «npm run build:web» (make run lo fa da solo). Le chiamate /api funzionano.\n';

/** Tells whether the client accepts HTML, which includes `curl` with its default `Accept`. */
function asksForPage(req: Request): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && req.accepts('html') !== false;
}

function sendPage(res: Response, root: string): void {
  res.set('Cache-Control', 'no-cache');
  // a path relative to `root`, since `sendFile` refuses an absolute path with a folder that begins with a dot
  res.sendFile('index.html', { root, cacheControl: false }, (error) => {
    if (error && !res.headersSent) res.status(503).type('text/plain; charset=utf-8').send(MISSING);
  });
}
