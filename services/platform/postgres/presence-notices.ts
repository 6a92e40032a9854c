import { sql, type Kysely } from 'kysely';
import { listen, type Listener } from '#projections/database.ts';
import type { WriteDatabase } from './write-tables.ts';

/** NOTIFY channel on which the processes tell each other who holds unsaved changes. */
const CHANNEL = 'presenze';

/** Sends a message to all listening processes. Nothing is stored, and the commit does not wait for the disk. */
export async function notifyPresence(db: Kysely<WriteDatabase>, message: string): Promise<void> {
  const settings = db.selectNoFrom(({ fn, lit }) =>
    fn('set_config', [sql.lit('synchronous_commit'), sql.lit('off'), lit(true)]).as('synchronous_commit'),
  );
  await db
    .selectFrom(settings.as('set'))
    .select(({ fn, val }) => fn('pg_notify', [val(CHANNEL), val(message)]).as('notified'))
    .execute();
}

/** Calls `onMessage` with each message, also of this process. */
export const listenPresence = (url: string, onMessage: (message: string) => void): Listener =>
  listen({ url, channel: CHANNEL, when: (message) => void (message && onMessage(message)) });
