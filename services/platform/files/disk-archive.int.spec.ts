import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { link, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileStore } from '#contracts/ports/file-store.ts';
import { diskArchive } from './disk-archive.ts';
import { bufferedFiles } from './buffered-files.ts';
import { jpeg, pdf } from '../../../test/samples.ts';

const stream = (data: Buffer) => Readable.from([data]);
const error = (code: string) => expect.objectContaining({ code });

let base: string;
let folder: string;
let archive: FileStore;
const content = async (path: string, version?: number) => (await buffer((await archive.read(path, version)).open())).toString('latin1');
const write = (path: string, text: string) => archive.write(path, stream(pdf(text)), 'pdf');

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'strato-archivio-')));
  folder = join(base, 'archivio');
  archive = diskArchive({ folder, maxBytes: 100_000 });
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe('scrivere e leggere', () => {
  it('il contenuto si legge come è stato scritto, e si vede nella cartella', async () => {
    const info = await write('A0112/A0112_CE.pdf', 'uno');
    expect(info).toMatchObject({ path: 'A0112/A0112_CE.pdf', bytes: 18, version: 1 });
    expect(await readFile(join(folder, 'A0112/A0112_CE.pdf'), 'latin1')).toBe('%PDF-1.4\nuno\n%%EOF');
    const read = await archive.read('A0112/A0112_CE.pdf');
    expect(read).toMatchObject({ contentType: 'application/pdf', bytes: 18, version: 1 });
    expect((await buffer(read.open({ start: 1, end: 3 }))).toString()).toBe('PDF');
  });

  it('un contenuto sostituito resta come versione precedente', async () => {
    await write('A/a.pdf', 'uno');
    expect((await write('A/a.pdf', 'due')).version).toBe(2);
    expect(await content('A/a.pdf')).toContain('due');
    expect(await content('A/a.pdf', 1)).toContain('uno');
    expect(await content('A/a.pdf', 2)).toContain('due');
    await expect(archive.read('A/a.pdf', 3)).rejects.toEqual(error('FILE_ASSENTE'));
  });

  it('i numeri di versione non tornano indietro nemmeno dopo un’eliminazione', async () => {
    await write('A/a.pdf', 'uno');
    await archive.delete('A/a.pdf');
    expect(await archive.info('A/a.pdf')).toBeNull();
    await expect(archive.read('A/a.pdf')).rejects.toEqual(error('FILE_ASSENTE'));
    await expect(archive.delete('A/a.pdf')).rejects.toEqual(error('FILE_ASSENTE'));
    expect(await content('A/a.pdf', 1)).toContain('uno');
    expect((await write('A/a.pdf', 'due')).version).toBe(2);
    expect(await content('A/a.pdf', 1)).toContain('uno');
  });

  it('trenta scritture insieme, da due archivi aperti sulla stessa cartella, conservano ogni contenuto', async () => {
    const other = diskArchive({ folder, maxBytes: 100_000 });
    const texts = Array.from({ length: 30 }, (_, i) => `contenuto-${i}.`);
    const infos = await Promise.all(texts.map((t, i) => (i % 2 ? other : archive).write('A/a.pdf', stream(pdf(t)), 'pdf')));
    expect(infos.map((i) => i.version).toSorted((a, b) => a - b)).toEqual(texts.map((_, i) => i + 1));
    const read = await Promise.all(texts.map((_, i) => content('A/a.pdf', i + 1)));
    expect(read.map((t) => t.slice(9, -6)).toSorted()).toEqual(texts.toSorted());
    for (const [i, info] of infos.entries()) expect(await content('A/a.pdf', info.version)).toContain(texts[i]);
    expect(await readdir(join(folder, '.temp'))).toEqual([]);
  });

  it('un nome scritto con gli accenti staccati è lo stesso file', async () => {
    await write('A/perche\u0301.pdf', 'uno');
    expect(await content('A/perché.pdf')).toContain('uno');
  });

  it('elenca i file di una cartella, senza cartelle né file nascosti', async () => {
    await write('A/b.pdf', '1');
    await write('A/a.pdf', '1');
    await write('A/sotto/c.pdf', '1');
    await writeFile(join(folder, 'A', '.nascosto'), 'x');
    expect((await archive.list('A')).map((f) => f.path)).toEqual(['A/a.pdf', 'A/b.pdf']);
    expect(await archive.list('Z')).toEqual([]);
    expect(await archive.list('A/a.pdf')).toEqual([]);
    expect(await archive.info('A/a.pdf/dentro.pdf')).toBeNull();
  });
});

