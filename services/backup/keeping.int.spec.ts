import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { makeCheckpoint } from '#services/platform/checkpoints/checkpoints.ts';
import { documentEvents } from '#contracts/core/document-events.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { factOf } from '#contracts/core/facts.ts';
import { randomUUID } from 'node:crypto';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';
import { keysOf } from './archive/read-archive.ts';
import { backup, type Source } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { OBJECTS } from './contents.ts';
import { BackupFolderMissing, nightly } from './nightly.ts';
import { prune } from './prune.ts';
import { restore } from './restore.ts';
import { backupName } from './retention.ts';
import { backupBench } from './testing.ts';

const PASSPHRASE = 'frase di prova';

describe('La cartella dei salvataggi', { timeout: 120_000 }, () => {
  let portale: TestPortal;
  let source: Source;
  let person: Person;
  let place: string;
  const bench = backupBench();
  beforeAll(async () => {
    portale = await startTestPortal();
    person = await portale.person({ permessi: { macchinari: EVERYTHING } });
    source = await bench.source(portale);
    place = await mkdtemp(join(tmpdir(), 'strato-cartella-'));
  }, 120_000);
  afterEach(async () => {
    for (const name of await readdir(place)) await rm(join(place, name), { recursive: true });
  });
  afterAll(async () => {
    await bench.close();
    await rm(place, { recursive: true, force: true });
    await portale?.stop();
  });

  const night = (passphrase: string | null = PASSPHRASE) => nightly({ source, folder: place, passphrase });
  const objects = async () =>
    (await readdir(join(place, OBJECTS), { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;
  const inArchive = (...path: string[]) => join(source.folders.archivio, ...path);
  async function machine(matricola: string, text: string): Promise<void> {
    await portale.call('POST', '/api/macchinari', { as: person, body: { macchinario: { matricola } } });
    const form = new FormData();
    form.append('matricola', matricola);
    form.append('nomeManutenzione', `${matricola}_CE.pdf`);
    form.append('docMacch', 'true');
    form.append('file', new Blob([`%PDF-1.4\n${text}\n%%EOF`]), 'ce.pdf');
    expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: person, body: form })).status).toBe(201);
  }

  it('ciò che nessun salvataggio tenuto nomina se ne va, il resto torna per intero', async () => {
    await machine('R1', 'resta');
    await writeFile(inArchive('a-mano.pdf'), 'solo nel vecchio');
    const first = await night();
    await rm(inArchive('a-mano.pdf'));
    const before = await objects();
    // as if it had been made in another year
    await rename(join(place, first.file), join(place, backupName('2020-01-01T01:00:00.000Z')));
    await writeFile(join(place, 'appunti.txt'), 'di una persona');
    await mkdir(join(place, OBJECTS, 'zz'), { recursive: true });
    const second = await night();
    expect([second.tolti, await objects()]).toEqual([0, before]);
    const keys = keysOf(PASSPHRASE);
    await rm(join(place, backupName('2020-01-01T01:00:00.000Z')));
    expect(await prune({ folder: place, keys })).toEqual({ backups: 0, objects: 1 });
    expect((await readdir(place)).toSorted()).toEqual(['appunti.txt', 'chiave.json', OBJECTS, second.file]);
    expect((await checkBackup(place, PASSPHRASE)).manifest.files.count).toBe(second.documenti);
  });

  it('di due dello stesso giorno resta il secondo, e i suoi contenuti', async () => {
    await night();
    const again = await night();
    expect(again).toMatchObject({ tolti: 1, cifrato: true });
    expect((await readdir(place)).filter((name) => name.endsWith('.backup'))).toEqual([again.file]);
    await checkBackup(place, PASSPHRASE);
  });

  it('il sigillo accanto a un salvataggio se ne va con lui', async () => {
    await makeCheckpoint(portale.deps);
    const first = await night();
    expect(await readdir(place)).toContain(`${first.file}.sigillo`);
    const again = await night();
    expect((await readdir(place)).filter((name) => name.endsWith('.sigillo'))).toEqual([`${again.file}.sigillo`]);
  });

  it('quelli di prima della frase restano interi anche quando da ora si cifra', async () => {
    await machine('R3', 'tre');
    const open = await night(null);
    await rename(join(place, open.file), join(place, backupName('2025-06-01T01:00:00.000Z')));
    const sealed = await night();
    expect(sealed).toMatchObject({ avviso: null, tolti: 0, cifrato: true });
    await checkBackup(join(place, backupName('2025-06-01T01:00:00.000Z')), null);
    await checkBackup(place, PASSPHRASE);
  });

  it('se uno di quelli tenuti non si legge, nessun contenuto se ne va', async () => {
    await machine('R2', 'due');
    const first = await night();
    await writeFile(join(place, backupName('2020-01-01T01:00:00.000Z')), 'non è un salvataggio');
    const stray = join(place, OBJECTS, 'aa');
    await mkdir(stray, { recursive: true });
    await writeFile(join(stray, 'a'.repeat(64)), 'di chissà chi');
    const before = await objects();
    await expect(prune({ folder: place, keys: keysOf(PASSPHRASE) })).rejects.toThrow('is no backup');
    expect([await objects(), await readdir(place)]).toEqual([before, expect.arrayContaining([first.file])]);
    // the new one is good, and says so
    expect(await night()).toMatchObject({ tolti: 0, avviso: expect.stringContaining('non si legge') });
    await checkBackup(place, PASSPHRASE);
  });

  it('una cartella che non c’è non si crea, e non si salva accanto', async () => {
    await expect(nightly({ source, folder: join(place, 'non-montata'), passphrase: null })).rejects.toBeInstanceOf(BackupFolderMissing);
    expect(await readdir(place)).toEqual([]);
  });

  it('dei documenti che il registro conosce e l’archivio non ha si dice quanti e quali; se non ne ha nessuno, non si salva', async () => {
    await machine('M1', 'uno');
    await machine('M1', 'uno, rifatto');
    await machine('M2', 'due');
    expect(await night(null)).toMatchObject({ mancanti: 0, esempi: [] });
    const aside = join(place, 'da-parte');
    await cp(source.folders.archivio, aside, { recursive: true });
    try {
      await rm(inArchive('.versioni', 'M1'), { recursive: true });
      await rm(inArchive('M2'), { recursive: true });
      expect(await night(null)).toMatchObject({ mancanti: 2, esempi: ['M1/M1_CE.pdf', 'M2/M2_CE.pdf'] });
      for (const name of await readdir(source.folders.archivio)) await rm(inArchive(name), { recursive: true });
      await writeFile(inArchive('altro.pdf'), 'di un’altra cartella di rete');
      await expect(night(null)).rejects.toThrow('is the share mounted?');
    } finally {
      await rm(source.folders.archivio, { recursive: true });
      await cp(aside, source.folders.archivio, { recursive: true });
    }
  });

  it('ciò che il registro dice rimosso per sempre non torna, anche se il salvataggio ne aveva ancora i byte', async () => {
    await machine('O1', 'vecchio riservato');
    await machine('O1', 'nuovo riservato');
    await machine('O2', 'resta');
    const stream = 'macchinari-O1';
    const { length } = await portale.deps.store.read(stream);
    const copie = [1, 2].map((file_versione) => ({ percorso: 'O1/O1_CE.pdf', file_versione }));
    const data = {
      tabella: 'macchinari',
      id: 'O1',
      campo: 'ce',
      percorso: 'O1/O1_CE.pdf',
      file_versione: 2,
      tipo: 'ce',
      sha256: 'x',
      byte: 1,
    };
    const fact = factOf(documentEvents, DOCUMENT_EVENTS.oscurato, { ...data, copie, in_scheda: 1, motivo: 'di un’altra persona' });
    const eventId = randomUUID();
    const metadata = {
      eventId,
      commandId: eventId,
      correlationId: eventId,
      utente: 'x',
      groupID: 2,
      at: new Date().toISOString(),
      origine: 'api',
    };
    // the fact is there and the bytes still are: the process ended in between
    await portale.deps.store.append(stream, [{ ...fact, metadata }], length);
    const target = join(place, 'prova.backup');
    await backup(source, { target, passphrase: null });
    const scratch = await bench.scratch();
    const checked = await checkBackup(target, null);
    expect(checked.entries.filter(({ path }) => path.includes('O1_CE.pdf'))).not.toEqual([]);
    await restore(checked, scratch, { until: null, readTables: scratch.readTables });
    const there = await readdir(scratch.folders.archivio, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(there.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8')));
    expect(texts.filter((text) => text.includes('riservato'))).toEqual([]);
    expect(texts.some((text) => text.includes('resta'))).toBe(true);
    expect(await readdir(join(scratch.folders.archivio, '.versioni', 'O1', 'O1_CE.pdf'))).toEqual(
      expect.arrayContaining(['1.rimosso', '2.rimosso']),
    );
  });
});
