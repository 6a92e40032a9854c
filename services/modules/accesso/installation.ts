import { createHash, randomInt, randomUUID } from 'node:crypto';
import { romeDate } from '#contracts/core/dates.ts';
import type { Decision } from '#contracts/core/events.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { ACCOUNT_DEMO } from '#services/platform/identity/demo-accounts.ts';
import { createCredentials, credentialsExist, hashOf, provisionalUntil } from '#services/platform/identity/credentials.ts';
import { writeFirstAccess, type FirstAccess } from '#services/platform/identity/first-access.ts';
import { lockDemo } from './demo-lock.ts';
import { INITIAL_GROUPS, type InitialGroup } from './initial-groups.ts';
import { hashPassword } from '#services/platform/identity/password.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'config' | 'store' | 'clock' | 'numbers' | 'writeDb' | 'dispatch' | 'log'>;

const SYSTEM: Identity = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };
/** From which the commands of the installation get their ids: run again, they are the same commands. */
const INSTALLATION = 'a1f0b3a2-54c5-4a1c-9a39-0f9a8c1c6d55';

/**
 * Installs what the first sign-in needs: the groups and, without demo, an administrator whose
 * provisional password stands in a file. Idempotent, and whatever a crash left undone the next start
 * completes. `announce` is told of the file once it is written and before the password counts.
 */
export async function install(deps: Deps, announce: (access: FirstAccess) => void = () => {}): Promise<{ initialPassword: string | null }> {
  await lockDemo(deps);
  // the first event of a log carries it: two logs are told apart by it
  const installation = randomUUID();
  for (const gruppo of INITIAL_GROUPS) await createGroup(deps, gruppo, installation);
  if (deps.config.DEMO && deps.config.NODE_ENV !== 'production') {
    await createDemoAccounts(deps);
    return { initialPassword: null };
  }
  return { initialPassword: await createFirstAdministrator(deps, announce) };
}

/** The four accounts of the demo; a password changed since stays changed. */
export async function createDemoAccounts(deps: Deps): Promise<void> {
  if (deps.config.NODE_ENV === 'production') throw new Error('There are no demo accounts in production');
  for (const { memberID, password, groupID, nome, email, citta: city } of ACCOUNT_DEMO) {
    if ((await hashOf(deps.writeDb, memberID)) !== null) continue;
    if (!(await createUtente(deps, 'demo', memberID, { groupID, custom1: nome, email, custom3: city }))) continue;
    await createCredentials(deps.writeDb, memberID, await hashPassword(md5(password)));
  }
}

/** Group and permissions in one append: there is never half a group. */
async function createGroup(deps: Deps, gruppo: InitialGroup, installation: string): Promise<void> {
  const stream = `${groups.path}-${gruppo.groupID}`;
  if ((await deps.store.read(stream)).length > 0) return;
  await deps.numbers.atLeast(groups.path, gruppo.groupID);
  const decisions = await decisionsOf(deps, gruppo);
  const from = { ...sender(stream, 'sistema'), correlationId: installation };
  await execute(deps, { stream, sender: from, decide: (state) => (state.size > 0 ? [] : decisions) });
}

async function decisionsOf({ numbers }: Deps, { groupID, name, description, permessi }: InitialGroup): Promise<Decision[]> {
  const decisions: Decision[] = [{ type: groups.events.created, data: { groupID, name, description } }];
  for (const [tableName, levels] of Object.entries(permessi)) {
    const { number: permissionID } = await numbers.reserve(
      groupsPermissions.path,
      derivedCommandId(INSTALLATION, `permesso ${groupID} ${tableName}`),
      { durable: true },
    );
    decisions.push({ type: groupsPermissions.events.created, data: { permissionID, groupID, tableName, ...levels } });
  }
  return decisions;
}

/** Only where nobody can log in at all, be it that the first password ended before anybody used it. */
async function createFirstAdministrator(deps: Deps, announce: (access: FirstAccess) => void): Promise<string | null> {
  const now = deps.clock.now();
  if (await credentialsExist(deps.writeDb, now)) return null;
  const memberID = await firstAdministrator(deps);
  const password = randomPassword();
  const hash = await hashPassword(md5(password));
  return deps.writeDb.transaction().execute(async (tx) => {
    // another start was quicker: its password is the one
    const provvisoria = provisionalUntil(now);
    if (!(await createCredentials(tx, memberID, hash, { provvisoria, endedBy: now }))) return null;
    announce(await writeFirstAccess(deps.config.DATI_DIR, { memberID, password, until: provvisoria }));
    return password;
  });
}

/** The configured name, or the next one where a log older than these credentials holds another user of that name. */
async function firstAdministrator(deps: Deps): Promise<string> {
  for (let n = 1; ; n += 1) {
    const memberID = n === 1 ? deps.config.PRIMO_UTENTE : `${deps.config.PRIMO_UTENTE}-${n}`;
    if (await createUtente(deps, 'sistema', memberID, { groupID: GRUPPO_AMMINISTRATORI, custom1: 'Amministratore' })) return memberID;
  }
}

/** True when the user exists in that group afterwards: one deleted or moved since stays so. */
async function createUtente(
  deps: Deps,
  origine: 'sistema' | 'demo',
  memberID: string,
  values: { groupID: number } & Record<string, string | number>,
): Promise<boolean> {
  const stream = `users-${memberID}`;
  const command = {
    register: 'users',
    action: 'create' as const,
    key: memberID,
    values: { ...values, signupDate: romeDate(deps.clock.now()) },
  };
  await deps.dispatch(command, sender(stream, origine)).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'DUPLICATO')) throw error;
  });
  const utente = fold(deps.catalogue, await deps.store.read(stream)).get(recordKey('users', memberID));
  return utente?.exists === true && utente.values['groupID'] === values.groupID;
}

function sender(thing: string, origine: 'sistema' | 'demo'): Sender {
  const commandId = derivedCommandId(INSTALLATION, thing);
  return { identity: SYSTEM, commandId, correlationId: commandId, origine };
}

/** Seven groups of four letters and digits that are not mistaken for one another: 140 bits. */
function randomPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const gruppo = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: 7 }, gruppo).join('-');
}

/** Hashes a password as the browser does. */
function md5(password: string): string {
  return createHash('md5').update(password, 'utf8').digest('hex');
}
