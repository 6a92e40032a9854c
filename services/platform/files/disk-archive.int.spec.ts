import fc from 'fast-check';
import { link, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileStore } from '#contracts/ports/file-store.ts';
import { archivioSuDisco } from './disk-archive.ts';

const pdf = (testo: string) => Buffer.from(`%PDF-1.4\n${testo}`);
const jpeg = (testo: string) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(testo)]);
const flusso = (dati: Buffer) => Readable.from([dati]);
const errore = (code: string) => expect.objectContaining({ code });

let base: string;
let cartella: string;
let archivio: FileStore;
const contenuto = async (percorso: string, versione?: number) => (await buffer((await archivio.leggi(percorso, versione)).apri())).toString('latin1');
const scrivi = (percorso: string, testo: string) => archivio.scrivi(percorso, flusso(pdf(testo)), 'pdf');

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'strato-archivio-')));
  cartella = join(base, 'archivio');
  archivio = archivioSuDisco({ cartella, maxByte: 100_000 });
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe('scrivere e leggere', () => {
  it('il contenuto si legge come è stato scritto, e si vede nella cartella', async () => {
    const info = await scrivi('A0112/A0112_CE.pdf', 'uno');
    expect(info).toMatchObject({ percorso: 'A0112/A0112_CE.pdf', byte: 12, versione: 1 });
    expect(await readFile(join(cartella, 'A0112/A0112_CE.pdf'), 'latin1')).toBe('%PDF-1.4\nuno');
    const letto = await archivio.leggi('A0112/A0112_CE.pdf');
    expect(letto).toMatchObject({ contentType: 'application/pdf', byte: 12, versione: 1 });
    expect((await buffer(letto.apri({ inizio: 1, fine: 3 }))).toString()).toBe('PDF');
  });

  it('un contenuto sostituito resta come versione precedente', async () => {
    await scrivi('A/a.pdf', 'uno');
    expect((await scrivi('A/a.pdf', 'due')).versione).toBe(2);
    expect(await contenuto('A/a.pdf')).toContain('due');
    expect(await contenuto('A/a.pdf', 1)).toContain('uno');
    expect(await contenuto('A/a.pdf', 2)).toContain('due');
    await expect(archivio.leggi('A/a.pdf', 3)).rejects.toEqual(errore('FILE_ASSENTE'));
  });

  it('i numeri di versione non tornano indietro nemmeno dopo un’eliminazione', async () => {
    await scrivi('A/a.pdf', 'uno');
    await archivio.elimina('A/a.pdf');
    expect(await archivio.info('A/a.pdf')).toBeNull();
    await expect(archivio.leggi('A/a.pdf')).rejects.toEqual(errore('FILE_ASSENTE'));
    await expect(archivio.elimina('A/a.pdf')).rejects.toEqual(errore('FILE_ASSENTE'));
    expect(await contenuto('A/a.pdf', 1)).toContain('uno');
    expect((await scrivi('A/a.pdf', 'due')).versione).toBe(2);
    expect(await contenuto('A/a.pdf', 1)).toContain('uno');
  });

  it('trenta scritture insieme, da due archivi aperti sulla stessa cartella, conservano ogni contenuto', async () => {
    const altro = archivioSuDisco({ cartella, maxByte: 100_000 });
    const testi = Array.from({ length: 30 }, (_, i) => `contenuto-${i}.`);
    const infos = await Promise.all(testi.map((t, i) => (i % 2 ? altro : archivio).scrivi('A/a.pdf', flusso(pdf(t)), 'pdf')));
    expect(infos.map((i) => i.versione).toSorted((a, b) => a - b)).toEqual(testi.map((_, i) => i + 1));
    const letti = await Promise.all(testi.map((_, i) => contenuto('A/a.pdf', i + 1)));
    expect(letti.map((t) => t.slice(9)).toSorted()).toEqual(testi.toSorted());
    for (const [i, info] of infos.entries()) expect(await contenuto('A/a.pdf', info.versione)).toContain(testi[i]);
    expect(await readdir(join(cartella, '.temp'))).toEqual([]);
  });

  it('un nome scritto con gli accenti staccati è lo stesso file', async () => {
    await scrivi('A/perche\u0301.pdf', 'uno');
    expect(await contenuto('A/perché.pdf')).toContain('uno');
  });

  it('elenca i file di una cartella, senza cartelle né file nascosti', async () => {
    await scrivi('A/b.pdf', '1');
    await scrivi('A/a.pdf', '1');
    await scrivi('A/sotto/c.pdf', '1');
    await writeFile(join(cartella, 'A', '.nascosto'), 'x');
    expect((await archivio.elenca('A')).map((f) => f.percorso)).toEqual(['A/a.pdf', 'A/b.pdf']);
    expect(await archivio.elenca('Z')).toEqual([]);
  });
});

