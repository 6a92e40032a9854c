import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { createDependencies } from '#services/dependencies.ts';
import { assemble } from '#services/modules.ts';
import { createCredentials } from '#services/platform/identity/credentials.ts';
import { openSession } from '#services/platform/identity/sessions.ts';
import { readConfig } from '#services/platform/start/config.ts';
import { prepareEnvironment } from '#services/platform/start/environment.ts';
import { createShutdown } from '#services/platform/start/shutdown.ts';

/** Creates a session of an administrator without a password in the database of a running portal; returns the token. */
export async function signIn(folder: string, database: string): Promise<string> {
  const [token] = await signInAs(folder, database, ['bench']);
  return token!;
}

/** Creates a session without a password for each of these administrators; a name may occur up to 20 times. Returns the tokens. */
export async function signInAs(folder: string, database: string, people: readonly string[]): Promise<string[]> {
  const log = pino({ level: 'silent' });
  const shutdown = createShutdown(log);
  try {
    const { config } = await prepareEnvironment(readConfig({ DATI_DIR: folder, DATABASE_URL: database, DEMO: '0' }), log, shutdown);
    const { deps } = assemble(await createDependencies(config, log, shutdown));
    const hash = 'no password has this digest';
    const sender = (memberID: string) => ({
      identity: { memberID, groupID: GRUPPO_AMMINISTRATORI, permessi: {} },
      commandId: randomUUID(),
      correlationId: randomUUID(),
      origine: 'demo' as const,
    });
    const tokens: string[] = [];
    for (const memberID of people) {
      const fresh = { memberID, groupID: GRUPPO_AMMINISTRATORI, ricordami: true, hash, now: deps.clock.now() };
      if (await createCredentials(deps.writeDb, memberID, hash)) {
        const values = { groupID: GRUPPO_AMMINISTRATORI };
        await deps.dispatch({ register: 'users', action: 'create', key: memberID, values }, sender(memberID));
      }
      const token = await openSession(deps.writeDb, fresh);
      if (token === null) throw new Error('no session for the benchmark');
      tokens.push(token);
    }
    return tokens;
  } finally {
    await shutdown.closeAll();
  }
}
