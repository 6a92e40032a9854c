import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrationNames } from '#services/platform/postgres/migrations/index.ts';
import { writeArchive } from './archive/write-archive.ts';
import type { Part } from './archive/format.ts';
import { checkBackup, holdsBackup } from './check-backup.ts';
import { PART, type FileEntry, type Manifest } from './manifest.ts';
import { backupName } from './retention.ts';

const CONTENT = 'contenuto';
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const entry = (path: string, sha256 = SHA256): FileEntry => ({ tree: 'archivio', path, sha256, bytes: CONTENT.length, modified: 0 });
const event = (n: number, recorded: string) =>
  JSON.stringify({
    position: `${n}`,
    stream: 'prova-1',
    version: n,
    type: 'Fatto.v1',
    data: {},
    metadata: { eventId: `${n}`, at: recorded },
    recorded,
  });

interface Written {
  entries?: FileEntry[];
  log?: string[];
  reactors?: string[];
  content?: string;
  change?(manifest: Manifest): Manifest;
}

describe('Un salvataggio si guarda per intero', () => {
  let folder: string;
  const file = () => join(folder, 'prova.backup');
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-guarda-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function write(
    { entries = [entry('A/A.pdf')], log = [], reactors = [], content = CONTENT, change = (one) => one }: Written = {},
    to = file(),
  ) {
    await writeArchive({ file: to, createdAt: '2026-11-20T17:00:00.000Z', master: null }, async (archive) => {
      await archive.part({ name: PART.content, gzip: false }, [Buffer.from(content)]);
      const parts: Part[] = [];
      const lines = async (name: string, texts: readonly string[]) =>
        void parts.push(await archive.part({ name, gzip: true }, [Buffer.from(texts.map((text) => `${text}\n`).join(''))]));
      await lines(
        PART.files,
        entries.map((one) => JSON.stringify(one)),
      );
      await lines(PART.log, log);
      await lines(PART.table('reattori'), reactors);
      return change({
        migration: migrationNames.at(-1)!,
        moment: { position: null, at: '2026-11-20T17:00:00.000Z', events: log.length, log: 'postgres' },
        quiet: true,
        resultsFolder: '/r',
        contents: 'inside',
        files: { count: entries.length, bytes: 0, skippedLinks: 0, missing: 0, examples: [] },
        rows: { reattori: reactors.length },
        parts,
      });
    });
    return checkBackup(to, null);
  }

  it('dice quando il registro comincia, fin dove erano i reattori, e quali file ha', async () => {
    const checked = await write({
      log: [event(1, '2026-01-01T10:00:00Z'), event(2, '2026-01-02T10:00:00Z')],
      reactors: [JSON.stringify({ nome: 'a', posizione: '2' }), JSON.stringify({ nome: 'b', posizione: null })],
    });
    expect(checked).toMatchObject({ began: '2026-01-01T10:00:00Z', reactors: ['2'], entries: [entry('A/A.pdf')], master: null });
    expect((await write()).began).toBeNull();
  });

  it.each<[string, Written]>([
    ['un contenuto che manca', { entries: [entry('A/A.pdf', 'f'.repeat(64))] }],
    ['un fatto in meno di quelli che dice', { change: (one) => ({ ...one, moment: { ...one.moment, events: 1 } }) }],
    ['una riga in meno di quelle che dice', { change: (one) => ({ ...one, rows: { reattori: 1 } }) }],
    ['una parte di un’altra somma', { change: (one) => ({ ...one, parts: one.parts.map((part) => ({ ...part, sha256: SHA256 })) }) }],
    ['una parte in meno', { change: (one) => ({ ...one, parts: one.parts.slice(1) }) }],
    ['un fatto che non lo è', { log: ['{}'] }],
    ['un reattore che non lo è', { reactors: ['{"posizione":7}'] }],
  ])('%s si rifiuta', async (_what, written) => {
    await expect(write(written)).rejects.toThrow('The backup is damaged');
  });

  it('un link non ha bisogno di un contenuto suo', async () => {
    const link: FileEntry = { ...entry('A/accanto.pdf', ''), link: 'A.pdf' };
    expect((await write({ entries: [entry('A/A.pdf'), link] })).entries).toHaveLength(2);
  });

  it('un nome che il disco non può avere si rifiuta; uno al limite no', async () => {
    const long = (letters: number) => entry(`A/${'è'.repeat(letters)}x`);
    expect((await write({ entries: [long(127)] })).entries).toHaveLength(1);
    await expect(write({ entries: [long(128)] })).rejects.toThrow('cannot be restored where it says');
  });

  it('di una cartella si guarda il più recente dei suoi salvataggi', async () => {
    expect(await holdsBackup(folder)).toBe(false);
    await expect(checkBackup(folder, null)).rejects.toThrow(`There is no backup in ${folder}`);
    await writeFile(join(folder, 'appunti.txt'), '');
    expect(await holdsBackup(folder)).toBe(false);
    const names = ['2026-11-20', '2026-11-22', '2026-11-21'].map((day) => backupName(`${day}T01:00:00.000Z`));
    for (const name of names) await write({}, join(folder, name));
    await mkdir(join(folder, 'zz'));
    expect(await holdsBackup(folder)).toBe(true);
    expect((await checkBackup(folder, null)).file).toBe(join(folder, names[1]!));
  });
});
