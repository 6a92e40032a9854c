import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fingerprint } from '#services/platform/files/fingerprint.ts';
import { isMaster, masterKey, newEncryption, secretName, type MasterKey } from './archive/cipher.ts';
import { encryptionSchema } from './archive/format.ts';
import { DRAFT, writeArchive, type ArchiveWriter } from './archive/write-archive.ts';
import { PART } from './manifest.ts';
import type { Keep } from './trees.ts';

/** Folder of file contents, named by digest, which the backups of a folder share. */
export const OBJECTS = 'oggetti';

/** Extensions of compressed file types, which are stored without gzip. */
const PACKED = new Set(['.pdf', '.jpg', '.jpeg', '.png', '.zip', '.xlsx']);
const isPacked = (file: string): boolean => PACKED.has(extname(file.replace(/\/\d+$/, '')).toLowerCase());

/** Creates the `Keep` that stores each content once, inside the backup's own file. */
export function inside(archive: ArchiveWriter): Keep {
  const bytesByDigest = new Map<string, number>();
  return async (file) => {
    const sha256 = await fingerprint(createReadStream(file));
    const bytes = bytesByDigest.get(sha256);
    if (bytes !== undefined) return { sha256, bytes };
    // the file may have changed since it was hashed, so the digest of the written bytes counts
    const part = await archive.part({ name: PART.content, gzip: !isPacked(file) }, createReadStream(file));
    bytesByDigest.set(part.sha256, part.bytes);
    return part;
  };
}

/** Returns the path of a content below a folder of backups. */
export function objectPath(folder: string, sha256: string, master: MasterKey | null): string {
  const name = master ? secretName(master, sha256) : sha256;
  return join(folder, OBJECTS, name.slice(0, 2), name);
}

const TIMES = 3;

/** Creates the `Keep` that stores each content once for all backups of a folder, so that a backup copies only new contents. */
export function beside(folder: string, createdAt: string, master: MasterKey | null): Keep {
  return async (file) => {
    for (let time = 1; ; time += 1) {
      const sha256 = await fingerprint(createReadStream(file));
      const object = objectPath(folder, sha256, master);
      const { size } = await stat(file);
      if (await stat(object).catch(() => null)) return { sha256, bytes: size };
      await mkdir(dirname(object), { recursive: true, mode: 0o700 });
      const part = await writeArchive({ file: object, createdAt, master }, (archive) =>
        archive.part({ name: PART.content, gzip: !isPacked(file) }, createReadStream(file)),
      );
      if (part.sha256 === sha256) return part;
      await rm(object);
      if (time === TIMES) throw new Error(`${file} is being written to all the time`);
    }
  };
}

const KEY_FILE = 'chiave.json';

/** Error for a passphrase other than the one of the folder's backups. */
export class WrongPassphrase extends Error {
  constructor() {
    super('The passphrase is not the one of this folder: its backups share their files, and are sealed with one.');
    this.name = 'WrongPassphrase';
  }
}

/** Returns the master key of a folder, which all its backups and shared contents use. Creates the key file for a new folder. */
export async function folderKey(folder: string, passphrase: string | null): Promise<MasterKey | null> {
  if (passphrase === null) return null;
  const file = join(folder, KEY_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) {
    const master = await masterKey(passphrase);
    await writeFile(file, `${JSON.stringify(newEncryption(master))}\n`, { flag: 'wx', mode: 0o600 });
    return master;
  }
  const known = encryptionSchema.parse(JSON.parse(text));
  const master = await masterKey(passphrase, known.kdf);
  if (!isMaster(master, known)) throw new WrongPassphrase();
  return master;
}

/** Deletes partial files of a killed backup. Only one backup runs at a time, so no other process writes here. */
export async function sweepDrafts(folder: string): Promise<void> {
  const folders = [folder, ...(await readdir(join(folder, OBJECTS)).catch(() => [])).map((name) => join(folder, OBJECTS, name))];
  for (const one of folders) {
    const drafts = (await readdir(one)).filter((name) => name.startsWith('.') && name.endsWith(DRAFT));
    await Promise.all(drafts.map((name) => rm(join(one, name), { force: true })));
  }
}
