import type { Kysely } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import { romeMoment } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { StoreUnavailable, type EventStore } from '#contracts/ports/event-store.ts';
import type { Database, ReadDatabase } from '#projections/database.ts';
import { projectionProgress, type NewestEntry, type ProjectedState } from '#projections/engine/projections.queries.ts';
import { shareWork } from '../concurrency/share-work.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';

/** Mismatch of log and portal: the log is empty, belongs to another portal, or is shorter than the projections. */
export type Mismatch = 'vuoto' | 'altrui' | 'accorciato';

export interface LogState {
  mismatch: Mismatch | null;
  /** Time of the newest entry in the read tables; `null` if they are empty. */
  dataAsOf: Date | null;
}

/** Check that the connected log is the one from which the portal's tables were built. */
export interface OwnLog {
  /** Compares log and tables if a connection broke since the last comparison; throws `REGISTRO_DIVERSO` on a mismatch. */
  sure(): Promise<void>;
  /** Compares as `sure` does, and returns the result without throwing on a mismatch. */
  state(): Promise<LogState>;
  /** Compares, and stores the log's identity if the log has events and there is no mismatch. */
  note(): Promise<void>;
  /** Returns the result of the last comparison without a query. */
  last(): LogState;
}

interface Parts {
  store: EventStore;
  writeDb: Kysely<WriteDatabase>;
  readDb: Database<ReadDatabase>;
}

/** Milliseconds after which a mismatch is checked again, since the right log may have been restored. */
const AGAIN_MS = 2_000;
/** Time limit for reading one event of the log. */
const EVENT_MS = 4_000;

/** Creates the check that the connected event log is this portal's own. */
export function ownLog(parts: Parts): OwnLog {
  let lastState: LogState = { mismatch: null, dataAsOf: null };
  let comparedAt = Number.NEGATIVE_INFINITY;
  let comparedBroken = -1;
  const broken = (): number => parts.store.brokenConnections?.() ?? 0;

  const compareOnce = shareWork(async () => {
    const before = broken();
    lastState = await compare(parts);
    comparedBroken = before;
    comparedAt = performance.now();
  });
  const due = (): boolean => comparedBroken !== broken() || (lastState.mismatch !== null && performance.now() - comparedAt > AGAIN_MS);

  async function state(): Promise<LogState> {
    if (due()) await compareOnce();
    return lastState;
  }

  return {
    state,
    last: () => lastState,
    note: compareOnce,
    async sure() {
      const { mismatch } = await state();
      if (mismatch !== null) throw new DomainError('REGISTRO_DIVERSO', { message: mismatchSentence(lastState), retryAfter: 60 });
    },
  };
}

async function compare({ store, writeDb, readDb }: Parts): Promise<LogState> {
  // tables are read before the log, since the log may grow meanwhile and must not look shorter than the tables
  const [storedIdentity, tables, reactors] = await Promise.all([identityOf(writeDb), projectionProgress(readDb), furthestReactor(writeDb)]);
  const { mismatch, first } = await comparedWith(store, { storedIdentity, tables, reactors });
  if (mismatch === null && storedIdentity === null && first !== null) await note(writeDb, first);
  return { mismatch, dataAsOf: tables.newest?.quando ?? null };
}

interface KnownLog {
  storedIdentity: Identity | null;
  tables: ProjectedState;
  reactors: string | null;
}

interface LogMatch {
  mismatch: Mismatch | null;
  first: Identity | null;
}

async function comparedWith(store: EventStore, { storedIdentity, tables, reactors }: KnownLog): Promise<LogMatch> {
  const furthest =
    [tables.furthest, reactors]
      .filter((one) => one !== null)
      .toSorted()
      .at(-1) ?? null;
  const head = await store.head();
  if (head === null) return { mismatch: storedIdentity !== null || furthest !== null ? 'vuoto' : null, first: null };
  const first = identity(await firstOf(store));
  if (storedIdentity !== null && !same(storedIdentity, first)) return { mismatch: 'altrui', first };
  const lacks = (furthest !== null && head < furthest) || (tables.newest !== null && !(await holds(store, tables.newest)));
  // without a stored identity, a log that lacks projected events may as well be another portal's
  if (lacks) return { mismatch: storedIdentity === null ? 'altrui' : 'accorciato', first };
  return { mismatch: null, first };
}

