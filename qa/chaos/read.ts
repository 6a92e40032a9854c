import { sql } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { readUntil } from '#projections/engine/read-until.ts';
import { call } from '../../test/calls.ts';
import { entryName, type Row } from './count.ts';
import { KINDS } from './kinds.ts';
import type { PortalUnderTest } from './target.ts';

/** Reads the events after `after`, and their history entries. */
export async function readLog(target: PortalUnderTest, after: string | null): Promise<{ events: StoredEvent[]; history: string[] }> {
  const url = await target.database();
  const { pool } = openDatabase({ url, max: 2, schema: 'public' });
  const { db } = openDatabase<ReadDatabase>({ url, max: 1 });
  const store = target.store(pool);
  try {
    const events: StoredEvent[] = [];
    for await (const batch of readUntil(store, after, await store.head())) events.push(...batch);
    const { rows } = await sql<{
      flusso: string;
      versione: number;
    }>`select flusso, versione from storico where posizione > ${after ?? ''}`.execute(db);
    return { events, history: rows.map(({ flusso, versione }) => entryName({ stream: flusso, version: versione })) };
  } finally {
    await store.close();
    await Promise.all([pool.end(), db.destroy()]);
  }
}

/** Reads the lists of every written register through the API; returns rows by register, then by key. */
export async function readLists({ base }: PortalUnderTest, token: string): Promise<Map<string, Map<string, Row>>> {
  const lists = new Map<string, Map<string, Row>>();
  for (const { def } of KINDS) {
    const { status, body, text } = await call(`${base}/api/${def.path}`, 'GET', { token });
    if (status !== 200) throw new Error(`GET /api/${def.path}: ${status} ${text}`);
    lists.set(def.path, new Map((body.data as Row[]).map((row) => [String(row[def.key.field]), row])));
  }
  return lists;
}
