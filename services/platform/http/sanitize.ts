import type { RequestHandler } from 'express';
import { DomainError } from '#contracts/core/errors.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CHECK = /[\u0000-\u001F\u007F]/;

/**
 * Middleware that refuses malformed URLs and control characters in URLs. PostgreSQL refuses NUL, and other control characters break log
 * lines.
 */
export const refuseDirtyAddresses: RequestHandler = (req, _res, next) => {
  let text: string;
  try {
    text = decodeURIComponent(req.originalUrl.replaceAll('+', ' '));
  } catch {
    throw new DomainError('RICHIESTA_NON_VALIDA', { message: "L'indirizzo richiesto non è scritto correttamente." });
  }
  if (CHECK.test(text)) throw new DomainError('RICHIESTA_NON_VALIDA', { message: "L'indirizzo contiene caratteri di controllo." });
  next();
};

/** Throws RICHIESTA_NON_VALIDA if a body contains NUL or half a surrogate pair in any key or value, since PostgreSQL cannot store them. */
export function checkTexts(body: unknown): void {
  const toLookAt: { value: unknown; field: string }[] = [{ value: body, field: 'corpo' }];
  for (let taken = toLookAt.pop(); taken; taken = toLookAt.pop()) {
    const { value, field } = taken;
    if (typeof value === 'string') checkText(value, field);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, child] of Object.entries(value)) {
      checkText(name, 'corpo');
      toLookAt.push({ value: child, field: name });
    }
  }
}

function checkText(text: string, field: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: 'Contiene caratteri di controllo' }] });
  }
}