describe('dopo un’interruzione a metà', () => {
  it('un contenuto messo via ma ancora al suo posto ha un numero solo, e si può ancora sostituire ed eliminare', async () => {
    await scrivi('A/a.pdf', 'uno');
    await mkdir(join(cartella, '.versioni/A/a.pdf'), { recursive: true });
    await link(join(cartella, 'A/a.pdf'), join(cartella, '.versioni/A/a.pdf/1'));
    expect(await archivio.info('A/a.pdf')).toMatchObject({ versione: 1 });
    expect((await scrivi('A/a.pdf', 'due')).versione).toBe(2);
    expect(await contenuto('A/a.pdf', 1)).toContain('uno');
    await link(join(cartella, 'A/a.pdf'), join(cartella, '.versioni/A/a.pdf/2'));
    await archivio.elimina('A/a.pdf');
    expect(await contenuto('A/a.pdf', 2)).toContain('due');
  });
});

describe('contenuti rifiutati', () => {
  const niente = async () => {
    expect(await archivio.info('A/a.pdf')).toBeNull();
    expect(await readdir(join(cartella, '.temp'))).toEqual([]);
  };

  it.each([
    ['vuoto', Buffer.alloc(0)], ['html', Buffer.from('<html><script>alert(1)</script>')], ['jpeg', jpeg('x')],
    ['intestazione oltre il primo kB', Buffer.concat([Buffer.alloc(1024, 32), pdf('x')])], ['zip', Buffer.from('PK\u0003\u0004')],
  ])('un PDF che è %s', async (_caso, dati) => {
    await expect(archivio.scrivi('A/a.pdf', flusso(dati), 'pdf')).rejects.toEqual(errore('TIPO_NON_ACCETTATO'));
    await niente();
  });

  it('una foto che è un PDF', async () => {
    await expect(archivio.scrivi('A/a.jpg', flusso(pdf('x')), 'jpeg')).rejects.toEqual(errore('TIPO_NON_ACCETTATO'));
    await archivio.scrivi('A/a.jpg', flusso(jpeg('x')), 'jpeg');
    expect((await archivio.leggi('A/a.jpg')).contentType).toBe('image/jpeg');
  });

  it('un PDF con qualche byte prima dell’intestazione è accettato, anche a pezzi di un byte', async () => {
    const dati = Buffer.concat([Buffer.from('\uFEFF\n'), pdf('x')]);
    await archivio.scrivi('A/a.pdf', Readable.from([...dati].map((b) => Buffer.from([b]))), 'pdf');
    expect(await archivio.info('A/a.pdf')).toMatchObject({ byte: dati.length });
  });

  it('un file più grande del limite, e non di un byte meno', async () => {
    await expect(archivio.scrivi('A/a.pdf', flusso(pdf('x'.repeat(99_992))), 'pdf')).rejects.toEqual(errore('FILE_TROPPO_GRANDE'));
    await niente();
    expect((await archivio.scrivi('A/a.pdf', flusso(pdf('x'.repeat(99_991))), 'pdf')).byte).toBe(100_000);
  });

  it('un caricamento interrotto non lascia niente e non tocca ciò che c’era', async () => {
    await scrivi('A/a.pdf', 'prima');
    const rotto = Readable.from((function* () {
      yield pdf('meta');
      throw new Error('rete caduta');
    })());
    await expect(archivio.scrivi('A/a.pdf', rotto, 'pdf')).rejects.toThrow('rete caduta');
    expect(await contenuto('A/a.pdf')).toContain('prima');
    expect(await readdir(join(cartella, '.temp'))).toEqual([]);
  });
});

describe('rinominare', () => {
  it('il file cambia nome, e sotto il vecchio resta come versione', async () => {
    await scrivi('A/a.pdf', 'uno');
    await scrivi('A/a.pdf', 'due');
    expect(await archivio.rinomina('A/a.pdf', 'A/b.pdf')).toMatchObject({ percorso: 'A/b.pdf', versione: 1 });
    expect(await archivio.info('A/a.pdf')).toBeNull();
    expect(await contenuto('A/b.pdf')).toContain('due');
    expect(await contenuto('A/a.pdf', 1)).toContain('uno');
    expect(await contenuto('A/a.pdf', 2)).toContain('due');
  });

  it('non sopra un altro, non da niente, non con un’altra estensione', async () => {
    await scrivi('A/a.pdf', 'uno');
    await scrivi('A/b.pdf', 'due');
    await expect(archivio.rinomina('A/a.pdf', 'A/b.pdf')).rejects.toEqual(errore('DESTINAZIONE_OCCUPATA'));
    await expect(archivio.rinomina('A/z.pdf', 'A/y.pdf')).rejects.toEqual(errore('FILE_ASSENTE'));
    await expect(archivio.rinomina('A/a.pdf', 'A/c.jpg')).rejects.toEqual(errore('ESTENSIONE_DIVERSA'));
    expect(await contenuto('A/b.pdf')).toContain('due');
  });

  it('due rinomine opposte o verso lo stesso nome non perdono niente e non si bloccano', async () => {
    await scrivi('A/a.pdf', 'uno');
    await scrivi('A/b.pdf', 'due');
    const esiti = await Promise.allSettled([archivio.rinomina('A/a.pdf', 'A/c.pdf'), archivio.rinomina('A/b.pdf', 'A/c.pdf'), archivio.rinomina('A/c.pdf', 'A/b.pdf')]);
    expect(esiti.some((e) => e.status === 'fulfilled')).toBe(true);
    const rimasti = await Promise.all((await archivio.elenca('A')).map((f) => contenuto(f.percorso)));
    expect(rimasti.map((t) => t.slice(9)).toSorted()).toEqual(['due', 'uno']);
  });
});

