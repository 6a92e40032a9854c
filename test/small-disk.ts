import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  folder: string;
  /** Fills the disk; `leave`: number of bytes that stay free. */
  fill(leave?: number): Promise<void>;
  /** Deletes the data that `fill` wrote. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Mounts a tmpfs of a few MB; returns `null` if this user may not mount. */
export async function smallDisk(mb: number): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = await mkdtemp(join(tmpdir(), 'strato-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  await chmod(folder, 0o755);
  const filler = join(folder, 'pieno');
  return {
    folder,
    async fill(leave = 0) {
      await writeFile(filler, Buffer.alloc(1024), { flag: 'a' });
      const block = Buffer.alloc(65_536);
      for (let size = block.length; size >= 4096; size /= 2) {
        try {
          for (;;) await writeFile(filler, block.subarray(0, size), { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      if (leave > 0) await run('truncate', ['-s', `-${leave}`, filler]);
    },
    empty: () => rm(filler, { force: true }),
    async close() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
