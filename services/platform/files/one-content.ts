import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DomainError } from '#contracts/core/errors.ts';
import { wrongType } from './content-check.ts';
import { jpegFacts } from './jpeg-facts.ts';
import { photosPdf, type Photo } from './photos-pdf.ts';
import type { ReceivedFile } from './receive-upload.ts';

export interface OneContent {
  content(): Readable;
  /** How many photos became this document; missing for a file that is stored as it came. */
  photos?: number;
}

/** The one content that the files of an upload make: where a document is awaited, photos become its pages. */
export async function oneContent(files: readonly ReceivedFile[], kind: 'pdf' | 'jpeg'): Promise<OneContent> {
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
  return { content: () => createReadStream(first.file) };
}

async function photoOf({ file, bytes, originalName }: ReceivedFile): Promise<Photo> {
  const facts = await jpegFacts(file);
  if (facts) return { ...facts, file, bytes };
  const name = originalName.slice(originalName.search(/[^/\\]*$/)).slice(-100);
  throw wrongType('pdf', name ? `La foto «${name}» non è un JPEG intero e leggibile` : 'La foto non è un JPEG intero e leggibile');
}

/** By its first bytes alone: whether it is one wholly is asked afterwards. */
async function looksLikeJpeg(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(3), 0, 3, 0);
    return bytesRead === 3 && buffer.equals(Buffer.from([0xff, 0xd8, 0xff]));
  } finally {
    await handle.close();
  }
}
