import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { Command, Dispatch, Sender } from '#contracts/ports/dispatch.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { register } from '#contracts/registers/index.ts';
import { recordKey, evolve, fold, type RecordState } from '#contracts/core/history.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { authorise } from '#services/registers/authorise.ts';
import { decide } from '#services/registers/register.decider.ts';
import { hasAnotherAdministrator, hasUtenti } from './accesso.queries.ts';
import { closeSessionsOutsideGroup, deleteCredentials } from '#services/platform/identity/credentials.ts';
import { lock } from '#services/platform/identity/global-lock.ts';

type Deps = Pick<Dependencies, 'store' | 'readDb' | 'writeDb' | 'readModelWait'>;

/** A record before and after a command. */
interface Transition {
  key: string;
  before: RecordState | undefined;
  after: RecordState | undefined;
}

/**
 * The same dispatch, with the rules that span users, groups and sessions. Every write of users and
 * groups goes through it, a restore from the history included: a group must exist, the last
 * administrator stays, only administrators touch administrators, and sessions end with the right
 * to them.
 */
export function withAccessoRules(deps: Deps, dispatch: Dispatch): Dispatch {
  const oneAtATime = lock(deps.writeDb);
  return async (command, sender) => {
    if (command.register === 'users') {
      return oneAtATime(async () => {
        const transition = await foresee(deps, command, sender);
        if (transition) await checkUtente(deps, transition, sender);
        const outcome = await dispatch(command, sender);
        await reconcile(deps, String(outcome.key));
        return outcome;
      });
    }
    if (command.register === 'groups' && command.action === 'delete') {
      return oneAtATime(async () => {
        const transition = await foresee(deps, command, sender);
        if (transition) await checkEmptyGroup(deps, Number(transition.key));
        return dispatch(command, sender);
      });
    }
    return dispatch(command, sender);
  };
}

/** What the command would do, judged as dispatch will; `null` when it was already carried out. */
async function foresee(deps: Deps, command: Command, sender: Sender): Promise<Transition | null> {
  const def = register(command.register);
  const key = command.key ?? '';
  if (!def) throw new DomainError('SCONOSCIUTO');
  const events = await deps.store.read(streamOf(def, key));
  if (events.some((event) => event.metadata.commandId === sender.commandId)) return null;
  const state = fold(events);
  const resolved = { ...command, key };
  if (!isSystem(sender)) authorise(def, resolved, state, sender.identity);
  const metadata = { utente: sender.identity.memberID, at: '' };
  const after = decide(def, resolved, state, events)
    .reduce((s, decision, i) => evolve(s, { ...decision, metadata, version: events.length + i + 1 }), state);
  const record = recordKey(def.path, key);
  return { key: String(key), before: state.get(record), after: after.get(record) };
}

async function checkUtente(deps: Deps, transition: Transition, sender: Sender): Promise<void> {
  const { key, before, after } = transition;
  const [was, becomes] = [groupOf(before), groupOf(after)];
  if (!isSystem(sender)) checkPower(transition, sender);
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

function isSystem({ origine }: Sender): boolean {
  return origine === 'sistema' || origine === 'demo';
}