interface Identity {
  primo_evento: string;
  /** Id of the installation that recorded the first event: the correlation id of the first command. */
  installazione: string;
  quando: string;
}

const identity = ({ metadata }: StoredEvent): Identity => ({
  primo_evento: metadata.eventId.toLowerCase(),
  installazione: metadata.correlationId,
  quando: metadata.at,
});

const same = (a: Identity, b: Identity): boolean =>
  a.primo_evento === b.primo_evento && a.installazione === b.installazione && a.quando === b.quando;

async function identityOf(db: Kysely<WriteDatabase>): Promise<Identity | null> {
  const row = await db.selectFrom('registro_noto').select(['primo_evento', 'installazione', 'quando']).executeTakeFirst();
  return row ?? null;
}

async function furthestReactor(db: Kysely<WriteDatabase>): Promise<string | null> {
  const furthest = await db
    .withTables<{ 'public.reattori': { posizione: string | null } }>()
    .selectFrom('public.reattori')
    .select('posizione')
    .orderBy('posizione', (order) => order.collate('C').desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return furthest?.posizione ?? null;
}

/** Stores the log's identity once. Processes that start together store the same identity, so a conflict is ignored. */
async function note(db: Kysely<WriteDatabase>, first: Identity): Promise<void> {
  await db
    .insertInto('registro_noto')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the first event of a log that is not empty. */
async function firstOf(store: EventStore): Promise<StoredEvent> {
  for await (const [first] of store.readAll(null, AbortSignal.timeout(EVENT_MS))) if (first) return first;
  throw new StoreUnavailable('the first event of the log did not come');
}

/** Tells whether the log still has an entry's event at the position where it was projected. The log must reach that position. */
async function holds(store: EventStore, { posizione, flusso, versione, comando, precedente }: NewestEntry): Promise<boolean> {
  const isThere = ({ position, stream, version, metadata }: StoredEvent): boolean =>
    position === posizione && stream === flusso && version === versione && metadata.commandId === comando;
  try {
    for await (const events of store.readAll(precedente, AbortSignal.timeout(EVENT_MS))) {
      if (events.some(isThere)) return true;
      if ((events.at(-1)?.position ?? '') >= posizione) return false;
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // EventStoreDB refuses a position at which it has no record
    return false;
  }
  throw new StoreUnavailable('the event of the newest entry did not come');
}

const REASONS: Record<Mismatch, string> = {
  vuoto: 'Il registro degli eventi è vuoto, ma questo portale ne ha già letti',
  altrui: 'Il registro degli eventi è di un altro portale',
  accorciato: 'Il registro degli eventi è più corto di quello che il portale ha già letto: sembra una copia vecchia',
};
const REMEDIES: Record<Mismatch, string> = {
  vuoto: 'controllare EVENTSTORE_URL e EVENTSTORE_PREFISSO, o ripristinare un salvataggio (make restore)',
  altrui: 'controllare EVENTSTORE_URL, EVENTSTORE_PREFISSO e DATABASE_URL: devono essere dello stesso portale',
  accorciato: 'rimettere la copia intera del registro, o ripristinare un salvataggio (make restore)',
};

/** Returns the problem and its remedy in Italian, as the health page and a refused write show them; empty without a mismatch. */
export function mismatchSentence({ mismatch, dataAsOf }: LogState): string {
  if (mismatch === null) return '';
  const age = dataAsOf === null ? '' : ` Gli elenchi si leggono, fermi al ${romeMoment(dataAsOf)}.`;
  return `${REASONS[mismatch]}: non si può salvare niente.${age} Da fare: ${REMEDIES[mismatch]}.`;
}