describe('più file insieme', () => {
  const file = (path: string, text: string) => ({ path, content: pdf(text), kind: 'pdf' as const });

  it('hanno i contenuti e le versioni che avrebbero uno alla volta', async () => {
    await write('A/a.pdf', 'uno');
    await write('A/tolto.pdf', 'vecchio');
    await archive.delete('A/tolto.pdf');
    const written = await archive.writeAll([
      file('A/a.pdf', 'due'),
      file('B/C/b.pdf', 'uno'),
      file('B/C/b.pdf', 'due'),
      file('A/tolto.pdf', 'nuovo'),
      { path: 'A/foto.jpg', content: jpeg('foto'), kind: 'jpeg' },
      file('A/a.pdf', 'tre'),
    ]);
    expect(written.map(({ path, version }) => `${path} ${version}`)).toEqual([
      'A/a.pdf 2',
      'B/C/b.pdf 1',
      'B/C/b.pdf 2',
      'A/tolto.pdf 2',
      'A/foto.jpg 1',
      'A/a.pdf 3',
    ]);
    for (const [path, version, text] of [
      ['A/a.pdf', 1, 'uno'],
      ['A/a.pdf', 2, 'due'],
      ['A/a.pdf', 3, 'tre'],
      ['B/C/b.pdf', 1, 'uno'],
      ['B/C/b.pdf', 2, 'due'],
      ['A/tolto.pdf', 1, 'vecchio'],
      ['A/tolto.pdf', 2, 'nuovo'],
    ] as const)
      expect(await content(path, version)).toContain(text);
    expect(written[1]).toEqual({
      path: 'B/C/b.pdf',
      version: 1,
      bytes: pdf('uno').length,
      sha256: createHash('sha256').update(pdf('uno')).digest('hex'),
    });
    expect(await readdir(join(folder, '.temp'))).toEqual([]);
  });

  it('uno che non si accetta è rifiutato, fuori dall’archivio non si scrive, e degli altri nessuno resta a metà', async () => {
    await expect(archive.writeAll([file('A/a.pdf', 'uno'), { ...file('A/b.pdf', ''), kind: 'jpeg' }])).rejects.toEqual(
      error('TIPO_NON_ACCETTATO'),
    );
    await expect(archive.writeAll([{ path: 'A/c.pdf', content: Buffer.alloc(100_001, pdf('x')), kind: 'pdf' }])).rejects.toEqual(
      error('FILE_TROPPO_GRANDE'),
    );
    await expect(archive.writeAll([file('../fuori.pdf', 'x')])).rejects.toEqual(error('PERCORSO_NON_VALIDO'));
    await mkdir(join(base, 'altrove'));
    await symlink(join(base, 'altrove'), join(folder, 'L'));
    await expect(archive.writeAll([file('L/x.pdf', 'x')])).rejects.toEqual(error('PERCORSO_NON_VALIDO'));
    expect([await content('A/a.pdf'), await readdir(join(folder, 'A')), await readdir(join(base, 'altrove'))]).toEqual([
      pdf('uno').toString('latin1'),
      ['a.pdf'],
      [],
    ]);
    expect(await readdir(join(folder, '.temp'))).toEqual([]);
  });

  it('trattenuti, si conoscono con la versione che avranno; un altro che scrive intanto si nota', async () => {
    await write('A/a.pdf', 'uno');
    const held = bufferedFiles(archive);
    expect(await held.write('A/a.pdf', stream(pdf('due')), 'pdf')).toMatchObject({ path: 'A/a.pdf', version: 2, bytes: pdf('due').length });
    expect((await held.write('A/b.pdf', stream(pdf('b')), 'pdf')).version).toBe(1);
    expect([await held.info('A/a.pdf'), await held.info('A/b.pdf'), await held.info('A/c.pdf')]).toMatchObject([
      { version: 2 },
      { version: 1 },
      null,
    ]);
    expect((await archive.info('A/a.pdf'))?.version).toBe(1);
    // any call other than `write` and `info` places the held files first
    expect((await held.list('A')).map(({ path, version }) => `${path} ${version}`)).toEqual(['A/a.pdf 2', 'A/b.pdf 1']);
    await held.write('A/b.pdf', stream(pdf('c')), 'pdf');
    await write('A/b.pdf', 'di un altro');
    await expect(held.place()).rejects.toThrow('another process');
  });
});

