import type { Kysely } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { ReadDatabase } from '../database.ts';
import type { BatchTransaction } from './transaction.ts';

/**
 * A read model. A projection never throws on an event it does not understand, and is idempotent: each row stores the version of its stream
 * and is changed only by a newer one.
 */
export interface Projection {
  name: string;
  /** Names of the tables it fills (for verify and rebuild). */
  tables: readonly string[];
  /** Creates its tables in the current schema (search_path). */
  create(db: Kysely<ReadDatabase>): Promise<void>;
  /** Names of the indexes that `apply` reads; a rebuild creates the others only after filling the tables. */
  lookups?: readonly string[];
  /** Event types it wants, in their current version; `all` for all. */
  events: readonly string[] | 'all';
  /** Receives its events as they were recorded, without upcasts and cleaning. */
  recorded?: true;
  /** Further inputs of its rows beside the tables' definition; a change of them also causes a rebuild from the start. */
  signature?: string;
  /**
   * Applies a batch, in order, in the transaction that also moves the checkpoint. The promise resolves when all queries are answered;
   * statements passed to `send` may still be pending.
   */
  apply(tx: BatchTransaction, events: readonly StoredEvent[]): Promise<void>;
}
