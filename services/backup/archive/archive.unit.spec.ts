import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { smallDisk } from '../../../test/small-disk.ts';
import { masterKey } from './cipher.ts';
import { BackupRefused, FORMAT, MAGIC } from './format.ts';
import { keysOf, readArchive } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';

const manifest = z.object({ parts: z.number() });
const PASSPHRASE = 'una frase lunga, con gli accenti: è così';

/** More than a piece, and nothing that compresses. */
const LARGE = randomBytes(700_001);

describe('Il file di un salvataggio', () => {
  let folder: string;
  const file = () => join(folder, 'prova.backup');
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-salvataggio-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function write(passphrase: string | null, to = file()) {
    const master = passphrase === null ? null : await masterKey(passphrase);
    return writeArchive({ file: to, createdAt: '2026-11-20T17:00:00.000Z', master }, async (archive) => {
      await archive.part({ name: 'righe', gzip: true }, [Buffer.from('una\n'), Buffer.from('due\n')]);
      await archive.part({ name: 'vuota', gzip: true }, []);
      await archive.part({ name: 'grande', gzip: false }, [LARGE]);
      return { parts: 3 };
    });
  }

  async function read(passphrase: string | null, keys = keysOf(passphrase)) {
    const archive = await readArchive(file(), keys, manifest);
    const parts: [string, Buffer][] = [];
    for await (const part of archive.parts) {
      const chunks: Buffer[] = [];
      for await (const chunk of part.content) chunks.push(chunk);
      parts.push([part.name, Buffer.concat(chunks)]);
    }
    return { parts, manifest: archive.manifest() };
  }

  it.each([null, PASSPHRASE])('si rilegge com’era scritto (frase: %s)', async (passphrase) => {
    await write(passphrase);
    const found = await read(passphrase);
    expect(found.manifest).toEqual({ parts: 3 });
    expect(found.parts.map(([name, content]) => [name, content.equals(LARGE) || content.toString()])).toEqual([
      ['righe', 'una\ndue\n'],
      ['vuota', ''],
      ['grande', true],
    ]);
    expect(await readdir(folder)).toEqual(['prova.backup']);
  });

  it('con la frase non vi si legge niente in chiaro, ed è ogni volta un altro', async () => {
    await write(PASSPHRASE);
    const first = await readFile(file());
    await write(PASSPHRASE);
    const second = await readFile(file());
    expect(first.includes('righe')).toBe(false);
    expect(first.includes(LARGE.subarray(0, 16))).toBe(false);
    expect(first.subarray(-200).equals(second.subarray(-200))).toBe(false);
  });

  it('una frase sbagliata, o che manca, si rifiuta e si dice', async () => {
    await write(PASSPHRASE);
    await expect(read('un’altra')).rejects.toThrow('The passphrase is not the one of this backup');
    await expect(read(null)).rejects.toThrow('PASSPHRASE or PASSPHRASE_FILE is needed');
  });

  it.each([null, PASSPHRASE])('un file tagliato, dovunque, si rifiuta (frase: %s)', async (passphrase) => {
    await write(passphrase);
    const whole = await readFile(file());
    const { length } = whole;
    const keys = keysOf(passphrase);
    for (const cut of [length - 1, length - 17, length - 200, Math.floor(length / 2), 40, 16, 3, 0]) {
      await writeFile(file(), whole);
      await truncate(file(), cut);
      await expect(read(passphrase, keys), `cut at ${cut}`).rejects.toBeInstanceOf(BackupRefused);
    }
  });

  it.each([null, PASSPHRASE])('un byte cambiato, dovunque, o uno in più, si rifiuta (frase: %s)', async (passphrase) => {
    await write(passphrase);
    const whole = await readFile(file());
    const keys = keysOf(passphrase);
    const places = [
      0,
      15,
      20,
      60,
      MAGIC.length + 4 + 8,
      ...Array.from({ length: 40 }, (_, i) => Math.floor((whole.length * (i + 0.5)) / 40)),
      whole.length - 1,
    ];
    for (const place of places) {
      const altered = Buffer.from(whole);
      altered[place]! ^= 0x01;
      await writeFile(file(), altered);
      await expect(read(passphrase, keys), `byte ${place}`).rejects.toBeInstanceOf(BackupRefused);
    }
    await writeFile(file(), Buffer.concat([whole, Buffer.from([0])]));
    await expect(read(passphrase)).rejects.toBeInstanceOf(BackupRefused);
  });

  it('le parti di due file non si possono scambiare, né una togliere', async () => {
    await write(null);
    const whole = await readFile(file());
    const headerEnd = MAGIC.length + 4 + whole.readUInt32BE(MAGIC.length);
    // the first frame of all goes
    const first = 5 + whole.readUInt32BE(headerEnd + 1) + 16;
    await writeFile(file(), Buffer.concat([whole.subarray(0, headerEnd), whole.subarray(headerEnd + first)]));
    await expect(read(null)).rejects.toBeInstanceOf(BackupRefused);
  });

  it('uno di una versione più nuova si rifiuta, e dice perché', async () => {
    const text = Buffer.from(JSON.stringify({ format: FORMAT + 1, altro: true }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    await writeFile(file(), Buffer.concat([MAGIC, length, text]));
    await expect(read(null)).rejects.toThrow('newer version');
  });

  it('un altro file qualsiasi non è un salvataggio', async () => {
    await writeFile(file(), '%PDF-1.4 e altro ancora');
    await expect(read(null)).rejects.toThrow('is no backup');
  });

  it('uno che non riesce non lascia niente, e quello di prima resta', async () => {
    await write(null);
    const before = await readFile(file());
    const broken = writeArchive({ file: file(), createdAt: '', master: null }, async (archive) => {
      await archive.part(
        { name: 'righe', gzip: true },
        (async function* () {
          yield Buffer.from('una');
          throw new Error('il disco non si legge');
        })(),
      );
    });
    await expect(broken).rejects.toThrow('il disco non si legge');
    expect(await readdir(folder)).toEqual(['prova.backup']);
    expect((await readFile(file())).equals(before)).toBe(true);
  });
});

const disk = await smallDisk(2);
it.skipIf(!disk)('un disco che si riempie a metà lo dice, e non tiene un pezzo di file', async () => {
  try {
    await disk!.fill(200_000);
    const to = join(disk!.folder, 'prova.backup');
    const writing = writeArchive({ file: to, createdAt: '', master: null }, (archive) =>
      archive.part({ name: 'grande', gzip: false }, [LARGE]),
    );
    await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(disk!.folder)).toEqual(['pieno']);
  } finally {
    await disk!.close();
  }
});
