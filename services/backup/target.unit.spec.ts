import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckedBackup } from './check-backup.ts';
import { memoryStore } from '../platform/event-store/memory.ts';
import { facts } from '../platform/event-store/testing.ts';
import { NotEmpty, noteBegun, refuseHalfRestored, restoreId, takePlace, type Place } from './target.ts';

const NOTE = 'ripristino-in-corso.json';

describe('Il posto di un ripristino', () => {
  let folder: string;
  let place: Place;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-posto-'));
    const dataDir = join(folder, 'dati');
    place = {
      dataDir,
      folders: { archivio: join(folder, 'archivio'), risultati: join(dataDir, 'risultati'), segreti: join(dataDir, 'segreti') },
    };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const put = async (...path: string[]) => {
    await mkdir(dirname(join(...path)), { recursive: true });
    await writeFile(join(...path), '');
  };

  it('vuoto si prende, e lo stesso ripristino ci torna anche quando non è più vuoto', async () => {
    await takePlace(place, 'uno');
    expect(await readdir(place.dataDir)).toEqual([NOTE]);
    await put(place.dataDir, 'postgres', 'PG_VERSION');
    await takePlace(place, 'uno');
    await expect(takePlace(place, 'due')).rejects.toThrow('holds a restore of another backup');
    await expect(takePlace(place, 'due')).rejects.toBeInstanceOf(NotEmpty);
  });

  it('che ha già qualcosa si rifiuta, e resta com’era', async () => {
    await put(place.dataDir, 'altro');
    await expect(takePlace(place, 'uno')).rejects.toThrow(`${place.dataDir} is not empty.`);
    expect(await readdir(place.dataDir)).toEqual(['altro']);
  });

  it('un disco appena fatto è vuoto; un archivio di sole cartelle e di caricamenti a metà anche', async () => {
    await mkdir(join(place.dataDir, 'lost+found'), { recursive: true });
    await put(place.folders.archivio, '.temp', 'x');
    await mkdir(join(place.folders.archivio, 'A', 'B'), { recursive: true });
    await takePlace(place, 'uno');
    expect((await readdir(place.dataDir)).toSorted()).toEqual(['lost+found', NOTE]);
  });

  it('un archivio con un file si rifiuta, anche se il file sta in una cartella .temp più sotto', async () => {
    await put(place.folders.archivio, 'A', '.temp', 'x.pdf');
    await expect(takePlace(place, 'uno')).rejects.toThrow(`${place.folders.archivio} is not empty.`);
    expect(await readdir(folder)).toEqual(['archivio']);
  });

  it('un registro altrove che ha già dei fatti si rifiuta', async () => {
    const store = { ...memoryStore(), name: 'eventstoredb' as const };
    await takePlace({ ...place, store }, 'uno');
    await rm(place.dataDir, { recursive: true });
    await store.append('prova-1', facts(1), 'none');
    await expect(takePlace({ ...place, store }, 'uno')).rejects.toThrow('The event log is not empty.');
  });

  it('dove un ripristino non è finito il portale non parte', async () => {
    await refuseHalfRestored(place.dataDir);
    await mkdir(place.dataDir);
    await refuseHalfRestored(place.dataDir);
    await noteBegun(place, 'uno');
    await expect(refuseHalfRestored(place.dataDir)).rejects.toThrow('did not end: make restore');
    await expect(refuseHalfRestored(join(place.dataDir, NOTE))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('è lo stesso ripristino solo se lo sono il salvataggio e il momento', () => {
    const checked = { header: { made: 'a' }, manifest: { quiet: true } } as unknown as CheckedBackup;
    const id = restoreId(checked, null);
    expect(restoreId({ ...checked }, null)).toBe(id);
    const others = [
      restoreId(checked, 1),
      restoreId({ ...checked, header: { ...checked.header, made: 'b' } }, null),
      restoreId({ ...checked, manifest: { ...checked.manifest, quiet: false } }, null),
    ];
    expect(new Set([id, ...others]).size).toBe(4);
  });
});