describe('due processi sullo stesso file', () => {
  const lock = (path: string) => join(folder, '.temp', `${createHash('sha256').update(path).digest('hex')}.lock`);
  const tenuta = async (path: string, seconds: number) => {
    await write('B/altro.pdf', 'apre la cartella');
    await writeFile(lock(path), 'di-un-altro');
    const atThatTime = new Date(Date.now() - seconds * 1000);
    await utimes(lock(path), atThatTime, atThatTime);
  };

  it('chi trova la serratura di un processo morto la toglie e scrive', async () => {
    await tenuta('A/a.pdf', 31);
    expect((await write('A/a.pdf', 'uno')).version).toBe(1);
    expect(await readdir(join(folder, '.temp'))).toEqual([]);
  });

  it('chi trova la serratura di un processo vivo aspetta che la lasci', async () => {
    await tenuta('A/a.pdf', 20);
    const written = write('A/a.pdf', 'uno');
    expect(await Promise.race([written, sleep(200, 'aspetta')])).toBe('aspetta');
    expect(await readFile(lock('A/a.pdf'), 'utf8')).toBe('di-un-altro');
    await rm(lock('A/a.pdf'));
    expect((await written).version).toBe(1);
    expect(await readdir(join(folder, '.temp'))).toEqual([]);
  });
});

describe('dopo un’interruzione a metà', () => {
  it('un contenuto messo via ma ancora al suo posto ha un numero solo, e si può ancora sostituire ed eliminare', async () => {
    await write('A/a.pdf', 'uno');
    await mkdir(join(folder, '.versioni/A/a.pdf'), { recursive: true });
    await link(join(folder, 'A/a.pdf'), join(folder, '.versioni/A/a.pdf/1'));
    expect(await archive.info('A/a.pdf')).toMatchObject({ version: 1 });
    expect((await write('A/a.pdf', 'due')).version).toBe(2);
    expect(await content('A/a.pdf', 1)).toContain('uno');
    await link(join(folder, 'A/a.pdf'), join(folder, '.versioni/A/a.pdf/2'));
    await archive.delete('A/a.pdf');
    expect(await content('A/a.pdf', 2)).toContain('due');
  });
});

describe('all’apertura', () => {
  it('ciò che un caricamento interrotto ha lasciato da un pezzo se ne va, ciò che arriva adesso resta', async () => {
    await mkdir(join(folder, '.temp'), { recursive: true });
    for (const [name, ore] of [
      ['vecchio', 48],
      ['nuovo', 0],
    ] as const) {
      await writeFile(join(folder, '.temp', name), 'x');
      const atThatTime = new Date(Date.now() - ore * 3_600_000);
      await utimes(join(folder, '.temp', name), atThatTime, atThatTime);
    }
    await write('A/a.pdf', 'uno');
    expect(await readdir(join(folder, '.temp'))).toEqual(['nuovo']);
  });
});

