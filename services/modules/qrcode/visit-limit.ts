import { isIPv6 } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#contracts/core/errors.ts';

export interface LimiteVisite {
  /** Pages of one address in each window. */
  visite: number;
  /** Seconds. */
  finestra: number;
}

/** Generous for a yard where phones share one address, useless for reading the whole register. */
const LIMITE: LimiteVisite = { visite: 30, finestra: 60 };

/** Counts the visits without a session. In memory: one process's count. */
export interface Visite {
  /** Throws TROPPI_TENTATIVI, with the seconds to wait. */
  conta(indirizzo: string): Promise<void>;
}

export function visiteInMemoria({ visite, finestra }: LimiteVisite = LIMITE): Visite {
  const limitatore = new RateLimiterMemory({ points: visite, duration: finestra });
  return {
    async conta(indirizzo) {
      try {
        await limitatore.consume(reteDi(indirizzo));
      } catch (rifiuto) {
        if (rifiuto instanceof Error) throw rifiuto;
        const secondi = Math.max(1, Math.ceil((rifiuto as RateLimiterRes).msBeforeNext / 1000));
        throw new DomainError('TROPPI_TENTATIVI', { retryAfter: secondi, messaggio: `Troppe richieste da questo indirizzo: riprova tra ${secondi === 1 ? '1 secondo' : `${secondi} secondi`}.` });
      }
    },
  };
}

/** Who is counted: an IPv4 address, or the /64 network of an IPv6 one, which a single customer has whole. */
export function reteDi(indirizzo: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(indirizzo)?.[1];
  if (v4 || !isIPv6(indirizzo)) return v4 ?? indirizzo;
  const [prima = '', dopo] = indirizzo.replace(/%.*$/, '').toLowerCase().split('::');
  const gruppi = (parte: string) => (parte === '' ? [] : parte.split(':'));
  const [testa, coda] = [gruppi(prima), gruppi(dopo ?? '')];
  const interi = dopo === undefined ? testa : [...testa, ...Array<string>(Math.max(0, 8 - testa.length - coda.length)).fill('0'), ...coda];
  return interi.slice(0, 4).map((gruppo) => gruppo.replace(/^0+(?=.)/, '')).join(':');
}
