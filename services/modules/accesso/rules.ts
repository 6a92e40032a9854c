import { DomainError } from '#contracts/core/errors.ts';
import { fold, recordKey, type RecordState } from '#contracts/core/history.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { isTrusted, type Sender } from '#contracts/ports/dispatch.ts';
import { groups } from '#contracts/registers/groups.ts';
import { users } from '#contracts/registers/users.ts';
import { hasAnotherAdministrator, hasUtenti } from '#projections/accesso/accesso.queries.ts';
import type { Dependencies, Rule, Transition } from '#services/platform/module.ts';
import { closeSessionsOutsideGroup, deleteCredentials } from '#services/platform/identity/credentials.ts';

type Deps = Pick<Dependencies, 'store' | 'readDb' | 'writeDb' | 'readModelWait'>;

/**
 * What spans users, groups and sessions, a restore from the history included: a group must exist,
 * the last administrator stays, only administrators touch administrators, and sessions end with the
 * right to them.
 */
export function accessoRules(deps: Deps): Rule[] {
  return [
    {
      registers: [users],
      exclusive: () => true,
      check: (transition, _command, sender) => checkUtente(deps, transition, sender),
      async recorded(_command, _sender, outcome) {
        await reconcile(deps, String(outcome.key));
        return outcome;
      },
    },
    {
      registers: [groups],
      exclusive: ({ action }) => action === 'delete',
      async check({ key, after }) {
        if (!after?.exists) await checkEmptyGroup(deps, Number(key));
      },
    },
  ];
}

async function checkUtente(deps: Deps, transition: Transition, sender: Sender): Promise<void> {
  const { key, before, after } = transition;
  const [was, becomes] = [groupOf(before), groupOf(after)];
  if (!isTrusted(sender)) checkPower(transition, sender);
  if (becomes !== null && becomes !== was) await checkGroup(deps, becomes);
  if (was !== GRUPPO_AMMINISTRATORI || becomes === GRUPPO_AMMINISTRATORI) return;
  await updated(deps);
  if (!await hasAnotherAdministrator(deps.readDb, key)) throw new DomainError('ULTIMO_AMMINISTRATORE');
}

/** A level on admin_page makes nobody an administrator, and moves nobody to another group by themselves. */
function checkPower({ key, before, after }: Transition, { identity }: Sender): void {
  if (identity.groupID === GRUPPO_AMMINISTRATORI) return;
  const [was, becomes] = [groupOf(before), groupOf(after)];
  const amministratore = was === GRUPPO_AMMINISTRATORI || becomes === GRUPPO_AMMINISTRATORI;
  const ownGroup = key === identity.memberID && was !== becomes;
  if (amministratore || ownGroup) throw new DomainError('NON_PERMESSO');
}

/** 400 for a group that does not exist. */
async function checkGroup({ store }: Pick<Deps, 'store'>, groupID: number): Promise<void> {
  const gruppo = fold(await store.read(`groups-${groupID}`)).get(recordKey('groups', groupID));
  if (!gruppo?.exists) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'groupID', messaggio: 'Il gruppo non esiste' }] });
}

async function checkEmptyGroup(deps: Deps, groupID: number): Promise<void> {
  await updated(deps);
  if (await hasUtenti(deps.readDb, groupID)) throw new DomainError('GRUPPO_IN_USO');
}

/** The read tables hold all that was written: under the lock they can be trusted. */
async function updated({ store, readModelWait: wait }: Deps): Promise<void> {
  const head = await store.head();
  if (head !== null && !await wait.until(head)) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
}

/** Ends what the record no longer gives. From the record as it is now, so that a repeated command repairs an interrupted one. */
async function reconcile({ store, writeDb }: Deps, memberID: string): Promise<void> {
  const gruppo = groupOf(fold(await store.read(`users-${memberID}`)).get(recordKey('users', memberID)));
  if (gruppo === null) await deleteCredentials(writeDb, memberID);
  else await closeSessionsOutsideGroup(writeDb, memberID, gruppo);
}

/** `null` for a user that does not exist. */
function groupOf(record: RecordState | undefined): number | null {
  return record?.exists ? Number(record.values['groupID']) : null;
}
