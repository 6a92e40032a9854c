import { chmod, mkdir } from 'node:fs/promises';
import { isOfWorkers } from '#contracts/core/archive-folders.ts';

/** Modes of what the portal keeps: its group may read the archive (a backup, a share), nobody else; documents of workers are the portal's alone. */
interface Modes {
  file: number;
  folder: number;
}
const SHARED: Modes = { file: 0o640, folder: 0o750 };
export const PRIVATE: Modes = { file: 0o600, folder: 0o700 };

/** Modes of a logical path of the archive. */
export const modesOf = (path: string): Modes => (isOfWorkers(path) ? PRIVATE : SHARED);

/** Makes what this process writes unreadable for other users of the machine, wherever no mode is given. */
export function keepFromOthers(): void {
  process.umask(0o027);
}

/** Makes a folder with a mode, or gives it to one that is there. A folder of another owner, such as a network share, stays as it is. */
export async function folderWithMode(folder: string, mode: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode });
  await chmod(folder, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP'].includes(error.code ?? '')) throw error;
  });
}
