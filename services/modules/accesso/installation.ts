import { registerEventOf } from '#contracts/core/facts.ts';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { romeDate } from '#contracts/core/dates.ts';
import type { Decision } from '#contracts/core/events.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { users } from '#contracts/registers/users.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordIn } from '#contracts/core/typed-record.ts';
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
/** Namespace of the installation's command ids, so that a repeated installation repeats the same commands. */
const INSTALLATION = 'a1f0b3a2-54c5-4a1c-9a39-0f9a8c1c6d55';

/**
 * Creates the groups and, without demo, the first administrator, whose provisional password is written to a file. Idempotent: after a
 * crash the next start completes the installation. `announce` is called when the file is written, before the password is valid.
 */
export async function install(deps: Deps, announce: (access: FirstAccess) => void = () => {}): Promise<{ initialPassword: string | null }> {
  await lockDemo(deps);
  // the correlation id of the log's first event, by which two logs are told apart
  const installation = randomUUID();
  for (const gruppo of INITIAL_GROUPS) await createGroup(deps, gruppo, installation);
  if (deps.config.DEMO && deps.config.NODE_ENV !== 'production') {
    await createDemoAccounts(deps);
    return { initialPassword: null };
  }
  return { initialPassword: await createFirstAdministrator(deps, announce) };
}

/** Creates the four demo accounts. Existing passwords stay. Throws in production. */
export async function createDemoAccounts(deps: Deps): Promise<void> {
  if (deps.config.NODE_ENV === 'production') throw new Error('There are no demo accounts in production');
  for (const { memberID, password, groupID, nome, email, citta: city } of ACCOUNT_DEMO) {
    if ((await hashOf(deps.writeDb, memberID)) !== null) continue;
    if (!(await createUtente(deps, 'demo', memberID, { groupID, custom1: nome, email, custom3: city }))) continue;
    await createCredentials(deps.writeDb, memberID, await hashPassword(md5(password)));
  }
}

/** Creates a group with its permissions in one append, so that no group lacks permissions after a crash. */
async function createGroup(deps: Deps, gruppo: InitialGroup, installation: string): Promise<void> {
  const stream = `${groups.path}-${gruppo.groupID}`;
  if ((await deps.store.read(stream)).length > 0) return;
  await deps.numbers.atLeast(groups.path, gruppo.groupID);
  const decisions = await decisionsOf(deps, gruppo);
  const from = { ...sender(stream, 'sistema'), correlationId: installation };
  await execute(deps, { stream, sender: from, decide: (state) => (state.size > 0 ? [] : decisions) });
}

async function decisionsOf({ numbers }: Deps, { groupID, name, description, permessi }: InitialGroup): Promise<Decision[]> {
  const decisions: Decision[] = [registerEventOf(groups, 'created', { groupID, name, description })];
  for (const [tableName, levels] of Object.entries(permessi)) {
    const { number: permissionID } = await numbers.reserve(
      groupsPermissions.path,
      derivedCommandId(INSTALLATION, `permesso ${groupID} ${tableName}`),
      { durable: true },
    );
    decisions.push(registerEventOf(groupsPermissions, 'created', { permissionID, groupID, tableName, ...levels }));
  }
  return decisions;
}

/**
 * Creates the first administrator if nobody can sign in, also because the first provisional password expired unused. Returns the
 * password; `null` if none was created.
 */
async function createFirstAdministrator(deps: Deps, announce: (access: FirstAccess) => void): Promise<string | null> {
  const now = deps.clock.now();
  if (await credentialsExist(deps.writeDb, now)) return null;
  const memberID = await firstAdministrator(deps);
  const password = randomPassword();
  const hash = await hashPassword(md5(password));
  return deps.writeDb.transaction().execute(async (tx) => {
    // if a concurrent start was first, its password counts
    const provvisoria = provisionalUntil(now);
    if (!(await createCredentials(tx, memberID, hash, { provvisoria, endedBy: now }))) return null;
    announce(await writeFirstAccess(deps.config.DATI_DIR, { memberID, password, until: provvisoria }));
    return password;
  });
}

/** Creates the administrator's user and returns its name: PRIMO_UTENTE, with a number if the log holds another user of that name. */
async function firstAdministrator(deps: Deps): Promise<string> {
  for (let n = 1; ; n += 1) {
    const memberID = n === 1 ? deps.config.PRIMO_UTENTE : `${deps.config.PRIMO_UTENTE}-${n}`;
    if (await createUtente(deps, 'sistema', memberID, { groupID: GRUPPO_AMMINISTRATORI, custom1: 'Amministratore' })) return memberID;
  }
}

/** Creates a user; returns true if the user then exists in that group. A user deleted or moved since the first run stays so. */
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
  const utente = recordIn(fold(deps.catalogue, await deps.store.read(stream)), users, memberID);
  return utente?.exists === true && utente.values.groupID === values.groupID;
}

function sender(thing: string, origine: 'sistema' | 'demo'): Sender {
  const commandId = derivedCommandId(INSTALLATION, thing);
  return { identity: SYSTEM, commandId, correlationId: commandId, origine };
}

/** Creates a password of 140 bits: seven groups of four letters and digits, without characters that look alike. */
function randomPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const gruppo = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: 7 }, gruppo).join('-');
}

/** Hashes a password as the browser does. */
function md5(password: string): string {
  return createHash('md5').update(password, 'utf8').digest('hex');
}
