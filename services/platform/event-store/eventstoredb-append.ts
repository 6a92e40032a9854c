import { jsonEvent, NO_STREAM, type EventStoreDBClient } from '@eventstore/db-client';
import type { NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { StoreUnavailable, VersionConflict, type AppendResult, type ExpectedVersion } from '#contracts/ports/event-store.ts';
import { entro } from './expected.ts';
import { idRiusati } from './checks.ts';
import { erroreDiEventStore, tipoDi } from './eventstoredb-errors.ts';
import { posizione } from './eventstoredb-position.ts';
import type { Prefissi } from './prefixes.ts';

export interface Richiesta {
  stream: string;
  events: readonly NewEvent[];
  expected: ExpectedVersion;
}

interface Attrezzi {
  client: EventStoreDBClient;
  leggi(stream: string, ms: number): Promise<StoredEvent[]>;
  prefissi: Prefissi;
}

const idDi = (event: NewEvent): string => event.metadata.eventId.toLowerCase();

/** The answer given when these very events were appended; null when none of them is there. */
function giaScritti({ stream, events }: Richiesta, scritti: readonly StoredEvent[]): AppendResult | null {
  const cercati = new Set(events.map(idDi));
  const trovati = scritti.filter((event) => cercati.has(idDi(event)));
  if (!trovati.length) return null;
  const stessi = trovati.length === events.length && trovati.every((event, i) => idDi(event) === idDi(events[i]!) && event.version === trovati[0]!.version + i);
  if (!stessi) throw idRiusati(stream);
  const { version, position } = trovati.at(-1)!;
  return { version, position };
}

/** Appends at exactly this version (0: no stream); null when the stream is at another. */
async function scriviA({ client, leggi, prefissi }: Attrezzi, { stream, events }: Richiesta, version: number, ms: number): Promise<AppendResult | null> {
  const proposti = events.map(({ type, data, metadata }) => jsonEvent({ id: metadata.eventId, type, data, metadata: { ...metadata } }));
  try {
    // the client's deadline begins once it has found a server
    const answer = await entro(ms, client.appendToStream(stream, proposti, { expectedRevision: version ? BigInt(version - 1) : NO_STREAM, deadline: ms }));
    const scritta = Number(answer.nextExpectedRevision) + 1;
    // a repeated append may be answered without its position
    const position = answer.position ? posizione(answer.position) : (await leggi(stream, ms)).find((event) => event.version === scritta)?.position;
    if (!position) throw new StoreUnavailable('EventStoreDB has an append that it does not show yet');
    // an answer to a repeated append may be about an earlier version
    if (scritta === version + events.length) prefissi.allunga(stream, version, events.map(idDi));
    return { version: scritta, position };
  } catch (error) {
    if (tipoDi(error) === 'wrong-expected-version') return null;
    throw erroreDiEventStore(error);
  }
}

/**
 * Appends once, whatever the server would make of it: EventStoreDB recognises a repeated append only
 * when it comes with the expected version of the first time, or none and soon. So the ids are looked
 * for in what stands before the expected version, and where that does not match, in the stream.
 */
export async function appendi(attrezzi: Attrezzi, richiesta: Richiesta, ms: number): Promise<AppendResult> {
  const { stream, events, expected } = richiesta;
  const fine = performance.now() + ms;
  const resta = () => Math.max(1, Math.round(fine - performance.now()));
  if (expected !== 'any') {
    const version = expected === 'none' ? 0 : expected;
    if (attrezzi.prefissi.senza(stream, version, events.map(idDi))) {
      const result = await scriviA(attrezzi, richiesta, version, resta());
      if (result) return result;
    }
  }
  for (;;) {
    const scritti = await attrezzi.leggi(stream, resta());
    const prima = giaScritti(richiesta, scritti);
    if (prima) return prima;
    const actual = scritti.at(-1)?.version ?? 0;
    if (expected !== 'any' && (expected === 'none' ? 0 : expected) !== actual) throw new VersionConflict(stream, expected, actual);
    const result = await scriviA(attrezzi, richiesta, actual, resta());
    if (result) return result;
    if (performance.now() > fine) throw new StoreUnavailable(`stream ${stream}: too many writers, no turn in ${ms} ms`);
  }
}
