import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Browser features of the portal's pages: only the camera, which reads QR codes. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()';

/**
 * Returns the security headers of every response, also of those sent before the portal has started. Scripts and styles load only from the
 * portal; PDFs are framed from the portal. Inline `style` attributes are allowed, since charts and popovers set them. `https` adds
 * Strict-Transport-Security for a year.
 */
export function securityHeaders(https: boolean): ReadonlyMap<string, string> {
  const headers = new Map([['Permissions-Policy', PERMISSIONS]]);
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  policy(https)({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error as Error;
  });
  return headers;
}

const policy = (https: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        styleSrcElem: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });

/** Creates the middleware that sets the security headers on every response. */
export function setSecurityHeaders(https: boolean): RequestHandler {
  const headers = securityHeaders(https);
  return (_req, res, next) => {
    res.setHeaders(new Map(headers));
    next();
  };
}

/** Middleware that forbids caching, since responses of the API are meant for one person. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
