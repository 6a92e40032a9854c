import { streamOf } from '#contracts/core/define-register.ts';
import { fold, recordKey } from '#contracts/core/history.ts';
import { users } from '#contracts/registers/users.ts';
import { ACCOUNT_DEMO } from '#services/platform/identity/demo-accounts.ts';
import { closeSessionsOf } from '#services/platform/identity/credentials.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'config' | 'store' | 'writeDb' | 'log'>;

const isOpen = ({ DEMO, NODE_ENV }: Dependencies['config']): boolean => DEMO && NODE_ENV !== 'production';

/** An account whose password everybody knows, in a portal that is no demo: it does not come in, whatever its password is now. */
export async function isLockedDemo({ config, store }: Pick<Deps, 'config' | 'store'>, memberID: string): Promise<boolean> {
  return !isOpen(config) && ACCOUNT_DEMO.some((account) => account.memberID === memberID) && madeByDemo(store, memberID);
}

/**
 * A portal started without demo on a folder that has it: its accounts are shut out and the start
 * says so. In production it does not start at all.
 */
export async function lockDemo(deps: Deps): Promise<void> {
  if (isOpen(deps.config)) return;
  const found: string[] = [];
  for (const { memberID } of ACCOUNT_DEMO) if (await madeByDemo(deps.store, memberID)) found.push(memberID);
  if (found.length === 0) return;
  if (deps.config.NODE_ENV === 'production')
    throw new Error(
      `Questo registro ha gli account dimostrativi (${found.join(', ')}): in produzione il portale non parte. Serve un registro vuoto.`,
    );
  for (const memberID of found) await closeSessionsOf(deps.writeDb, memberID);
  deps.log.warn(
    { account: found },
    `questa cartella ha dati dimostrativi, e i loro account non entrano con DEMO=0: per cominciare vuoto indicare un'altra cartella in DATI_DIR, o togliere ${deps.config.DATI_DIR}`,
  );
}

async function madeByDemo(store: Deps['store'], memberID: string): Promise<boolean> {
  const events = await store.read(streamOf(users, memberID));
  return events[0]?.metadata.origine === 'demo' && fold(events).get(recordKey(users.path, memberID))?.exists === true;
}
