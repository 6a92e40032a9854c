import { v5 as uuidV5 } from 'uuid';
import type { JsonObject } from '#contracts/core/events.ts';
import { VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import type { JobContext } from '#contracts/ports/job-queue.ts';

/** Namespace of event ids that jobs derive, so that a repeated job appends the same event. */
const NAMESPACE = '5f0c7a54-0d0e-4f52-9a34-6b0f9c3c7b1e';

/** Appends the only event of a stream. A repeated job finds the stream written and appends nothing. */
export async function recordOnce(
  store: EventStore,
  { id, utente, groupID, correlationId = id }: Pick<JobContext, 'id' | 'utente' | 'groupID' | 'correlationId'>,
  { stream, type, data, at = new Date().toISOString() }: { stream: string; type: string; data: JsonObject; at?: string | undefined },
): Promise<void> {
  const eventId = uuidV5(`${id}/${type}`, NAMESPACE);
  const metadata = { eventId, commandId: eventId, correlationId, utente, groupID, at, origine: 'job' };
  await store.append(stream, [{ type, data, metadata }], 'none').catch((error: unknown) => {
    if (!(error instanceof VersionConflict)) throw error;
  });
}
