import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#contracts/core/errors.ts';
import { concorrenza } from '#services/platform/identity/limit.ts';

export interface Limiti {
  /** Wrong attempts on one user name that are answered 401 before a 429. */
  perUtente: number;
  /** The same for one address; generous, since a whole office can share one. */
  perIndirizzo: number;
  /** Seconds after the first wrong attempt until all is forgotten. */
  finestra: number;
}

const LIMITI: Limiti = { perUtente: 5, perIndirizzo: 50, finestra: 600 };

/** Counts wrong logins. A limited name never locks another, a success forgets the name's errors. */
export interface Tentativi {
  /** Runs `prova`; counts it unless it gives a result. Throws TROPPI_TENTATIVI without running it. */
  conta<T>(utente: string, indirizzo: string, prova: () => Promise<T | null>): Promise<T | null>;
}

/** In memory: one process's count. Restarting the portal forgets it. */
export function tentativiInMemoria(limiti: Limiti = LIMITI): Tentativi {
  const utenti = new RateLimiterMemory({ points: limiti.perUtente, duration: limiti.finestra });
  const indirizzi = new RateLimiterMemory({ points: limiti.perIndirizzo, duration: limiti.finestra });
  // counted before the trial, so that a burst cannot outrun the count; two at a time, so that many
  // honest logins at once do not look like a burst
  const turno = concorrenza(2);
  return {
    conta: (utente, indirizzo, prova) => turno(async () => {
      await consuma(utenti, utente);
      try {
        await consuma(indirizzi, indirizzo);
      } catch (error) {
        await utenti.reward(utente);
        throw error;
      }
      const esito = await prova().catch(async (error: unknown) => {
        await Promise.all([utenti.reward(utente), indirizzi.reward(indirizzo)]);
        throw error;
      });
      if (esito !== null) await Promise.all([utenti.delete(utente), indirizzi.reward(indirizzo)]);
      return esito;
    }),
  };
}

async function consuma(limitatore: RateLimiterMemory, chiave: string): Promise<void> {
  try {
    await limitatore.consume(chiave);
  } catch (rifiuto) {
    if (rifiuto instanceof Error) throw rifiuto;
    const secondi = Math.max(1, Math.ceil((rifiuto as RateLimiterRes).msBeforeNext / 1000));
    throw new DomainError('TROPPI_TENTATIVI', { retryAfter: secondi, messaggio: `Troppi tentativi di accesso: riprova tra ${durata(secondi)}.` });
  }
}

function durata(secondi: number): string {
  if (secondi < 60) return secondi === 1 ? '1 secondo' : `${secondi} secondi`;
  const minuti = Math.ceil(secondi / 60);
  return minuti === 1 ? '1 minuto' : `${minuti} minuti`;
}
