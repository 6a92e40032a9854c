import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

export interface VoceLetta {
  nome: string;
  contenuto: Buffer;
  /** 0 stored, 8 deflated. */
  metodo: number;
}

/** Every entry of a zip, checked against its checksum while it is read. */
export async function leggiZip(zip: string | Buffer): Promise<VoceLetta[]> {
  const file = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    const aperto = (error: Error | null, letto?: yauzl.ZipFile) => (letto ? resolve(letto) : reject(error ?? new Error('no zip')));
    if (typeof zip === 'string') yauzl.open(zip, { lazyEntries: true }, aperto);
    else yauzl.fromBuffer(zip, { lazyEntries: true }, aperto);
  });
  const voci: VoceLetta[] = [];
  return new Promise((resolve, reject) => {
    file.on('error', reject).on('end', () => resolve(voci));
    file.on('entry', (voce: yauzl.Entry) => {
      file.openReadStream(voce, (error, flusso) => {
        if (error || !flusso) return reject(error ?? new Error('no entry'));
        buffer(flusso).then((contenuto) => {
          voci.push({ nome: voce.fileName, contenuto, metodo: voce.compressionMethod });
          file.readEntry();
        }, reject);
      });
    });
    file.readEntry();
  });
}
