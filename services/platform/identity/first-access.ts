import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** File with the first administrator's password, and its expiry. */
export interface FirstAccess {
  memberID: string;
  path: string;
  until: Date;
}

const pathIn = (dataDir: string): string => join(resolve(dataDir), 'segreti', 'primo-accesso');

/** Writes the first administrator's password to a file that only the portal's own user can read. The password is stored nowhere else. */
export async function writeFirstAccess(
  dataDir: string,
  { memberID, password, until }: { memberID: string; password: string; until: Date },
): Promise<FirstAccess> {
  const path = pathIn(dataDir);
  await mkdir(resolve(dataDir, 'segreti'), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `utente ${memberID}\npassword ${password}\nvale fino a ${until.toISOString()}\n`, { mode: 0o600 });
  await rename(draft, path);
  return { memberID, path, until };
}

/** Deletes the file, once the first administrator has chosen a password. */
export async function removeFirstAccess(dataDir: string, memberID: string): Promise<void> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '');
  if (text.startsWith(`utente ${memberID}\n`)) await rm(pathIn(dataDir), { force: true });
}
