import { chmod, mkdir } from 'node:fs/promises';
import { isOfWorkers } from '#contracts/core/archive-folders.ts';

/**
 * File and folder modes. The portal's group may read the archive, for backups and network shares. Documents of workers are readable by the
 * portal alone.
 */
interface Modes {
  file: number;
  folder: number;
}
const SHARED: Modes = { file: 0o640, folder: 0o750 };
export const PRIVATE: Modes = { file: 0o600, folder: 0o700 };

/** Returns the modes of a logical path of the archive. */
export const modesOf = (path: string): Modes => (isOfWorkers(path) ? PRIVATE : SHARED);

/** Sets the process's umask, so that files written without a mode are unreadable for other users of the machine. */
export function keepFromOthers(): void {
  process.umask(0o027);
}

/**
 * Creates a folder with a mode, or sets the mode of an existing one. A folder of another owner, such as a network share, keeps its mode.
 */
export async function folderWithMode(folder: string, mode: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode });
  await chmod(folder, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP'].includes(error.code ?? '')) throw error;
  });
}