describe('contenuti rifiutati', () => {
  const nothing = async () => {
    expect(await archive.info('A/a.pdf')).toBeNull();
    expect(await readdir(join(folder, '.temp'))).toEqual([]);
  };

  it.each([
    ['vuoto', Buffer.alloc(0)],
    ['html', Buffer.from('<html><script>alert(1)</script>')],
    ['jpeg', jpeg('x')],
    ['intestazione oltre il primo kB', Buffer.concat([Buffer.alloc(1024, 32), pdf('x')])],
    ['zip', Buffer.from('PK\u0003\u0004')],
    ['zip con un PDF dentro', Buffer.concat([Buffer.from('PK\u0003\u0004'), pdf('x')])],
    ['tagliato', pdf('x').subarray(0, -2)],
  ])('un PDF che è %s', async (random, data) => {
    await expect(archive.write('A/a.pdf', stream(data), 'pdf')).rejects.toEqual(error('TIPO_NON_ACCETTATO'));
    await nothing();
  });

  it('una foto che è un PDF', async () => {
    await expect(archive.write('A/a.jpg', stream(pdf('x')), 'jpeg')).rejects.toEqual(error('TIPO_NON_ACCETTATO'));
    for (const cut of [Buffer.from([0xff, 0xd8, 0xff]), jpeg('x').subarray(0, -1)])
      await expect(archive.write('A/a.jpg', stream(cut), 'jpeg')).rejects.toEqual(error('TIPO_NON_ACCETTATO'));
    await archive.write('A/a.jpg', stream(jpeg('x')), 'jpeg');
    expect((await archive.read('A/a.jpg')).contentType).toBe('image/jpeg');
  });

  it('un PDF con qualche byte prima dell’intestazione è accettato, anche a pezzi di un byte', async () => {
    const data = Buffer.concat([Buffer.from('\uFEFF\n'), pdf('x')]);
    await archive.write('A/a.pdf', Readable.from([...data].map((b) => Buffer.from([b]))), 'pdf');
    expect(await archive.info('A/a.pdf')).toMatchObject({ bytes: data.length });
  });

  it('un file più grande del limite, e non di un byte meno', async () => {
    await expect(archive.write('A/a.pdf', stream(pdf('x'.repeat(99_986))), 'pdf')).rejects.toEqual(error('FILE_TROPPO_GRANDE'));
    await nothing();
    expect((await archive.write('A/a.pdf', stream(pdf('x'.repeat(99_985))), 'pdf')).bytes).toBe(100_000);
  });

  it('un caricamento interrotto non lascia niente e non tocca ciò che c’era', async () => {
    await write('A/a.pdf', 'prima');
    const broken = Readable.from(
      (function* () {
        yield pdf('meta');
        throw new Error('rete caduta');
      })(),
    );
    await expect(archive.write('A/a.pdf', broken, 'pdf')).rejects.toThrow('rete caduta');
    expect(await content('A/a.pdf')).toContain('prima');
    expect(await readdir(join(folder, '.temp'))).toEqual([]);
  });
});

describe('rinominare', () => {
  it('il file cambia nome, e sotto il vecchio resta come versione', async () => {
    await write('A/a.pdf', 'uno');
    await write('A/a.pdf', 'due');
    expect(await archive.rename('A/a.pdf', 'A/b.pdf')).toMatchObject({ path: 'A/b.pdf', version: 1 });
    expect(await archive.info('A/a.pdf')).toBeNull();
    expect(await content('A/b.pdf')).toContain('due');
    expect(await content('A/a.pdf', 1)).toContain('uno');
    expect(await content('A/a.pdf', 2)).toContain('due');
  });

  it('chi cambia a mano il file rinominato non cambia la versione che resta sotto il vecchio nome', async () => {
    await write('A/a.pdf', 'uno');
    await archive.rename('A/a.pdf', 'A/b.pdf');
    await writeFile(join(folder, 'A/b.pdf'), pdf('riscritto a mano'));
    expect(await content('A/b.pdf')).toContain('riscritto a mano');
    expect(await content('A/a.pdf', 1)).toContain('uno');
  });

  it('non sopra un altro, non da niente, non con un’altra estensione', async () => {
    await write('A/a.pdf', 'uno');
    await write('A/b.pdf', 'due');
    await expect(archive.rename('A/a.pdf', 'A/b.pdf')).rejects.toEqual(error('DESTINAZIONE_OCCUPATA'));
    await expect(archive.rename('A/z.pdf', 'A/y.pdf')).rejects.toEqual(error('FILE_ASSENTE'));
    await expect(archive.rename('A/a.pdf', 'A/c.jpg')).rejects.toEqual(error('ESTENSIONE_DIVERSA'));
    await expect(archive.rename('A/a.pdf', 'A/a.pdf')).rejects.toEqual(error('DESTINAZIONE_OCCUPATA'));
    expect(await content('A/a.pdf')).toContain('uno');
    expect(await content('A/b.pdf')).toContain('due');
  });

  it('due rinomine opposte o verso lo stesso nome non perdono niente e non si bloccano', async () => {
    await write('A/a.pdf', 'uno');
    await write('A/b.pdf', 'due');
    const outcomes = await Promise.allSettled([
      archive.rename('A/a.pdf', 'A/c.pdf'),
      archive.rename('A/b.pdf', 'A/c.pdf'),
      archive.rename('A/c.pdf', 'A/b.pdf'),
    ]);
    expect(outcomes.some((e) => e.status === 'fulfilled')).toBe(true);
    const left = await Promise.all((await archive.list('A')).map((f) => content(f.path)));
    expect(left.map((t) => t.slice(9, -6)).toSorted()).toEqual(['due', 'uno']);
  });
});

