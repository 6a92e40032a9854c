import { DomainError } from '#contracts/core/errors.ts';
import { fold, recordKey, type RecordState } from '#contracts/core/history.ts';
import { exceeds, GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { isTrusted, type Command, type Sender } from '#contracts/ports/dispatch.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { users } from '#contracts/registers/users.ts';
import { groupPermissions, hasAnotherAdministrator, hasUtenti } from '#projections/accesso/accesso.queries.ts';
import type { Dependencies, Rule, Transition } from '#services/platform/module.ts';
import { closeSessionsOutsideGroup, deleteCredentials } from '#services/platform/identity/credentials.ts';
import { requirePower } from '#services/platform/identity/power.ts';

type Deps = Pick<Dependencies, 'store' | 'readDb' | 'writeDb' | 'readModelWait'>;

/**
 * What spans users, groups and sessions, a restore from the history included: a group must exist,
 * the last administrator stays, administrators alone touch groups, administrators and management,
 * and sessions end with the right to them.
 */
export function accessoRules(deps: Deps): Rule[] {
  return [
    {
      registers: [users],
      exclusive: () => true,
      check: (transition, command, sender) => checkUtente(deps, transition, command, sender),
      async recorded(_command, _sender, outcome) {
        await reconcile(deps, String(outcome.key));
        return outcome;
      },
    },
    {
      registers: [groups, groupsPermissions],
      async check(_transition, _command, sender) {
        if (!isTrusted(sender) && sender.identity.groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO');
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

async function checkUtente(deps: Deps, transition: Transition, command: Command, sender: Sender): Promise<void> {
  const { key, before, after } = transition;
  const [was, becomes] = [groupOf(before), groupOf(after)];
  // what people change of themselves is judged by the command
  if (!isTrusted(sender) && command.action !== 'named') await checkPower(deps, was, becomes, sender.identity);
  if (becomes !== null && becomes !== was) await checkGroup(deps, becomes);
  if (was !== GRUPPO_AMMINISTRATORI || becomes === GRUPPO_AMMINISTRATORI) return;
  await updated(deps);
  if (!(await hasAnotherAdministrator(deps.readDb, key))) throw new DomainError('ULTIMO_AMMINISTRATORE');
}

/**
 * Whoever is no administrator has, by a level on admin_page, no power over administrators and
 * management, nor over their own group; and gives nobody rights that they have not themselves.
 */
async function checkPower(deps: Deps, was: number | null, becomes: number | null, identity: Identity): Promise<void> {
  requirePower(identity, was);
  requirePower(identity, becomes);
  if (identity.groupID === GRUPPO_AMMINISTRATORI || becomes === null || becomes === was) return;
  // a right that was taken away a moment ago is no longer given on
  await updated(deps);
  if (exceeds(await groupPermissions(deps.readDb, becomes), identity.permessi)) {
    throw new DomainError('NON_PERMESSO', {
      message: 'Questo gruppo ha diritti che il tuo non ha: può assegnarlo solo un amministratore.',
    });
  }
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
  if (head !== null && !(await wait.until(head))) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
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
