import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Codes are read by the camera; of what else a device has nothing is needed. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()';

/**
 * Headers of every answer, those before the portal is open included. Scripts and styles come from the
 * portal itself only; PDFs are shown in a frame from the portal. Charts
 * and popovers set inline `style` attributes, which is all that `'unsafe-inline'` of style-src-attr
 * lets through. `https`: people reach the portal by it, and their browsers keep to it for a year.
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

/** Sets them on every answer of the app. */
export function setSecurityHeaders(https: boolean): RequestHandler {
  const headers = securityHeaders(https);
  return (_req, res, next) => {
    res.setHeaders(new Map(headers));
    next();
  };
}

/** Answers of the API are one person's own. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
