import type { NewEvent } from '#contracts/events.ts';
import { StoreUnavailable, VersionConflict, type AppendResult, type ExpectedVersion } from '#contracts/ports/event-store.ts';
import { idRiusati } from './controlli.ts';
import type { Domanda } from './postgres-domande.ts';
import { posizioneDaTesto } from './postgres-righe.ts';

interface Richiesta {
  stream: string;
  events: readonly NewEvent[];
  expected: ExpectedVersion;
}

interface InAttesa extends Richiesta {
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

interface Riga {
  esito: 'scritto' | 'ripetuto' | 'conflitto' | 'riusato';
  versione: number;
  ultima: string | null;
}

// migration 0001-eventi
const APPEND = 'select esito, versione, ultima::text from public.eventi_aggiungi($1::text[], $2::int[], $3::int[], $4::uuid[], $5::text[], $6::jsonb[], $7::jsonb[])';
/** Events written at most in one transaction on behalf of several callers. */
const INSIEME = 500;

function valori(richieste: readonly Richiesta[]): unknown[] {
  const events = richieste.flatMap((r) => r.events);
  return [
    richieste.map((r) => r.stream),
    richieste.map(({ expected }) => (expected === 'any' ? null : expected === 'none' ? 0 : expected)),
    richieste.map((r) => r.events.length),
    events.map((e) => e.metadata.eventId),
    events.map((e) => e.type),
    events.map((e) => JSON.stringify(e.data)),
    events.map((e) => JSON.stringify(e.metadata)),
  ];
}

function rispondi({ stream, expected, resolve, reject }: InAttesa, { esito, versione, ultima }: Riga): void {
  if (esito === 'conflitto') reject(new VersionConflict(stream, expected, versione));
  else if (esito === 'riusato' || ultima === null) reject(idRiusati(stream));
  else resolve({ version: versione, position: posizioneDaTesto(ultima) });
}

function prossime(coda: InAttesa[]): InAttesa[] {
  let events = 0;
  let quante = 0;
  for (const { events: own } of coda) {
    events += own.length;
    if (quante && events > INSIEME) break;
    quante++;
  }
  return coda.splice(0, quante);
}

/**
 * Appends, with what was asked meanwhile written in one transaction: appends wait for each other
 * anyway (migration 0001-eventi), so this way they share the wait for the disk too.
 */
export function appendPostgres(chiedi: Domanda): (richiesta: Richiesta) => Promise<AppendResult> {
  const coda: InAttesa[] = [];
  let attiva = false;

  async function scrivi(insieme: InAttesa[]): Promise<void> {
    try {
      const righe = await chiedi<Riga>(APPEND, valori(insieme));
      insieme.forEach((richiesta, i) => rispondi(richiesta, righe[i]!));
    } catch (error) {
      if (insieme.length === 1 || error instanceof StoreUnavailable) return insieme.forEach((richiesta) => richiesta.reject(error));
      // one of them cannot be stored: the others must not pay for it
      for (const richiesta of insieme) await scrivi([richiesta]);
    }
  }

  async function svuota(): Promise<void> {
    if (attiva) return;
    attiva = true;
    while (coda.length) await scrivi(prossime(coda));
    attiva = false;
  }

  return (richiesta) =>
    new Promise((resolve, reject) => {
      coda.push({ ...richiesta, resolve, reject });
      void svuota();
    });
}
