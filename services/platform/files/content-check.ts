import { Transform } from 'node:stream';
import { DomainError } from '#contracts/core/errors.ts';
import { jpegJudge, pdfJudge } from './whole-file.ts';

export function wrongType(kind: 'pdf' | 'jpeg'): DomainError {
  return new DomainError('TIPO_NON_ACCETTATO', {
    message: kind === 'pdf' ? 'Il file non è un PDF intero: per i documenti si accettano solo PDF.' : 'Il file non è una foto JPEG intera: per le foto si accettano solo JPEG.',
  });
}

export function tooLarge(maxByte: number): DomainError {
  const mega = maxByte / 1_048_576;
  const limit = mega >= 1 ? `${Math.round(mega * 10) / 10} MB`.replace('.', ',') : `${maxByte} byte`;
  return new DomainError('FILE_TROPPO_GRANDE', { message: `Il file supera la dimensione massima di ${limit}.` });
}

/** Lets the bytes through and fails at the first that makes them unacceptable, or at an end that comes too soon. */
export function check(kind: 'pdf' | 'jpeg', maxByte: number): { stream: Transform } {
  let read = 0;
  const judge = kind === 'pdf' ? pdfJudge() : jpegJudge();
  const stream = new Transform({
    transform(chunk: Buffer, encoding, fact) {
      read += chunk.length;
      if (read > maxByte) return fact(tooLarge(maxByte));
      fact(judge.push(chunk) ? null : wrongType(kind), chunk);
    },
    flush: (fact) => fact(judge.whole() ? null : wrongType(kind)),
  });
  return { stream };
}
