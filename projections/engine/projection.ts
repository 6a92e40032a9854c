import type { Kysely } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { ReadDatabase } from '../database.ts';
import type { BatchTransaction } from './transaction.ts';

/**
 * A read model. It never throws on a recorded fact it does not understand, and is idempotent: each
 * row keeps the version of its stream and is touched only by a newer one.
 */
export interface Projection {
  name: string;
  /** Names of the tables it fills (for verify and rebuild). */
  tables: readonly string[];
  /** Creates its tables in the current schema (search_path). */
  create(db: Kysely<ReadDatabase>): Promise<void>;
  /** Names of the indexes that `apply` itself reads by: a rebuild makes the others once the tables are full. */
  lookups?: readonly string[];
  /** Event types it wants, in their current version; `all` for all. */
  events: readonly string[] | 'all';
  /** What its rows depend on beside the tables: a change of it, too, means a rebuild from the start. */
  signature?: string;
  /** Applies a batch, in order, in the transaction that also moves the checkpoint. It ends when all that it asked is answered, but for what it sent. */
  apply(tx: BatchTransaction, events: readonly StoredEvent[]): Promise<void>;
}
