import type { Logger } from 'pino';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { check, type VerifyOutcome } from '#projections/engine/verify.ts';
import { portalCatalogue } from '../catalogue.ts';

/** Rebuilds the read tables of a restored log and verifies them against it. Throws if they differ. */
export async function makeReadTables({ store, url, log }: { store: EventStore; url: string; log: Logger }): Promise<VerifyOutcome> {
  const { projections, upcasts } = portalCatalogue();
  await rebuild({ store, url, log, projections, upcasts });
  const outcome = await check({ store, url, log, projections, upcasts });
  if (!outcome.equal) {
    const said = [...outcome.differences.map(({ table }) => table), ...outcome.notVerified.map(({ nome, motivo }) => `${nome}: ${motivo}`)];
    throw new Error(`The log was restored, but the read tables are not what it says: ${said.join(', ')}`);
  }
  return outcome;
}
