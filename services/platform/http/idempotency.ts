import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { sql } from 'kysely';
import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '#contracts/core/errors.ts';
import { prepareStatement } from '#projections/database/prepared.ts';
import type { Dependencies } from '../module.ts';
import { asDomainError } from './problem.ts';

type Deps = Pick<Dependencies, 'writeDb' | 'config' | 'store'>;

const NAMESPACE = '7a1c2f0e-93b4-4c55-8e0e-51d7f3a9c402';

/**
 * Binds an Idempotency-Key to one request of one person. The same key with another body, method or path throws 422. `handle` must await
 * `keyClaimed` before it records anything. A refused request releases the key, so that a corrected request can use it.
 * The fingerprint is an HMAC with the portal's secret, since bodies can hold a password's digest.
 */
export async function withIdempotencyKey(
  deps: Deps,
  req: Request,
  memberID: string | undefined,
  handle: (keyClaimed: Promise<void>) => Promise<void>,
): Promise<void> {
  const key = req.headers['idempotency-key'];
  if (typeof key !== 'string' || memberID === undefined || req.method === 'GET') return handle(Promise.resolve());
  const name = uuidV5(JSON.stringify([memberID, key]), NAMESPACE);
  const claiming = claim(deps, name, fingerprintsOf(deps, req));
  const keyClaimed = claiming.then(() => {});
  // prevents an unhandled rejection if `handle` does not await the promise
  keyClaimed.catch(() => {});
  try {
    await handle(keyClaimed);
  } catch (error) {
    // a reused key's error takes precedence over the error of `handle`
    if ((await claiming) && asDomainError(error).status < 500) await release(deps, name);
    throw error;
  }
}

const claimKey = prepareStatement(
  () => sql<unknown>`insert into public.chiavi (chiave, impronta)
  select ${''}::uuid, ${''} from (select set_config('synchronous_commit', ${''}, true)) as impostato on conflict do nothing returning 1`,
);

/** Claims a key; returns true if it was new. Throws CHIAVE_RIUSATA if another request used it. */
async function claim(
  { writeDb, store }: Deps,
  name: string,
  fingerprints: readonly [today: string, ...before: string[]],
): Promise<boolean> {
  // with the log in this database, the commit of the events also flushes the key; a key that was not flushed may be claimed again
  const waits = store.name === 'postgres' ? 'off' : 'on';
  const claimed = await claimKey(writeDb, [name, fingerprints[0], waits]);
  if (claimed.length > 0) return true;
  const kept = await writeDb.withSchema('public').selectFrom('chiavi').select('impronta').where('chiave', '=', name).executeTakeFirst();
  // without a row, the request that held the key was refused just now and has released it
  if (kept !== undefined && !fingerprints.includes(kept.impronta)) throw new DomainError('CHIAVE_RIUSATA');
  return false;
}

async function release({ writeDb }: Deps, name: string): Promise<void> {
  await writeDb.withSchema('public').deleteFrom('chiavi').where('chiave', '=', name).execute();
}

/** Returns the request's fingerprint under the present secret and, while the secret changes, under the previous one. */
function fingerprintsOf({ config }: Deps, req: Request): [string, ...string[]] {
  // the fingerprint of an upload covers only its address, since its body has not been read yet
  const content = JSON.stringify([req.method, req.originalUrl, req.body ?? null]);
  const under = (secret: string): string => createHmac('sha256', secret).update(content).digest('base64url');
  return [under(config.SEGRETO ?? ''), ...(config.SEGRETO_PRIMA === undefined ? [] : [under(config.SEGRETO_PRIMA)])];
}
