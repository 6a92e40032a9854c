import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Lets `write` make the file under a temporary name, and renames it once it is whole and on disk. */
export async function asResult<T>(final: string, write: (temp: string) => Promise<T>): Promise<T> {
  const temp = `${final}.${randomUUID()}.temp`;
  await mkdir(dirname(final), { recursive: true, mode: 0o700 });
  try {
    const outcome = await write(temp);
    await sync(temp);
    await chmod(temp, 0o600);
    await rename(temp, final);
    return outcome;
  } finally {
    await rm(temp, { force: true });
  }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
