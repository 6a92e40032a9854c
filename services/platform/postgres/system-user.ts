import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Command for starting a PostgreSQL program. If this process runs as root, the command changes the user, since PostgreSQL refuses to run as
 * root.
 */
export interface Executor {
  /** Owner of the data directory; absent for the user of this process. */
  owner?: { uid: number; gid: number };
  /** Returns program, arguments and user to spawn instead of the given ones. */
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
  // two portals may start at once; the second `useradd` fails, and the user is found
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME]).catch(() => undefined);
  const made = await idsOf(NAME);
  if (!made) throw new Error(`Started as root: PostgreSQL needs a system user "${NAME}", which could not be made`);
  return made;
}

/**
 * Tells whether a user that owns none of the folders may traverse them down to `path`. Folders that do not exist yet count as reachable.
 */
async function reachable(path: string, uid: number): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const info = await stat(folder).catch(() => null);
    if (info && info.uid !== uid && (info.mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Returns how to start PostgreSQL programs. A normal user starts them directly. Root starts them as the user `postgres`, which is created
 * if missing. If that user cannot reach `paths`, for example below a home with mode 700, the programs keep the capability `dac_override`.
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
