import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { DomainError } from '#contracts/core/errors.ts';
import { jpegCheck, pdfCheck } from './whole-file.ts';

/** Returns the error TIPO_NON_ACCETTATO. `what` says what is wrong with the file; the message adds which files are accepted. */
export function wrongType(
  kind: 'pdf' | 'jpeg',
  what = kind === 'pdf' ? 'Il file non è un PDF intero' : 'Il file non è una foto JPEG intera',
): DomainError {
  return new DomainError('TIPO_NON_ACCETTATO', {
    message: `${what}: ${kind === 'pdf' ? 'per i documenti si accettano un PDF oppure una o più foto JPEG.' : 'per le foto si accettano solo JPEG.'}`,
  });
}

/** Returns the error FILE_TROPPO_GRANDE, whose message names the limit of `maxByte` bytes. */
export function tooLarge(maxByte: number): DomainError {
  const mega = maxByte / 1_048_576;
  const limit = mega >= 1 ? `${Math.round(mega * 10) / 10} MB`.replace('.', ',') : `${maxByte} byte`;
  return new DomainError('FILE_TROPPO_GRANDE', { message: `Il file supera la dimensione massima di ${limit}.` });
}

/**
 * Creates a stream that passes bytes through. It fails at the first byte that makes the content invalid, or at the end if the content is
 * incomplete. `sha256` returns the digest of the bytes that passed.
 */
export function check(kind: 'pdf' | 'jpeg', maxByte: number): { stream: Transform; sha256(): string } {
  const { refusal, cutOff, sha256 } = inspection(kind, maxByte);
  const stream = new Transform({
    transform: (chunk: Buffer, encoding, callback) => callback(refusal(chunk), chunk),
    flush: (callback) => callback(cutOff()),
  });
  return { stream, sha256 };
}

/** Checks a content in memory and returns its SHA-256. Throws if the content is invalid, incomplete or too large. */
export function checkContent(content: Buffer, kind: 'pdf' | 'jpeg', maxByte: number): string {
  const { refusal, cutOff, sha256 } = inspection(kind, maxByte);
  const error = refusal(content) ?? cutOff();
  if (error) throw error;
  return sha256();
}

function inspection(kind: 'pdf' | 'jpeg', maxByte: number) {
  let bytesRead = 0;
  const hash = createHash('sha256');
  const judge = kind === 'pdf' ? pdfCheck() : jpegCheck();
  return {
    refusal(chunk: Buffer): DomainError | null {
      bytesRead += chunk.length;
      if (bytesRead > maxByte) return tooLarge(maxByte);
      hash.update(chunk);
      return judge.push(chunk) ? null : wrongType(kind);
    },
    cutOff: (): DomainError | null => (judge.whole() ? null : wrongType(kind)),
    sha256: () => hash.digest('hex'),
  };
}
