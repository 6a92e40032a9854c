import type { RequestHandler } from 'express';
import { DomainError } from '#contracts/core/errors.ts';

const MAX_DEPTH = 32;
/** Of all the objects of a body together: the longest form has a hundred. */
const MAX_KEYS = 1000;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CHECK = /[\u0000-\u001F\u007F]/;

/** Control characters in an address are never meant; PostgreSQL refuses NUL, logs break on the others. */
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

/**
 * NUL and halves of surrogate pairs cannot be stored as text; they are refused wherever they hide,
 * keys included, and so are nesting and numbers of keys that no request of ours needs: each key that
 * nobody knows costs whoever reads the body, and everybody waits meanwhile.
 */
export function checkBody(body: unknown): void {
  const toLookAt: { valore: unknown; livello: number; campo: string }[] = [{ valore: body, livello: 0, campo: 'corpo' }];
  let keys = 0;
  for (let taken = toLookAt.pop(); taken; taken = toLookAt.pop()) {
    const { valore, livello: level, campo } = taken;
    if (typeof valore === 'string') checkText(valore, campo);
    if (typeof valore !== 'object' || valore === null) continue;
    if (level >= MAX_DEPTH) throw new DomainError('RICHIESTA_NON_VALIDA', { message: 'Il corpo della richiesta è troppo annidato.' });
    const names = Object.keys(valore);
    if (!Array.isArray(valore)) keys += names.length;
    if (keys > MAX_KEYS)
      throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Il corpo della richiesta ha troppi campi: al massimo ${MAX_KEYS}.` });
    for (const name of names) {
      const child = (valore as Record<string, unknown>)[name];
      checkText(name, 'corpo');
      toLookAt.push({ valore: child, livello: level + 1, campo: name });
    }
  }
}

function checkText(text: string, field: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: 'Contiene caratteri di controllo' }] });
  }
}
