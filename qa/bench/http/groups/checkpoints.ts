import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { checkpointText } from '#contracts/core/signed-note.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { inTransaction } from '#projections/engine/transaction.ts';
import { treeProjection } from '#projections/sigilli/tree.projection.ts';
import { inclusionProofs, rootAt } from '#projections/sigilli/tree.queries.ts';
import { signNote } from '#services/platform/checkpoints/keys.ts';
import { median } from '../measure.ts';
import { withPortal } from '../processes.ts';
import { count, number, seconds, type Bench, type Group } from './section.ts';

const EVENTS = 1_000_000;
const BATCH = 2_000;
const ROUNDS = 20;
const SCHEMA = 'bench_sigilli';

/** Measures a checkpoint of a long log, and the inclusion proofs of one event and of fifty events. */
export const checkpointsGroup: Group = {
  name: 'sigilli',
  run: (bench) => withPortal(bench.folder, async ({ database }) => measureTree(database, bench)),
};

async function measureTree(url: string, bench: Pick<Bench, 'say'>) {
  const { db, pool } = openDatabase<ReadDatabase>({ url, max: 2, schema: SCHEMA, pipeline: true });
  try {
    await sql`drop schema if exists ${sql.id(SCHEMA)} cascade`.execute(db);
    await sql`create schema ${sql.id(SCHEMA)}`.execute(db);
    await treeProjection.create(db);
    const began = performance.now();
    for (let from = 0; from < EVENTS; from += BATCH) await inTransaction(pool, [], (tx) => treeProjection.apply(tx, eventsFrom(from)));
    const filled = performance.now() - began;
    bench.say(`  ${count(EVENTS)} leaves in ${seconds(filled)}`);
    await sql`analyze`.execute(db);
    const { privateKey } = generateKeyPairSync('ed25519');
    const checkpoint = await medianOf(async () => {
      // a checkpoint first compares the root of the last checkpoint
      await rootAt(db, EVENTS - 997);
      const root = (await rootAt(db, EVENTS)).toString('base64');
      signNote(checkpointText({ origin: 'strato/bench', size: EVENTS, root, extensions: [] }), 'strato/bench', [privateKey]);
    });
    const one = await medianOf(async (round) => void (await inclusionProofs(db, [(round * 49_999) % EVENTS], EVENTS)));
    const fifty = await medianOf(
      async (round) =>
        void (await inclusionProofs(
          db,
          Array.from({ length: 50 }, (_, i) => (i * 19_997 + round * 31) % EVENTS),
          EVENTS,
        )),
    );
    return {
      title: 'Checkpoints and proofs',
      intro: `A tree of ${count(EVENTS)} events. The checkpoint compares the last one, computes the root and signs it.`,
      head: ['work', 'time', 'goal'],
      rows: [
        ['checkpoint', `${number(checkpoint)} ms`, '< 2 s'],
        ['proof of one event', `${number(one)} ms`, '< 50 ms'],
        ['proofs of a record of 50 events', `${number(fifty)} ms`, ''],
        ['filling the tree', `${number((filled * 1000) / EVENTS)} µs an event`, ''],
      ],
    };
  } finally {
    await sql`drop schema if exists ${sql.id(SCHEMA)} cascade`.execute(db);
    await db.destroy();
  }
}

const eventsFrom = (from: number): StoredEvent[] =>
  Array.from({ length: BATCH }, (_, i) => {
    const n = from + i;
    const id = n.toString(16).padStart(12, '0');
    return {
      stream: `macchinari-B${n % 20_000}`,
      version: Math.floor(n / 20_000) + 1,
      type: 'MacchinarioModificato.v1',
      data: { matricola: `B${n % 20_000}`, ore_km: n, marca: 'Casagrande', note: 'controllato in cantiere' },
      metadata: {
        eventId: `00000000-0000-4000-8000-${id}`,
        commandId: `00000000-0000-4000-9000-${id}`,
        correlationId: `00000000-0000-4000-a000-${id}`,
        utente: 'capo',
        groupID: 12,
        at: '2026-05-04T09:00:00.000Z',
        origine: 'web',
      },
      position: String(n + 1).padStart(19, '0'),
    };
  });

async function medianOf(work: (round: number) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work(round);
    times.push(performance.now() - began);
  }
  return median(times);
}
