import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { makeCheckpoint } from '#services/platform/checkpoints/checkpoints.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { startProgram } from '../../test/program.ts';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';
import { smallDisk } from '../../test/small-disk.ts';
import { writeArchive } from './archive/write-archive.ts';
import { backup, type Source } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { isEqual } from './compare.ts';
import { OBJECTS } from './contents.ts';
import type { FileEntry, Manifest } from './manifest.ts';
import { restore } from './restore.ts';
import { restoreTest, type Scratch } from './restore-test.ts';
import { KEPT, LEFT_OUT } from './tables.ts';
import { NotEmpty } from './target.ts';
import { backupBench, sealedAgain } from './testing.ts';

const PASSPHRASE = 'frase di prova';
const SLOW = { timeout: 240_000 };

describe('Salvataggio e ripristino', SLOW, () => {
  let portale: TestPortal;
  let source: Source;
  let person: Person;
  let place: string;
  const bench = backupBench();
  const file = () => join(place, 'prova.backup');

  beforeAll(async () => {
    portale = await startTestPortal();
    person = await portale.person({ permessi: { macchinari: EVERYTHING } });
    source = await bench.source(portale);
    place = await mkdtemp(join(tmpdir(), 'strato-salvataggi-'));
  }, SLOW.timeout);
  afterEach(async () => {
    for (const name of await readdir(place)) await rm(join(place, name), { recursive: true });
  });
  afterAll(async () => {
    await bench.close();
    await rm(place, { recursive: true, force: true });
    await portale?.stop();
  });

  const save = (target = file(), passphrase: string | null = null) => backup(source, { target, passphrase });
  const bring = async (scratch: Scratch, until: number | null = null, target = file()) =>
    restore(await checkBackup(target, null), scratch, { until, readTables: scratch.readTables });
  /** Nothing was made there. */
  async function untouched(scratch: Scratch): Promise<void> {
    const { rows } = await sql`select 1 from pg_tables where schemaname in ('public', 'letture')`.execute(scratch.db);
    expect([rows, await readdir(scratch.dataDir)]).toEqual([[], []]);
  }
  const create = (matricola: string, marca = 'prima') =>
    portale.call('POST', '/api/macchinari', { as: person, body: { macchinario: { matricola, marca } } });
  const upload = (matricola: string, text: string) => {
    const form = new FormData();
    form.append('matricola', matricola);
    form.append('nomeManutenzione', `${matricola}_CE.pdf`);
    form.append('docMacch', 'true');
    form.append('file', new Blob([`%PDF-1.4\n${text}\n%%EOF`]), 'ce.pdf');
    return portale.call('POST', '/api/ftp/caricaDoc', { as: person, body: form });
  };

  it('ogni tabella del lato scrittura sta nel salvataggio, o è detto perché no', async () => {
    const { rows } = await sql<{ tablename: string }>`select tablename from pg_tables where schemaname = 'public'`.execute(
      portale.deps.writeDb,
    );
    expect(rows.map(({ tablename }) => tablename).toSorted()).toEqual([...KEPT, ...Object.keys(LEFT_OUT)].toSorted());
  });

  it('in una cartella il salvataggio dopo copia solo ciò che è nuovo, e torna lo stesso', async () => {
    await create('C1');
    await upload('C1', 'primo');
    const first = await save(place, PASSPHRASE);
    const objects = async () =>
      (await readdir(join(place, OBJECTS), { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;
    const before = await objects();
    expect(before).toBeGreaterThan(2);
    await upload('C1', 'secondo');
    const second = await save(place, PASSPHRASE);
    // the new content and no other: the old one has moved among the versions
    expect(await objects()).toBe(before + 1);
    expect(second.file > first.file).toBe(true);
    expect(second.manifest.contents).toBe('beside');
    expect(second.manifest.parts.filter(({ gzip }) => !gzip)).toEqual([]);
    const scratch = await bench.scratch();
    const checked = await checkBackup(place, PASSPHRASE);
    expect(checked.file).toBe(second.file);
    await restore(checked, scratch, { until: null, readTables: scratch.readTables });
    expect(await readFile(join(scratch.folders.archivio, 'C1/C1_CE.pdf'), 'utf8')).toContain('secondo');
    expect(await readFile(join(scratch.folders.archivio, '.versioni/C1/C1_CE.pdf/1'), 'utf8')).toContain('primo');
    await expect(save(place, 'un’altra frase')).rejects.toThrow('The passphrase is not the one of this folder');
  });

  it('un contenuto guasto accanto al salvataggio si nota prima di toccare qualcosa', async () => {
    await save(place);
    const [folder = ''] = await readdir(join(place, OBJECTS));
    const [name = ''] = await readdir(join(place, OBJECTS, folder));
    const object = join(place, OBJECTS, folder, name);
    const whole = await readFile(object);
    whole[whole.length - 60]! ^= 1;
    await writeFile(object, whole);
    await expect(checkBackup(place, null)).rejects.toThrow('missing or damaged');
    await rm(object);
    await expect(checkBackup(place, null)).rejects.toThrow('missing or damaged');
  });

  it('uno tagliato o cambiato, o di una versione più nuova, si rifiuta prima di toccare qualcosa', async () => {
    const { manifest } = await save();
    const scratch = await bench.scratch();
    const { size } = await stat(file());
    const whole = await readFile(file());
    await truncate(file(), size - 100);
    await expect(bring(scratch)).rejects.toThrow('cut short');
    // in the manifest: a changed length of a frame may look like a missing end
    whole[size - 60]! ^= 1;
    await writeFile(file(), whole);
    await expect(bring(scratch)).rejects.toThrow('damaged');
    const newer: Manifest = { ...manifest, migration: '9999-domani' };
    await writeArchive({ file: file(), createdAt: '', master: null }, async () => newer);
    await expect(bring(scratch)).rejects.toThrow('newer version');
    await expect(checkBackup(join(place, 'manca'), null)).rejects.toThrow('There is no backup');
    await untouched(scratch);
  });

  it('un elenco di file che non possono stare dove dice si rifiuta prima di costruire qualcosa', async () => {
    await create('LEG');
    await upload('LEG', 'legata');
    await save();
    const bytes = { sha256: '', bytes: 0, modified: 0 };
    const link = (path: string, tree: FileEntry['tree'] = 'archivio'): FileEntry => ({ tree, path, ...bytes, link: 'altro.pdf' });
    const crafted = join(place, 'alterato.backup');
    const refused: [string, (entries: FileEntry[]) => FileEntry[]][] = [
      ['a link that cannot be restored where it says: archivio/LEG.', (entries) => [...entries, link('LEG')]],
      ['a link that cannot be restored where it says: archivio/.temp.', (entries) => [...entries, link('.temp')]],
      ['a link that cannot be restored where it says: segreti/postgres.', (entries) => [...entries, link('postgres', 'segreti')]],
      ['a file that cannot be restored where it says: archivio/LEG/LEG_CE.pdf.', (entries) => [...entries, link('LEG/LEG_CE.pdf')]],
      ['a file that cannot be restored where it says: archivio/LEG/LEG_CE.pdf.', (entries) => [...entries, link('LEG/LEG_CE.pdf/sotto')]],
      [`a link that cannot be restored where it says: archivio/${'x'.repeat(200)}.`, (entries) => [...entries, link('x'.repeat(300))]],
    ];
    for (const [said, change] of refused) {
      await sealedAgain(file(), crafted, change);
      const scratch = await bench.scratch();
      await expect(bring(scratch, null, crafted)).rejects.toThrow(said);
      await untouched(scratch);
    }
    // a link to a file beside it is the archive's own, and comes back
    await sealedAgain(file(), crafted, (entries) => [...entries, { ...link('LEG/accanto.pdf'), link: 'LEG_CE.pdf' }]);
    const scratch = await bench.scratch();
    await bring(scratch, null, crafted);
    expect(await readFile(join(scratch.folders.archivio, 'LEG', 'accanto.pdf'), 'utf8')).toContain('legata');
  });

  it('due insieme: il secondo non comincia, e il primo finisce', async () => {
    let second: Promise<unknown> | undefined;
    const first = backup(source, {
      target: file(),
      passphrase: null,
      // the first one is held here until the second has been answered
      suits: async () => {
        second ??= save(join(place, 'altro.backup'));
        await second.catch(() => undefined);
        return true;
      },
    });
    await expect(first).resolves.toMatchObject({ file: file() });
    await expect(second).rejects.toThrow('under way already');
    expect(await readdir(place)).toEqual(['prova.backup']);
    await save();
  });

  it('quello che nessuno aspetta lascia finire l’altro, e poi comincia', async () => {
    let second: Promise<unknown> | undefined;
    const first = backup(source, {
      target: file(),
      passphrase: null,
      suits: async () => {
        second ??= backup(source, { target: join(place, 'altro.backup'), passphrase: null, patience: 30_000 });
        await pause(600);
        expect(await readdir(place)).not.toContain('altro.backup');
        return true;
      },
    });
    await expect(first).resolves.toMatchObject({ file: file() });
    await expect(second).resolves.toMatchObject({ file: join(place, 'altro.backup') });
  });

  it('non va mai sopra un portale, né sopra dei file', async () => {
    await save();
    const living = { ...(await bench.scratch()), db: portale.deps.writeDb, store: portale.deps.store } as Scratch;
    await expect(bring(living)).rejects.toBeInstanceOf(NotEmpty);
    const scratch = await bench.scratch();
    await mkdir(join(scratch.folders.archivio, 'A'), { recursive: true });
    await writeFile(join(scratch.folders.archivio, 'A', 'di-altri.pdf'), 'di altri');
    await expect(bring(scratch)).rejects.toThrow('is not empty');
    expect(await readdir(scratch.dataDir, { recursive: true })).toEqual(['archivio', 'archivio/A', 'archivio/A/di-altri.pdf']);
  });

  it.each(['log', 'read tables', 'people of the list'])(
    'interrotto (a: %s), lo stesso ricomincia e finisce; un altro no',
    async (where) => {
      await save();
      const checked = await checkBackup(file(), null);
      const scratch = await bench.scratch();
      const order = {
        until: null,
        async readTables() {
          await scratch.readTables();
          if (where === 'people of the list') throw new Error('tolta la corrente');
        },
        progress: (said: string) => {
          if (said === where) throw new Error('tolta la corrente');
        },
      };
      await expect(restore(checked, scratch, order)).rejects.toThrow('tolta la corrente');
      expect(await readdir(scratch.dataDir)).toContain('ripristino-in-corso.json');
      const portal = await startProgram({ DATI_DIR: scratch.dataDir });
      expect([await portal.exit, portal.written()]).toEqual([1, expect.stringContaining('did not end: make restore')]);
      await expect(restore(checked, scratch, { ...order, until: Date.parse(checked.manifest.moment.at) })).rejects.toThrow(
        'another backup',
      );
      await bring(scratch);
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from public.eventi`.execute(scratch.db);
      expect(rows[0]!.n).toBe(checked.manifest.moment.events);
      expect(await readdir(scratch.dataDir)).not.toContain('ripristino-in-corso.json');
      await expect(bring(scratch)).rejects.toBeInstanceOf(NotEmpty);
    },
  );

  it('FINO: fino a prima di un guasto, com’era allora; fuori da ciò che fu salvato si rifiuta', async () => {
    await create('F1', 'giusta');
    const {
      rows: [before],
    } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(portale.deps.writeDb);
    await portale.call('PUT', '/api/macchinari', { as: person, body: { macchinario: { matricola: 'F1', marca: 'rovinata' } } });
    await create('F2');
    await save();
    const scratch = await bench.scratch();
    const until = Date.parse(before!.now);
    await expect(bring(scratch, Date.parse('2001-01-01'))).rejects.toThrow('Nothing had been recorded');
    await expect(bring(scratch, Date.now() + 60_000)).rejects.toThrow('The backup ends at');
    await untouched(scratch);
    const { log } = await bring(scratch, until);
    expect(Date.parse(log!.last!.at)).toBeLessThanOrEqual(until);
    const { rows } = await sql`select matricola, marca from letture.macchinari where matricola in ('F1', 'F2')`.execute(scratch.db);
    expect(rows).toEqual([{ matricola: 'F1', marca: 'giusta' }]);
    const { rows: heads } = await sql<{
      ok: boolean;
    }>`select (select position from public.eventi_testa) = (select max(position) from public.eventi) as ok`.execute(scratch.db);
    expect(heads).toEqual([{ ok: true }]);
  });

  it('i sigilli tornano, e accanto al salvataggio c’è l’ultimo; dopo FINO il successivo dice a quale torna', async () => {
    await create('S1');
    const first = await makeCheckpoint(portale.deps);
    const {
      rows: [before],
    } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(portale.deps.writeDb);
    await create('S2');
    const second = await makeCheckpoint(portale.deps);
    await save();
    expect(await readFile(`${file()}.sigillo`, 'utf8')).toBe(second.checkpoint.testo);
    const [whole, cut] = [await bench.scratch(), await bench.scratch()];
    await bring(whole);
    await bring(cut, Date.parse(before!.now));
    const sealed = async ({ url, store, dataDir }: Awaited<ReturnType<typeof bench.scratch>>) => {
      const [{ db: readDb }, { db: writeDb }] = [
        openDatabase<ReadDatabase>({ url, max: 1 }),
        openDatabase<WriteDatabase>({ url, max: 2, schema: 'public' }),
      ];
      try {
        const { clock } = portale.deps;
        const readModelWait = { until: () => Promise.resolve(true) };
        return await makeCheckpoint({ config: { DATI_DIR: dataDir }, clock, store, readDb, writeDb, readModelWait });
      } finally {
        await Promise.all([readDb.destroy(), writeDb.destroy()]);
      }
    };
    expect(await sealed(whole)).toMatchObject({ isNew: false, checkpoint: { id: second.checkpoint.id, radice: second.checkpoint.radice } });
    const after = await sealed(cut);
    const { origine, dimensione, radice } = first.checkpoint;
    expect(after).toMatchObject({ isNew: true, checkpoint: { origine: `${origine}/2`, dimensione, radice } });
    expect(after.checkpoint.testo.split('\n')[4]).toBe(`continua ${origine} ${dimensione} ${radice}`);
    expect(after.checkpoint.chiavi[0]!.split('+').slice(2)).toEqual(first.checkpoint.chiavi[0]!.split('+').slice(2));
  });

  it('mentre si scrive e si carica, ciò che torna è di un momento solo', async () => {
    let going = true;
    let count = 0;
    const writers = Array.from({ length: 4 }, async (_, n) => {
      while (going) {
        const matricola = `W${n}-${(count += 1)}`;
        expect((await create(matricola)).status).toBe(201);
        if (count % 5 === 0) expect((await upload(matricola, matricola)).status).toBe(201);
      }
    });
    const { manifest } = await expect
      .poll(() => count)
      .toBeGreaterThan(20)
      .then(() => save())
      .finally(() => (going = false));
    await Promise.all(writers);
    const scratch = await bench.scratch();
    await bring(scratch);
    const { rows } = await sql<{ events: number; numbers: boolean }>`select count(*)::int as events from public.eventi`.execute(scratch.db);
    expect(rows[0]!.events).toBe(manifest.moment.events);
    if (portale.deps.store.name === 'postgres') expect(Number(manifest.moment.position)).toBe(manifest.moment.events);
    const last = (await scratch.store.head())!;
    // every document that the log names is there
    for await (const events of scratch.store.readAll(null, AbortSignal.timeout(20_000))) {
      for (const { data } of events.filter(({ type }) => type === 'DocumentoCaricato.v1')) {
        const [path, version] = [String(data['percorso']), Number(data['file_versione'])];
        const there = await Promise.all(
          [join(scratch.folders.archivio, path), join(scratch.folders.archivio, '.versioni', path, String(version))].map((one) =>
            stat(one).catch(() => null),
          ),
        );
        expect(there.some(Boolean), path).toBe(true);
      }
      if ((events.at(-1)?.position ?? '') >= last) break;
    }
  });

  it('un disco pieno lo dice, e i salvataggi di prima restano', async ({ skip }) => {
    const disk = await smallDisk(64);
    if (!disk) return skip('serve il permesso di montare un disco piccolo');
    try {
      const good = await save(disk.folder);
      await create('D1');
      await upload('D1', 'x'.repeat(400_000));
      await disk.fill(100_000);
      await expect(save(disk.folder)).rejects.toMatchObject({ code: 'ENOSPC' });
      await disk.empty();
      expect((await readdir(disk.folder)).filter((name) => !name.startsWith('strato-'))).toEqual([OBJECTS]);
      expect((await checkBackup(disk.folder, null)).file).toBe(good.file);
      await save(disk.folder);
    } finally {
      await disk.close();
    }
  });

  it('ciò che non torna com’era si vede: una riga, una password, un file', async () => {
    await create('T1');
    await upload('T1', 'uno');
    const scratch = await bench.scratch();
    const spoiled = {
      ...scratch,
      async readTables() {
        await scratch.readTables();
        await sql`update letture.macchinari set marca = 'un’altra' where matricola = 'T1'`.execute(scratch.db);
        await sql`update public.credenziali set hash = 'un altro'`.execute(scratch.db);
        await sql`delete from public.chiavi_naturali where letta = (select min(letta) from public.chiavi_naturali)`.execute(scratch.db);
        await writeFile(join(scratch.folders.risultati, 'zip', 'uno.zip'), 'un altro risultato');
      },
    };
    const { equal, compared } = await restoreTest({ source, scratch: spoiled, readTables: ['macchinari', 'personale'], passphrase: null });
    expect(equal).toBe(false);
    const different = compared.filter((one) => !isEqual(one)).map(({ name, missing, extra }) => [name, missing, extra]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from public.credenziali`.execute(portale.deps.writeDb);
    expect(different).toEqual([
      ['letture.macchinari', 1, 1],
      ['chiavi_naturali', 1, 0],
      ['credenziali', rows[0]!.n, rows[0]!.n],
      ['files', 1, 1],
    ]);
  });

  it('una cartella dei documenti che non c’è, o che è vuota dove documenti ce n’erano, non si salva', async () => {
    await create('S1');
    expect((await upload('S1', 'uno')).status).toBe(201);
    const away = { ...source, folders: { ...source.folders, archivio: join(place, 'non-montata') } };
    await expect(backup(away, { target: file(), passphrase: null })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(place)).toEqual([]);
    await mkdir(join(place, 'non-montata'));
    for (let n = 0; n < 5; n += 1) {
      // one that failed holds up no other
      await expect(backup(away, { target: file(), passphrase: null })).rejects.toThrow('is the share mounted?');
    }
    expect(await readdir(place)).toEqual(['non-montata']);
  });
});
