import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Command for starting a PostgreSQL program: as another user if this process is root, which PostgreSQL refuses. */
export interface Executor {
  /** Owner of the data directory; absent: the user of this process. */
  owner?: { uid: number; gid: number };
  /** Program, arguments and user to spawn in place of the given ones. */
  command(program: string, args: readonly string[]): { program: string; args: string[]; ids: { uid?: number; gid?: number } };
}

const NAME = 'postgres';

async function idsOf(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function systemUser(): Promise<{ uid: number; gid: number }> {
  const found = await idsOf(NAME);
  if (found) return found;
  // two portals may start at once: the loser of the race finds the user made by the winner
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME]).catch(() => undefined);
  const made = await idsOf(NAME);
  if (!made) throw new Error(`Started as root: PostgreSQL needs a system user "${NAME}", which could not be made`);
  return made;
}

/** Whether a user that owns nothing on the way may walk down to `path` (parents that do not exist yet will be made by us). */
async function reachable(path: string, uid: number): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const info = await stat(folder).catch(() => null);
    if (info && info.uid !== uid && (info.mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * As a normal user: nothing special. As root: the `postgres` user, made when missing; where that user
 * could not reach the programs or the data (a home with mode 700), it keeps the one capability that
 * lets it pass.
 */
export async function postgresExecutor(paths: readonly string[]): Promise<Executor> {
  const direct = (ids: { uid?: number; gid?: number }): Executor['command'] => {
    return (program, args) => ({ program, args: [...args], ids });
  };
  if (process.getuid?.() !== 0) return { command: direct({}) };
  const ids = await systemUser();
  const open = await Promise.all(paths.map((path) => reachable(path, ids.uid)));
  if (open.every(Boolean)) return { owner: ids, command: direct(ids) };
  const flags = [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ];
  return {
    owner: ids,
    command: (program, args) => ({ program: 'setpriv', args: [...flags, program, ...args], ids: {} }),
  };
}
