import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { concorrenza } from '#services/platform/identity/limit.ts';
import { tentativiInMemoria, type Tentativi } from './login-attempts.ts';

const errata = async () => null;
const giusta = async () => 'entrato';

/** What the person sees. */
async function esito(tentativi: Tentativi, utente: string, prova: () => Promise<string | null>, indirizzo = '10.0.0.1'): Promise<number> {
  try {
    return (await tentativi.conta(utente, indirizzo, prova)) === null ? 401 : 200;
  } catch (error) {
    if (error instanceof DomainError) return error.status;
    throw error;
  }
}

async function volte(n: number, passo: () => Promise<number>): Promise<number[]> {
  const esiti: number[] = [];
  for (let i = 0; i < n; i += 1) esiti.push(await passo());
  return esiti;
}

describe('i tentativi di accesso', () => {
  it('cinque errori rispondono 401, il sesto 429 con il tempo di attesa', async () => {
    const tentativi = tentativiInMemoria();
    expect(await volte(7, () => esito(tentativi, 'anna', errata))).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const errore = await tentativi.conta('anna', '10.0.0.1', giusta).catch((e: unknown) => e);
    expect(errore).toBeInstanceOf(DomainError);
    const { retryAfter } = (errore as DomainError).dettagli;
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(600);
  });

  it('un nome bloccato non prova nemmeno la password giusta', async () => {
    const tentativi = tentativiInMemoria();
    await volte(5, () => esito(tentativi, 'anna', errata));
    let provata = false;
    expect(await esito(tentativi, 'anna', async () => { provata = true; return 'entrato'; })).toBe(429);
    expect(provata).toBe(false);
  });

  it('il blocco di un nome non tocca gli altri', async () => {
    const tentativi = tentativiInMemoria();
    await volte(10, () => esito(tentativi, 'anna', errata));
    expect(await esito(tentativi, 'bruno', giusta)).toBe(200);
    expect(await esito(tentativi, 'Anna', errata)).toBe(401);
  });

  it('un accesso riuscito azzera gli errori del nome', async () => {
    const tentativi = tentativiInMemoria();
    await volte(4, () => esito(tentativi, 'anna', errata));
    expect(await esito(tentativi, 'anna', giusta)).toBe(200);
    expect(await volte(6, () => esito(tentativi, 'anna', errata))).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('da un indirizzo si sbaglia cinquanta volte, con nomi sempre diversi', async () => {
    const tentativi = tentativiInMemoria();
    let n = 0;
    const esiti = await volte(51, () => esito(tentativi, `utente${(n += 1)}`, errata));
    expect(esiti.slice(0, 50).every((e) => e === 401)).toBe(true);
    expect(esiti[50]).toBe(429);
    expect(await esito(tentativi, 'utente1', errata, '10.0.0.2')).toBe(401);
  });

  it('un indirizzo bloccato non consuma i tentativi del nome', async () => {
    const tentativi = tentativiInMemoria({ perUtente: 2, perIndirizzo: 1, finestra: 600 });
    await esito(tentativi, 'bruno', errata, '10.0.0.1');
    expect(await volte(4, () => esito(tentativi, 'anna', errata, '10.0.0.1'))).toEqual([429, 429, 429, 429]);
    expect(await esito(tentativi, 'anna', giusta, '10.0.0.2')).toBe(200);
  });

  it('una raffica non passa oltre il limite', async () => {
    const tentativi = tentativiInMemoria();
    const esiti = await Promise.all(Array.from({ length: 30 }, () => esito(tentativi, 'anna', errata)));
    expect(esiti.filter((e) => e === 401)).toHaveLength(5);
    expect(esiti.filter((e) => e === 429)).toHaveLength(25);
  });

  it('molti accessi giusti insieme non sembrano una raffica', async () => {
    const tentativi = tentativiInMemoria();
    const esiti = await Promise.all(Array.from({ length: 120 }, () => esito(tentativi, 'anna', giusta)));
    expect(esiti.every((e) => e === 200)).toBe(true);
  });

  it('un guasto del portale non conta come errore della persona', async () => {
    const tentativi = tentativiInMemoria();
    for (let i = 0; i < 20; i += 1) {
      await expect(tentativi.conta('anna', '10.0.0.1', () => Promise.reject(new Error('database')))).rejects.toThrow('database');
    }
    expect(await esito(tentativi, 'anna', giusta)).toBe(200);
  });
});

describe('la concorrenza', () => {
  it('tiene attivi al massimo i compiti permessi e li esegue in ordine', async () => {
    const turno = concorrenza(2);
    const inizi: number[] = [];
    let attivi = 0;
    let massimo = 0;
    await Promise.all([0, 1, 2, 3, 4, 5].map((n) => turno(async () => {
      inizi.push(n);
      massimo = Math.max(massimo, (attivi += 1));
      await Promise.resolve();
      attivi -= 1;
    })));
    expect(massimo).toBe(2);
    expect(inizi).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('un compito che fallisce lascia il posto agli altri', async () => {
    const turno = concorrenza(1);
    const esiti = await Promise.allSettled([turno(() => Promise.reject(new Error('no'))), turno(async () => 'sì')]);
    expect(esiti.map((e) => e.status)).toEqual(['rejected', 'fulfilled']);
  });
});
