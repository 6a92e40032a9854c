import { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordIn, type RecordOf } from '#contracts/core/typed-record.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { isTrusted } from '#contracts/ports/dispatch.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { users } from '#contracts/registers/users.ts';
import { hasAnotherAdministrator, hasUtenti } from '#projections/accesso/accesso.queries.ts';
import type { Dependencies, Rule, Transition } from '#services/platform/module.ts';
import { closeSessionsOutsideGroup, deleteCredentials } from '#services/platform/identity/credentials.ts';
import { waitForHead } from '#services/platform/http/wait-for-head.ts';
import { requirePower } from '#services/platform/identity/power.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb' | 'writeDb' | 'readModelWait'>;

/**
 * Rules over users, groups and sessions, a restore from the history included: a group must exist,
 * the last administrator stays, administrators alone touch groups, administrators and management,
 * and sessions end with the right to them.
 */
export function accessoRules(deps: Deps): Rule[] {
  return [
    {
      registers: [users],
      lock: () => 'exclusive',
      async permits({ before, after }, command, sender) {
        // what people change of themselves is judged by the command
        if (!isTrusted(sender) && command.action !== 'named') await checkPower(deps, groupOf(before), groupOf(after), sender.identity);
      },
      check: (transition) => checkUtente(deps, transition),
      async afterRecorded(_command, _sender, outcome) {
        await reconcile(deps, String(outcome.key));
        return outcome;
      },
    },
    {
      registers: [groups, groupsPermissions],
      async permits(_transition, _command, sender) {
        if (!isTrusted(sender) && sender.identity.groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO');
      },
    },
    {
      registers: [groups],
      lock: ({ action }) => (action === 'delete' ? 'exclusive' : null),
      async check({ key, after }) {
        if (!after?.exists) await checkEmptyGroup(deps, Number(key));
      },
    },
  ];
}

async function checkUtente(deps: Deps, { key, before, after }: Transition<typeof users>): Promise<void> {
  const [was, becomes] = [groupOf(before), groupOf(after)];
  if (becomes !== null && becomes !== was) await checkGroup(deps, becomes);
  if (was !== GRUPPO_AMMINISTRATORI || becomes === GRUPPO_AMMINISTRATORI) return;
  await waitForHead(deps);
  if (!(await hasAnotherAdministrator(deps.readDb, key))) throw new DomainError('ULTIMO_AMMINISTRATORE');
}

/** Over the user as it is, and into the group where it goes. */
async function checkPower(deps: Deps, was: number | null, becomes: number | null, identity: Identity): Promise<void> {
  await requirePower(deps, identity, was);
  if (becomes !== was) await requirePower(deps, identity, becomes, 'into');
}

/** 400 for a group that does not exist. */
async function checkGroup({ catalogue, store }: Pick<Deps, 'catalogue' | 'store'>, groupID: number): Promise<void> {
  const gruppo = recordIn(fold(catalogue, await store.read(`groups-${groupID}`)), groups, groupID);
  if (!gruppo?.exists) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'groupID', messaggio: 'Il gruppo non esiste' }] });
}

async function checkEmptyGroup(deps: Deps, groupID: number): Promise<void> {
  await waitForHead(deps);
  if (await hasUtenti(deps.readDb, groupID)) throw new DomainError('GRUPPO_IN_USO');
}

/** Ends what the record no longer gives. From the record as it is now, so that a repeated command repairs an interrupted one. */
async function reconcile({ catalogue, store, writeDb }: Deps, memberID: string): Promise<void> {
  const gruppo = groupOf(recordIn(fold(catalogue, await store.read(`users-${memberID}`)), users, memberID));
  if (gruppo === null) await deleteCredentials(writeDb, memberID);
  else await closeSessionsOutsideGroup(writeDb, memberID, gruppo);
}

/** `null` for a user that does not exist. */
function groupOf(record: RecordOf<typeof users> | undefined): number | null {
  return record?.exists ? Number(record.values.groupID) : null;
}
