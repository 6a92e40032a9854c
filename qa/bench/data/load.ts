import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { factOf } from '#contracts/core/facts.ts';
import type { NewEvent } from '#contracts/core/events.ts';
import { VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import { openDatabase } from '#projections/database.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { createDependencies } from '#services/dependencies.ts';
import { readConfig } from '#services/platform/start/config.ts';
import { prepareEnvironment } from '#services/platform/start/environment.ts';
import { createShutdown } from '#services/platform/start/shutdown.ts';
import { benchEvents, catalogue } from './catalogue.ts';
import { LINES_PER_HEADER, type Size } from './firm.ts';
import { production } from './production.ts';
import { machines, maintenance, manyChanges, masters, sites, workers } from './records.ts';
import type { StreamEvents } from './story.ts';

const MARK = 'banco';
/** Number of streams that are appended concurrently. */
const TOGETHER = 256;

/**
 * Number of events after which the log's tables are analysed for the first time, then again at each doubling. Statements planned for an
 * empty table would scan all of it.
 */
const FIRST_LOOK = 2000;

type Part = (archive: string) => Iterable<StreamEvents> | AsyncIterable<StreamEvents>;

const partsOf = (size: Size): [name: string, part: Part][] => [
  ['master data', () => masters()],
  ['cantieri', () => sites(size)],
  ['macchinari', machines(size)],
  ['a thousand changes', () => manyChanges()],
  ['manutenzioni', () => maintenance(size)],
  ['personale', workers(size)],
  ['produzione', () => production(size)],
];

/**
 * Fills the log of a folder with the events that the portal's deciders produce for the firm, then builds the read tables. Complete parts
 * are skipped. An interrupted part is repeated, and its existing streams are kept.
 */
export async function load(folder: string, size: Size, say: (text: string) => void): Promise<void> {
  const log = pino({ level: 'silent' });
  const shutdown = createShutdown(log);
  try {
    const { config } = await prepareEnvironment(readConfig({ DATI_DIR: folder, DEMO: '0' }), log, shutdown);
    const { store, numbers } = await createDependencies(config, log, shutdown, { catalogue });
    const { pool } = openDatabase({ url: config.DATABASE_URL, max: 1, schema: 'public' });
    shutdown.add('statistics', () => pool.end());
    const there = new Set((await store.read(MARK)).map(({ data }) => data['parte']));
    if (there.has('tutto')) return;
    for (const [name, part] of partsOf(size)) {
      if (there.has(name)) continue;
      const begun = performance.now();
      const { streams, events } = await appendStreams(store, part(config.ARCHIVIO_DIR), () => pool.query('analyze public.eventi'));
      await store.append(MARK, [loadMark(name)], 'any');
      say(`  ${name}: ${streams} streams, ${events} events, ${seconds(begun)} s`);
    }
    for (const [sequence, last] of [
      ['produzione_padre', size.headers],
      ['produzione', size.headers * LINES_PER_HEADER],
      ['manutenzioni', size.maintenance],
    ] as const)
      await numbers.atLeast(sequence, last);
    const begun = performance.now();
    await rebuild({ store, url: config.DATABASE_URL, log, projections: catalogue.projections, upcasts: catalogue.upcasts });
    say(`  read tables: ${seconds(begun)} s`);
    await store.append(MARK, [loadMark('tutto')], 'any');
  } finally {
    await shutdown.closeAll();
  }
}

const seconds = (begun: number): string => ((performance.now() - begun) / 1000).toFixed(1);

/** Appends streams concurrently, since the log groups concurrent appends into one commit; the next streams are generated meanwhile. */
async function appendStreams(
  store: EventStore,
  streams: Iterable<StreamEvents> | AsyncIterable<StreamEvents>,
  analyse: () => Promise<unknown>,
): Promise<{ streams: number; events: number }> {
  const count = { streams: 0, events: 0 };
  let next = FIRST_LOOK;
  const under = new Set<Promise<void>>();
  for await (const { stream, events } of streams) {
    const pendingAppend = store
      .append(stream, events, 'none')
      .then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof VersionConflict)) throw error;
        },
      )
      .finally(() => under.delete(pendingAppend));
    under.add(pendingAppend);
    count.streams += 1;
    count.events += events.length;
    if (under.size >= TOGETHER) await Promise.race(under);
    if (count.events < next) continue;
    await analyse();
    next *= 2;
  }
  await Promise.all(under);
  return count;
}

const loadMark = (part: string): NewEvent => ({
  ...factOf(benchEvents, 'BancoCaricato.v1', { parte: part }),
  metadata: {
    eventId: randomUUID(),
    commandId: randomUUID(),
    correlationId: randomUUID(),
    utente: 'bench',
    groupID: null,
    at: new Date().toISOString(),
    origine: 'demo',
  },
});
