import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DomainError } from '#contracts/core/errors.ts';
import { cleanPieces, TooManyPoints, type Piece } from './clean-jpeg.ts';
import { wrongType } from './content-check.ts';
import { jpegProperties } from './jpeg-properties.ts';
import { bytesOf, readPieces } from './pieces.ts';
import { photosPdf, type Photo } from './photos-pdf.ts';
import type { ReceivedFile } from './receive-upload.ts';

export interface UploadContent {
  content(): Readable;
  /** Number of photos in a PDF made of photos; missing for a file that is stored as uploaded. */
  photos?: number;
}

/**
 * Largest number of pixels of a photo. A decoded picture needs four bytes a pixel in the viewer's memory, and no common camera produces
 * more.
 */
const MOST_POINTS = 100_000_000;

/**
 * Returns the content to store for the files of an upload, without the metadata of cameras. If a document is expected, photos become the
 * pages of one PDF. Throws TIPO_NON_ACCETTATO, FILE_TROPPO_GRANDE, RICHIESTA_NON_VALIDA.
 */
export async function contentOfUpload(files: readonly ReceivedFile[], kind: 'pdf' | 'jpeg'): Promise<UploadContent> {
  const [first] = files;
  if (!first) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'file', messaggio: 'Manca il file' }] });
  const begins = kind === 'pdf' ? await Promise.all(files.map(({ file }) => looksLikeJpeg(file))) : [];
  if (begins.includes(true)) {
    if (begins.includes(false))
      throw new DomainError('TIPO_NON_ACCETTATO', {
        message: 'Un documento si carica come un PDF solo, oppure come una o più foto JPEG: non le due cose insieme.',
      });
    const photos: Photo[] = [];
    for (const one of files) photos.push(await photoOf(one));
    return { content: () => photosPdf(photos), photos: photos.length };
  }
  if (files.length > 1)
    throw new DomainError('RICHIESTA_NON_VALIDA', {
      message:
        kind === 'pdf'
          ? 'Si accetta un solo PDF per volta; più file insieme solo se sono foto JPEG.'
          : 'Si accetta una sola foto per volta.',
    });
  const pieces = kind === 'jpeg' ? await piecesOf(first) : null;
  // a file that is no JPEG passes unchanged, and the archive refuses it
  return { content: () => (pieces ? readPieces(pieces, (range) => createReadStream(first.file, range)) : createReadStream(first.file)) };
}

async function photoOf(received: ReceivedFile): Promise<Photo> {
  const { file } = received;
  // the orientation is dropped from the file, since the PDF page applies it
  const pieces = await piecesOf(received, { turned: true });
  const properties = pieces && (await jpegProperties(file));
  if (properties)
    return { ...properties, bytes: bytesOf(pieces), open: () => readPieces(pieces, (range) => createReadStream(file, range)) };
  throw wrongType('pdf', `${nameOf(received)} non è un JPEG intero e leggibile`);
}

async function piecesOf(received: ReceivedFile, { turned = false } = {}): Promise<Piece[] | null> {
  try {
    return await cleanPieces(createReadStream(received.file) as AsyncIterable<Buffer>, { turned, mostPoints: MOST_POINTS });
  } catch (error) {
    if (!(error instanceof TooManyPoints)) throw error;
    throw new DomainError('FILE_TROPPO_GRANDE', {
      message: `${nameOf(received)} ha troppi punti: se ne accettano al massimo ${MOST_POINTS / 1_000_000} milioni (megapixel).`,
    });
  }
}

function nameOf({ originalName }: ReceivedFile): string {
  const name = originalName.slice(originalName.search(/[^/\\]*$/)).slice(-100);
  return name ? `La foto «${name}»` : 'La foto';
}

/** Checks only the first three bytes; the archive checks the rest. */
async function looksLikeJpeg(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(3), 0, 3, 0);
    return bytesRead === 3 && buffer.equals(Buffer.from([0xff, 0xd8, 0xff]));
  } finally {
    await handle.close();
  }
}