describe('niente fuori dall’archivio', () => {
  const fingerprint = async () => ({ fuori: await readdir(base), segreto: await readFile(join(base, 'segreto.pdf'), 'utf8') });
  beforeEach(async () => {
    await writeFile(join(base, 'segreto.pdf'), '%PDF-segreto');
    await write('A/a.pdf', 'uno');
  });

  it.each([
    '../segreto.pdf',
    '/etc/passwd',
    'A/../../segreto.pdf',
    '.versioni/A/a.pdf/1',
    '.temp/x.pdf',
    'A\\..\\x.pdf',
    'A/\u0000.pdf',
    '',
  ])('%j è rifiutato in ogni operazione', async (path) => {
    const before = await fingerprint();
    const tests = [
      () => archive.write(path, stream(pdf('x')), 'pdf'),
      () => archive.read(path),
      () => archive.info(path),
      () => archive.list(path),
      () => archive.delete(path),
      () => archive.rename(path, 'A/z.pdf'),
      () => archive.rename('A/a.pdf', path),
    ];
    for (const test of tests) await expect(test()).rejects.toEqual(expect.objectContaining({ status: 400 }));
    expect(await fingerprint()).toEqual(before);
    expect(await content('A/a.pdf')).toContain('uno');
  });

  it('un collegamento che esce, di cartella o di file, è rifiutato; dentro, si segue solo verso un file accanto', async () => {
    await symlink(base, join(folder, 'fuga'));
    await symlink(join(base, 'segreto.pdf'), join(folder, 'A', 'link.pdf'));
    await symlink(join(base, 'non-ancora.pdf'), join(folder, 'A', 'pendente.pdf'));
    await symlink(join(folder, 'A'), join(folder, 'dentro'));
    await symlink('giro.pdf', join(folder, 'A', 'giro.pdf'));
    await write('B/b.pdf', 'di un altro');
    await symlink(join(folder, 'B', 'b.pdf'), join(folder, 'A', 'altrui.pdf'));
    await symlink('a.pdf', join(folder, 'A', 'accanto.pdf'));
    for (const path of [
      'fuga/segreto.pdf',
      'fuga/nuovo.pdf',
      'dentro/a.pdf',
      'dentro/nuovo.pdf',
      'A/altrui.pdf',
      'A/link.pdf',
      'A/pendente.pdf',
      'A/giro.pdf',
    ]) {
      await expect(archive.read(path)).rejects.toEqual(error('PERCORSO_NON_VALIDO'));
      await expect(archive.write(path, stream(pdf('x')), 'pdf')).rejects.toEqual(error('PERCORSO_NON_VALIDO'));
    }
    await expect(archive.list('dentro')).rejects.toEqual(error('PERCORSO_NON_VALIDO'));
    expect(await content('A/accanto.pdf')).toContain('uno');
    expect(await readdir(base)).toEqual(['archivio', 'segreto.pdf']);
  });

  it('un percorso qualunque o è rifiutato o finisce sotto la cartella, e non tocca altro', async () => {
    const name = fc.oneof(
      fc.constantFrom('..', 'A', 'a.pdf', '.x', '', 'C:', '~', '-rf', '$(id)', '*', 'aux', '%2e%2e'),
      fc.array(fc.integer({ min: 0, max: 0x2ff }), { maxLength: 6 }).map((codes) => String.fromCharCode(...codes)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 4 }), async (names) => {
        const path = `${names.join('/')}.pdf`;
        const before = await fingerprint();
        const outcome = await write(path, 'prova').catch((e: { code: string }) => e.code);
        if (typeof outcome === 'string') expect(outcome).toBe('PERCORSO_NON_VALIDO');
        else expect((await realpath(join(folder, outcome.path))).startsWith(`${folder}/`)).toBe(true);
        expect(await fingerprint()).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });

  it('una cartella al posto del file, o un file al posto della cartella, è un percorso sbagliato e non un guasto', async () => {
    await mkdir(join(folder, 'B.pdf'));
    await expect(write('B.pdf', 'x')).rejects.toEqual(error('PERCORSO_NON_VALIDO'));
    for (const path of ['A/a.pdf/x.pdf', 'A/a.pdf/sotto/x.pdf'])
      await expect(write(path, 'x')).rejects.toEqual(error('PERCORSO_NON_VALIDO'));
    await expect(archive.rename('A/a.pdf', 'A/a.pdf/sotto/x.pdf')).rejects.toEqual(error('PERCORSO_NON_VALIDO'));
    await expect(archive.read('B.pdf')).rejects.toEqual(error('FILE_ASSENTE'));
  });
});
