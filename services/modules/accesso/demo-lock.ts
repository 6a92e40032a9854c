import { streamOf } from '#contracts/core/define-register.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { users } from '#contracts/registers/users.ts';
import { ACCOUNT_DEMO } from '#services/platform/identity/demo-accounts.ts';
import { endCalendar } from '#services/platform/identity/calendars.ts';
import { closeSessionsOf } from '#services/platform/identity/credentials.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'config' | 'store' | 'writeDb' | 'log'>;

const allowsDemoAccounts = ({ DEMO, NODE_ENV }: Dependencies['config']): boolean => DEMO && NODE_ENV !== 'production';

/** Tells whether a user is a demo account in a portal that is no demo. Such an account cannot sign in, whatever its password is now. */
export async function isLockedDemo(deps: Pick<Deps, 'catalogue' | 'config' | 'store'>, memberID: string): Promise<boolean> {
  return !allowsDemoAccounts(deps.config) && ACCOUNT_DEMO.some((account) => account.memberID === memberID) && madeByDemo(deps, memberID);
}

/**
 * Ends the sessions and calendar addresses of demo accounts where a portal that is no demo starts on demo data, and logs a warning. Throws in
 * production.
 */
export async function lockDemo(deps: Deps): Promise<void> {
  if (allowsDemoAccounts(deps.config)) return;
  const found: string[] = [];
  for (const { memberID } of ACCOUNT_DEMO) if (await madeByDemo(deps, memberID)) found.push(memberID);
  if (found.length === 0) return;
  if (deps.config.NODE_ENV === 'production')
    throw new Error(
      `This log holds the demo accounts (${found.join(', ')}): in production the portal does not start on it. An empty log is needed.`,
    );
  for (const memberID of found) {
    await closeSessionsOf(deps.writeDb, memberID);
    await endCalendar(deps.writeDb, memberID);
  }
  deps.log.warn(
    { account: found },
    `this folder holds demo data, whose accounts do not sign in with DEMO=0: to begin empty, name another folder in DATI_DIR or remove ${deps.config.DATI_DIR}`,
  );
}

async function madeByDemo({ catalogue, store }: Pick<Deps, 'catalogue' | 'store'>, memberID: string): Promise<boolean> {
  const events = await store.read(streamOf(users, memberID));
  return events[0]?.metadata.origine === 'demo' && fold(catalogue, events).get(recordKey(users.path, memberID))?.exists === true;
}
