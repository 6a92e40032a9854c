import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Security headers. Scripts and styles come from the portal itself only; PDFs are shown in a frame
 * from the portal or from a blob the page made. Charts and popovers set inline `style` attributes,
 * which is all that `'unsafe-inline'` of style-src-attr lets through. Nothing is asked again over
 * https: a portal that a company reaches by plain http in its own network must open too.
 */
export function securityHeaders(produzione: boolean): RequestHandler {
  const others = helmet({
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
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    strictTransportSecurity: produzione ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  return (req, res, next) => {
    res.set('Permissions-Policy', PERMISSIONS);
    others(req, res, next);
  };
}

/** Codes are read by the camera; of what else a device has nothing is needed. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()';

/** Answers of the API are one person's own. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