describe('niente fuori dall’archivio', () => {
  const impronta = async () => ({ fuori: await readdir(base), segreto: await readFile(join(base, 'segreto.pdf'), 'utf8') });
  beforeEach(async () => {
    await writeFile(join(base, 'segreto.pdf'), '%PDF-segreto');
    await scrivi('A/a.pdf', 'uno');
  });

  it.each(['../segreto.pdf', '/etc/passwd', 'A/../../segreto.pdf', '.versioni/A/a.pdf/1', '.temp/x.pdf', 'A\\..\\x.pdf', 'A/\u0000.pdf', ''])('%j è rifiutato in ogni operazione', async (percorso) => {
    const prima = await impronta();
    const prove = [
      () => archivio.scrivi(percorso, flusso(pdf('x')), 'pdf'), () => archivio.leggi(percorso), () => archivio.info(percorso), () => archivio.elenca(percorso),
      () => archivio.elimina(percorso), () => archivio.rinomina(percorso, 'A/z.pdf'), () => archivio.rinomina('A/a.pdf', percorso),
    ];
    for (const prova of prove) await expect(prova()).rejects.toEqual(expect.objectContaining({ status: 400 }));
    expect(await impronta()).toEqual(prima);
    expect(await contenuto('A/a.pdf')).toContain('uno');
  });

  it('un collegamento che esce, di cartella o di file, è rifiutato; uno che resta dentro si legge', async () => {
    await symlink(base, join(cartella, 'fuga'));
    await symlink(join(base, 'segreto.pdf'), join(cartella, 'A', 'link.pdf'));
    await symlink(join(base, 'non-ancora.pdf'), join(cartella, 'A', 'pendente.pdf'));
    await symlink(join(cartella, 'A'), join(cartella, 'dentro'));
    await symlink('giro.pdf', join(cartella, 'A', 'giro.pdf'));
    for (const percorso of ['fuga/segreto.pdf', 'fuga/nuovo.pdf', 'A/link.pdf', 'A/pendente.pdf', 'A/giro.pdf']) {
      await expect(archivio.leggi(percorso)).rejects.toEqual(errore('PERCORSO_NON_VALIDO'));
      await expect(archivio.scrivi(percorso, flusso(pdf('x')), 'pdf')).rejects.toEqual(errore('PERCORSO_NON_VALIDO'));
    }
    expect(await contenuto('dentro/a.pdf')).toContain('uno');
    expect(await readdir(base)).toEqual(['archivio', 'segreto.pdf']);
  });

  it('un percorso qualunque o è rifiutato o finisce sotto la cartella, e non tocca altro', async () => {
    const nome = fc.oneof(fc.constantFrom('..', 'A', 'a.pdf', '.x', '', 'C:', '~', '-rf', '$(id)', '*', 'aux', '%2e%2e'), fc.array(fc.integer({ min: 0, max: 0x2ff }), { maxLength: 6 }).map((codici) => String.fromCharCode(...codici)));
    await fc.assert(
      fc.asyncProperty(fc.array(nome, { minLength: 1, maxLength: 4 }), async (nomi) => {
        const percorso = `${nomi.join('/')}.pdf`;
        const prima = await impronta();
        const esito = await scrivi(percorso, 'prova').catch((e: { code: string }) => e.code);
        if (typeof esito === 'string') expect(esito).toBe('PERCORSO_NON_VALIDO');
        else expect((await realpath(join(cartella, esito.percorso))).startsWith(`${cartella}/`)).toBe(true);
        expect(await impronta()).toEqual(prima);
      }),
      { numRuns: 150 },
    );
  });

  it('una cartella al posto del file, o un file al posto della cartella, è un percorso sbagliato e non un guasto', async () => {
    await mkdir(join(cartella, 'B.pdf'));
    await expect(scrivi('B.pdf', 'x')).rejects.toEqual(errore('PERCORSO_NON_VALIDO'));
    await expect(scrivi('A/a.pdf/x.pdf', 'x')).rejects.toEqual(errore('PERCORSO_NON_VALIDO'));
    await expect(archivio.leggi('B.pdf')).rejects.toEqual(errore('FILE_ASSENTE'));
  });
});
