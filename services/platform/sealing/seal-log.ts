import { sql, type Kysely, type Transaction } from 'kysely';
import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { isInClear, type PersonalData } from '#contracts/core/personal-data.ts';
import { originOf } from '../checkpoints/checkpoints.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import type { PersonKeys } from './person-keys.ts';
import { sealer } from './sealed-store.ts';

/** Number of events that are read, and sealed in one transaction. */
const TOGETHER = 500;

interface SealLog {
  /** The write side's database, as the owner of the log. */
  db: Kysely<WriteDatabase>;
  people: PersonalData;
  keys: PersonKeys;
  /** Names of the read models that are made of the recorded form of events, and are made anew. */
  recordedReads: readonly string[];
  told(events: number): void;
}

type Row = Pick<StoredEvent, 'stream' | 'type' | 'data' | 'metadata'> & { position: string };

/**
 * Seals the personal values that the log in PostgreSQL holds in clear, in place; returns the number of events that had some. Each part is one
 * transaction, so that an interrupted run is begun again and seals what is left. A new epoch of the checkpoints begins with the first part:
 * those from before are of another tree.
 */
export async function sealLog({ db, people, keys, recordedReads, told }: SealLog): Promise<number> {
  const seal = sealer({ people, keys, replaceForgotten: true });
  let count = 0;
  for (let after = '0'; ;) {
    const { rows } = await sql<Row>`select e.position::text as position, e.stream, e.type, e.data, e.metadata from public.eventi e
      where e.position > ${after}::bigint and e.type = any(${[...people.types]}::text[]) order by e.position limit ${TOGETHER}`.execute(db);
    if (rows.length > 0) {
      const sealed = await seal(rows.map((event) => ({ stream: event.stream, events: [event], expected: 'any' })));
      const changed = rows.flatMap(({ position }, i) => {
        const data = sealed[i]!.events[0]!.data;
        return isInClear(people, rows[i]!) ? [{ position, data }] : [];
      });
      if (changed.length > 0) await write(db, changed, recordedReads);
      count += changed.length;
      told(count);
      after = rows.at(-1)!.position;
    }
    if (rows.length < TOGETHER) break;
  }
  // rows that were replaced, also by an interrupted run, stay in the table's file until the table is rewritten
  await sql<unknown>`vacuum full public.eventi`.execute(db);
  return count;
}

function write(
  db: Kysely<WriteDatabase>,
  changed: readonly { position: string; data: JsonObject }[],
  reads: readonly string[],
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    // a rollback enables the trigger again
    await sql<unknown>`alter table public.eventi disable trigger eventi_immutabili`.execute(tx);
    await sql<unknown>`update public.eventi e set data = n.data
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as n(position bigint, data jsonb) where e.position = n.position`.execute(
      tx,
    );
    await sql<unknown>`alter table public.eventi enable trigger eventi_immutabili`.execute(tx);
    await beginEpoch(tx);
    await forgetReads(tx, reads);
  });
}

/** Begins a new epoch, if a checkpoint of the present one was made. */
async function beginEpoch(tx: Transaction<WriteDatabase>): Promise<void> {
  const origin = await originOf(tx);
  await sql<unknown>`update public.sigilli_origine set epoca = epoca + 1 where exists (select from public.sigilli where origine = ${origin})`.execute(
    tx,
  );
}

/** Marks read models as made by other code, so that the next start of the portal fills them anew. */
async function forgetReads(tx: Transaction<WriteDatabase>, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('letture.proiezioni') is not null as there`.execute(tx);
  if (rows[0]?.there) await sql<unknown>`update letture.proiezioni set firma = '' where nome = any(${[...names]}::text[])`.execute(tx);
}
