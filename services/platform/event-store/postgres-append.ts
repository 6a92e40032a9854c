import { setImmediate as turno } from 'node:timers/promises';
import type { NewEvent } from '#contracts/core/events.ts';
import { StoreUnavailable, VersionConflict, type AppendResult, type ExpectedVersion } from '#contracts/ports/event-store.ts';
import { idRiusati } from './checks.ts';
import type { Domanda } from './postgres-queries.ts';
import { posizioneDaTesto } from './postgres-rows.ts';

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

// migration 0001-eventi; under a name, so that PostgreSQL plans it once per connection
const APPEND = {
  name: 'eventi_aggiungi',
  text: 'select esito, versione, ultima::text from public.eventi_aggiungi($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::uuid[], $7::text[], $8::jsonb[], $9::jsonb[])',
};
/** Events written at most in one transaction on behalf of several callers. */
const INSIEME = 500;

function valori(richieste: readonly Richiesta[]): unknown[] {
  const events = richieste.flatMap((r, i) => r.events.map((event, n) => ({ ...event, di: i + 1, n: n + 1 })));
  return [
    richieste.map((r) => r.stream),
    richieste.map(({ expected }) => (expected === 'any' ? null : expected === 'none' ? 0 : expected)),
    richieste.map((r) => r.events.length),
    events.map((e) => e.di),
    events.map((e) => e.n),
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

/** Takes from the queue what can be written together: up to a second append to the same stream. */
function prossime(coda: InAttesa[]): InAttesa[] {
  const streams = new Set<string>();
  let events = 0;
  for (const { stream, events: own } of coda) {
    events += own.length;
    if (streams.size && (events > INSIEME || streams.has(stream))) break;
    streams.add(stream);
  }
  return coda.splice(0, streams.size);
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
      const righe = await chiedi<Riga>({ ...APPEND, values: valori(insieme) });
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
    while (coda.length) {
      // those who were just answered, or ask in this same turn, come along
      await turno();
      await scrivi(prossime(coda));
    }
    attiva = false;
  }

  return (richiesta) =>
    new Promise((resolve, reject) => {
      coda.push({ ...richiesta, resolve, reject });
      void svuota();
    });
}
