import type { RequestHandler } from 'express';
import { DomainError } from '#contracts/core/errors.ts';

const PROFONDITA_MASSIMA = 32;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROLLO = /[\u0000-\u001F\u007F]/;

/** Control characters in an address are never meant; PostgreSQL refuses NUL, logs break on the others. */
export const rifiutaIndirizziSporchi: RequestHandler = (req, _res, next) => {
  let testo: string;
  try {
    testo = decodeURIComponent(req.originalUrl.replaceAll('+', ' '));
  } catch {
    throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: "L'indirizzo richiesto non è scritto correttamente." });
  }
  if (CONTROLLO.test(testo)) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: "L'indirizzo contiene caratteri di controllo." });
  next();
};

/**
 * NUL and halves of surrogate pairs cannot be stored as text; they are refused wherever they hide,
 * keys included, and so is nesting that no request of ours needs.
 */
export function verificaCorpo(corpo: unknown): void {
  const daVedere: { valore: unknown; livello: number; campo: string }[] = [{ valore: corpo, livello: 0, campo: 'corpo' }];
  for (let preso = daVedere.pop(); preso; preso = daVedere.pop()) {
    const { valore, livello, campo } = preso;
    if (typeof valore === 'string') verificaTesto(valore, campo);
    if (typeof valore !== 'object' || valore === null) continue;
    if (livello >= PROFONDITA_MASSIMA) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: 'Il corpo della richiesta è troppo annidato.' });
    for (const [nome, figlio] of Object.entries(valore)) {
      verificaTesto(nome, 'corpo');
      daVedere.push({ valore: figlio, livello: livello + 1, campo: nome });
    }
  }
}

function verificaTesto(testo: string, campo: string): void {
  if (testo.includes('\u0000') || !testo.isWellFormed()) {
    throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio: 'Contiene caratteri di controllo' }] });
  }
}
