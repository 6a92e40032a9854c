import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { personalData } from '#contracts/core/personal-data.ts';
import { openDatabase } from '#projections/database.ts';
import { makeReadTables } from '#services/cli/restored-tables.ts';
import { storePostgres } from '#services/platform/event-store/postgres.ts';
import { personKeys } from '#services/platform/sealing/keys.ts';
import { opener, sealedStore } from '#services/platform/sealing/sealed-store.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { keysOf, readArchive } from './archive/read-archive.ts';
import { writeArchive } from './archive/write-archive.ts';
import type { Part } from './archive/format.ts';
import { manifestSchema, PART, type FileEntry } from './manifest.ts';
import { testDatabase } from '../../test/postgres.ts';
import { catalogue } from '../../test/catalogue.ts';
import { SETTINGS, type TestPortal } from '../../test/portal.ts';
import type { Source } from './backup.ts';
import type { Scratch } from './restore-test.ts';

/** Writes a backup once more, whole and sealed, with another list of files: as somebody would who has its passphrase. */
export async function sealedAgain(from: string, to: string, change: (entries: FileEntry[]) => FileEntry[]): Promise<void> {
  const archive = await readArchive(from, keysOf(null), manifestSchema);
  await rm(to, { force: true });
  await writeArchive({ file: to, createdAt: archive.header.made, master: null }, async (target) => {
    const parts: Part[] = [];
    for await (const { name, content } of archive.parts) {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk);
      const text = Buffer.concat(chunks);
      const entries =
        name === PART.files
          ? change(
              text
                .toString()
                .split('\n')
                .filter(Boolean)
                .map((line) => JSON.parse(line) as FileEntry),
            )
          : null;
      const bytes = entries ? Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')) : text;
      const part = await target.part({ name, gzip: name !== PART.content }, [bytes]);
      if (name !== PART.content) parts.push(part);
    }
    return { ...archive.manifest(), parts };
  });
}

const silent = pino({ level: 'silent' });

const foldersIn = (folder: string) => ({
  archivio: join(folder, 'archivio'),
  risultati: join(folder, 'risultati'),
  segreti: join(folder, 'segreti'),
});

/** Creates the sources and empty targets that backup specs need; all are closed together. */
export function backupBench() {
  const closing: (() => Promise<unknown>)[] = [];
  return {
    /** With a result of a job, and the two secrets of an embedded portal. */
    async source({ deps, url, folder }: TestPortal): Promise<Source> {
      const { pool, db } = openDatabase<Record<string, never>>({ url, max: 3, schema: 'public' });
      closing.push(() => db.destroy());
      const folders = foldersIn(folder);
      await mkdir(folders.archivio, { recursive: true });
      await mkdir(join(folders.risultati, 'zip'), { recursive: true });
      await writeFile(join(folders.risultati, 'zip', 'uno.zip'), 'un risultato');
      await mkdir(folders.segreti, { recursive: true });
      await writeFile(join(folders.segreti, 'firma'), 'la chiave che firma i nomi dei file');
      await writeFile(join(folders.segreti, 'postgres'), 'la password del database incorporato');
      return { store: deps.store, open: opener(deps.keys), pool, folders };
    },
    async scratch(): Promise<Scratch & { url: string }> {
      const [database, dataDir] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'strato-ripristino-'))]);
      const { db, pool } = openDatabase<Record<string, never>>({ url: database.url, max: 4, schema: 'public' });
      const store = storePostgres(pool);
      closing.push(
        () => database.close(),
        () => rm(dataDir, { recursive: true, force: true }),
        () => db.destroy(),
        () => store.close(),
      );
      const { db: writeDb } = openDatabase<WriteDatabase>({ url: database.url, max: 1, schema: 'public' });
      closing.push(() => writeDb.destroy());
      const keys = personKeys(writeDb, { SEGRETO: SETTINGS.SEGRETO, SEGRETO_PRIMA: undefined });
      const opened = sealedStore(store, { people: personalData(catalogue.registers), keys });
      const readTables = async () => void (await makeReadTables({ store: opened, url: database.url, log: silent }));
      return { db, pool, store, openLog: () => opened, dataDir, folders: foldersIn(dataDir), readTables, url: database.url };
    },
    async close(): Promise<void> {
      for (const close of closing.toReversed()) await close();
    },
  };
}
