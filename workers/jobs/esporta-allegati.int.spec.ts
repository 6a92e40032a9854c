import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileLetto, FileStore } from '#contracts/ports/file-store.ts';
import { leggiZip } from '../../test/zip.ts';
import { gestoreEsportaAllegati } from './esporta-allegati.handler.ts';

type Contenuti = Record<string, { dati: Buffer; contentType?: FileLetto['contentType']; guasto?: boolean }>;

let cartella: string;
beforeEach(async () => void (cartella = await mkdtemp(join(tmpdir(), 'strato-zip-'))));
afterEach(() => rm(cartella, { recursive: true, force: true }));

/** An archive that only reads, and counts how many files are open at once. */
function archivio(contenuti: Contenuti) {
  const conta = { aperti: 0, massimo: 0 };
  const leggi: FileStore['leggi'] = async (percorso) => {
    const trovato = contenuti[percorso];
    if (!trovato) throw new DomainError('FILE_ASSENTE');
    const { dati, contentType = 'application/pdf', guasto } = trovato;
    const apri = () => {
      conta.massimo = Math.max(conta.massimo, (conta.aperti += 1));
      const flusso = Readable.from((function* () {
        yield dati;
        if (guasto) throw Object.assign(new Error('disco'), { code: 'EIO' });
      })());
      return flusso.once('close', () => (conta.aperti -= 1));
    };
    return { percorso, byte: dati.length, modificato: '2026-01-02T03:04:05.000Z', versione: 1, contentType, apri };
  };
  return { files: { leggi } as FileStore, conta };
}

async function esporta(contenuti: Contenuti, file: { percorso: string; nome: string }[], signal = new AbortController().signal) {
  const { files, conta } = archivio(contenuti);
  const progressi: string[] = [];
  const gestore = gestoreEsportaAllegati({ files, cartellaRisultati: cartella });
  const esito = await gestore({ id: 'uno', dati: { nome: 'allegati', file }, utente: 'anna', groupID: 3, signal, progresso: async (_p, m = '') => void progressi.push(m) });
  return { esito, conta, progressi, voci: await leggiZip(String(esito.file)) };
}

const voce = (percorso: string) => ({ percorso, nome: percorso });

describe('zip degli allegati', () => {
  it('contiene ogni file com’è, PDF e foto senza comprimerli di nuovo', async () => {
    const contenuti: Contenuti = {
      'A/A_CE.pdf': { dati: Buffer.from('%PDF-uno') }, 'A/A_FOTO.jpg': { dati: Buffer.from('jpeg'), contentType: 'image/jpeg' },
      'B/perché.txt': { dati: Buffer.from('testo '.repeat(100)), contentType: 'application/octet-stream' }, 'B/vuoto.pdf': { dati: Buffer.alloc(0) },
    };
    const { esito, voci, progressi } = await esporta(contenuti, Object.keys(contenuti).map(voce));
    expect(esito).toEqual({ file: join(cartella, 'uno.zip'), nomeFile: 'allegati.zip', messaggio: '4 file' });
    expect(voci.map((v) => [v.nome, v.contenuto.toString(), v.metodo])).toEqual([
      ['A/A_CE.pdf', '%PDF-uno', 0], ['A/A_FOTO.jpg', 'jpeg', 0], ['B/perché.txt', 'testo '.repeat(100), 8], ['B/vuoto.pdf', '', 0],
    ]);
    expect(progressi).toEqual(['0 di 4 file', '1 di 4 file', '2 di 4 file', '3 di 4 file']);
  });

  it('apre un file per volta, per quanti siano', async () => {
    const contenuti = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`A/${i}.pdf`, { dati: Buffer.alloc(10_000, i % 256) }]));
    const { conta, voci } = await esporta(contenuti, Object.keys(contenuti).map(voce));
    expect(conta).toEqual({ aperti: 0, massimo: 1 });
    expect(voci).toHaveLength(500);
    expect(voci.every((v) => v.contenuto.equals(contenuti[v.nome]!.dati))).toBe(true);
  });

  it('i file che mancano sono elencati in LEGGIMI.txt e non sono un errore', async () => {
    const { esito, voci } = await esporta({ 'A/a.pdf': { dati: Buffer.from('x') } }, [voce('A/no.pdf'), voce('A/a.pdf'), voce('../fuori.pdf')]);
    expect(esito.messaggio).toBe('1 file, 2 mancanti');
    expect(voci.map((v) => v.nome)).toEqual(['A/a.pdf', 'LEGGIMI.txt']);
    expect(voci[1]!.contenuto.toString()).toContain('\r\nA/no.pdf\r\n../fuori.pdf');
  });

  it('senza nessun file lo zip lo dice', async () => {
    const { voci } = await esporta({}, []);
    expect(voci.map((v) => [v.nome, v.contenuto.toString()])).toEqual([['LEGGIMI.txt', 'Nessun documento da esportare.\r\n']]);
  });

  it('un guasto a metà non lascia uno zip monco, e rifatto riesce', async () => {
    const contenuti: Contenuti = { 'A/a.pdf': { dati: Buffer.from('x') }, 'A/b.pdf': { dati: Buffer.from('y'), guasto: true } };
    await expect(esporta(contenuti, Object.keys(contenuti).map(voce))).rejects.toMatchObject({ code: 'EIO' });
    expect(await readdir(cartella)).toEqual([]);
    contenuti['A/b.pdf']!.guasto = false;
    expect((await esporta(contenuti, Object.keys(contenuti).map(voce))).voci).toHaveLength(2);
    expect(await readdir(cartella)).toEqual(['uno.zip']);
  });

  it('interrotto non lascia niente', async () => {
    await expect(esporta({ 'A/a.pdf': { dati: Buffer.from('x') } }, [voce('A/a.pdf')], AbortSignal.abort())).rejects.toThrow();
    expect(await readdir(cartella)).toEqual([]);
  });

  it('interrotto mentre legge un file chiude il file e non lascia niente', async () => {
    const { files, conta } = archivio({ 'A/a.pdf': { dati: Buffer.alloc(10) }, 'A/b.pdf': { dati: Buffer.alloc(10) } });
    const spegni = new AbortController();
    const gestore = gestoreEsportaAllegati({ files, cartellaRisultati: cartella });
    const progresso = async (_p: number, messaggio = '') => {
      if (messaggio.startsWith('1')) spegni.abort();
    };
    await expect(gestore({ id: 'uno', dati: { nome: 'x', file: ['A/a.pdf', 'A/b.pdf', 'A/a.pdf'].map(voce) }, utente: 'a', groupID: 3, signal: spegni.signal, progresso })).rejects.toThrow();
    expect(conta.aperti).toBe(0);
    expect(await readdir(cartella)).toEqual([]);
  });
});
