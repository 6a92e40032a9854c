import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../test/read-pdf.ts';
import { realJpeg } from '../../../test/real-jpeg.ts';
import { pdf } from '../../../test/samples.ts';
import { archiveScene } from './testing.ts';

type Scene = Awaited<ReturnType<typeof archiveScene>>;
let portale: Scene['portale'];
let everything: Scene['everything'];
let reader: Scene['reader'];
let macchina: Scene['macchina'];
let row: Scene['row'];
let upload: Scene['upload'];
let document: Scene['document'];

beforeAll(async () => {
  ({ portale, everything, reader, macchina, row, upload, document } = await archiveScene());
});
afterAll(() => portale?.stop());

const photo = (width: number, height: number) => realJpeg({ columns: width, rows: height });
const stored = (path: string) => readFile(join(portale.folder, 'archivio', path));
const orientationsOf = async (path: string) =>
  (await readPdf(await stored(path))).map(({ width, height }) => (width > height ? 'orizzontale' : 'verticale'));

describe('foto al posto di un documento', () => {
  it('più foto diventano un PDF, una pagina ciascuna e nel loro ordine, sotto il nome del documento', async () => {
    const matricola = await macchina();
    const path = `${matricola}/${matricola}_CE.pdf`;
    const answer = await upload(everything, document(matricola), [photo(3, 2), photo(2, 3), photo(4, 2)], { prima: true });
    expect(answer).toMatchObject({ status: 201, body: { message: { percorso: path, file_versione: 1 } } });
    expect(await orientationsOf(path)).toEqual(['orizzontale', 'verticale', 'orizzontale']);
    expect((await row(matricola)).documenti_ce).toBe(path);
  });

  it('l’evento dice che cosa è conservato, e lo storico che viene da foto', async () => {
    const matricola = await macchina();
    await upload(everything, document(matricola), [photo(3, 2), photo(2, 3)]);
    await upload(everything, document(matricola), pdf('poi un PDF'));
    const bytes = await stored(`.versioni/${matricola}/${matricola}_CE.pdf/1`);
    const events = await portale.deps.store.read(`macchinari-${matricola}`);
    const told = events.filter(({ type }) => type === 'DocumentoCaricato.v1').map(({ data }) => data);
    expect(told[0]).toMatchObject({
      percorso: `${matricola}/${matricola}_CE.pdf`,
      file_versione: 1,
      byte: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      da_foto: 2,
    });
    expect(told[1]).not.toHaveProperty('da_foto');
    const { data } = (await portale.call('GET', `/api/storico?tabella=macchinari&id=${matricola}`, { as: everything })).body;
    expect(data.slice(0, 2).map(({ frase }: { frase: string }) => frase)).toEqual([
      'ha caricato un documento',
      'ha caricato un documento da 2 foto',
    ]);
  });

  it('anche per la scheda di una manutenzione e per un documento chiamato .jpg', async () => {
    const matricola = await macchina();
    await portale.call('POST', '/api/manutenzioni', { as: everything, body: { manutenzione: { matricola, data: '2026-02-03' } } });
    const sheet = await upload(everything, { matricola, data: '2026-02-03', nomeManutenzione: 'x', docMacch: 'false' }, photo(2, 3));
    expect(sheet).toMatchObject({ status: 201, body: { message: { percorso: `${matricola}/${matricola}_260203.pdf` } } });
    expect(await upload(everything, document(matricola, 'ASS.jpg'), photo(2, 3))).toMatchObject({
      status: 201,
      body: { message: { percorso: `${matricola}/${matricola}_ASS.pdf` } },
    });
    expect(await orientationsOf(`${matricola}/${matricola}_ASS.pdf`)).toEqual(['verticale']);
  });

  it('la stessa richiesta ripetuta non carica due volte', async () => {
    const matricola = await macchina();
    const headers = { 'idempotency-key': `foto-${matricola}` };
    const one = await upload(everything, document(matricola), [photo(3, 2), photo(2, 3)], { headers });
    const two = await upload(everything, document(matricola), [photo(3, 2), photo(2, 3)], { headers });
    expect([two.status, two.body]).toEqual([201, one.body]);
    expect((await portale.deps.files.info(`${matricola}/${matricola}_CE.pdf`))?.version).toBe(1);
  });

  it('rifiutate non lasciano niente: una tagliata, insieme a un PDF, troppe, troppo grandi in tutto, di chi legge soltanto', async () => {
    const matricola = await macchina();
    const cut = photo(3, 2).subarray(0, -2);
    const large = Buffer.concat([
      photo(3, 2).subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0xea, 0x62]),
      Buffer.alloc(60_000),
      photo(3, 2).subarray(2),
    ]);
    expect(await upload(everything, document(matricola), [photo(3, 2), cut])).toMatchObject({
      status: 415,
      body: { message: expect.stringContaining('«qualunque.exe» non è un JPEG intero') },
    });
    expect(await upload(everything, document(matricola), [photo(3, 2), pdf('x')])).toMatchObject({
      status: 415,
      body: { message: expect.stringContaining('non le due cose insieme') },
    });
    expect(
      await upload(
        everything,
        document(matricola),
        Array.from({ length: 31 }, () => photo(1, 1)),
      ),
    ).toMatchObject({ status: 400, body: { message: 'Si accettano al massimo 30 file per volta.' } });
    expect((await upload(everything, document(matricola), large)).status).toBe(201);
    const before = await row(matricola);
    expect(await upload(everything, document(matricola), [large, large])).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('massima') },
    });
    expect(await upload(everything, document(matricola, 'FOTO.jpg'), [photo(3, 2), photo(3, 2)])).toMatchObject({
      status: 400,
      body: { message: 'Si accetta una sola foto per volta.' },
    });
    expect((await upload(reader, document(matricola), [photo(3, 2), photo(3, 2)])).status).toBe(403);
    expect((await row(matricola)).versione).toBe(before.versione);
    expect(await readdir(join(portale.folder, 'temp'))).toEqual([]);
  });
});
