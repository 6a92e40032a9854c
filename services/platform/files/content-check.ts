import { Transform } from 'node:stream';
import { DomainError } from '#contracts/core/errors.ts';

/** A PDF may carry some bytes before its header; readers look for it in the first 1,024. */
const HEAD = 1024;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

export function hasType(head: Buffer, kind: 'pdf' | 'jpeg'): boolean {
  if (kind === 'jpeg') return head.subarray(0, JPEG.length).equals(JPEG);
  return head.subarray(0, HEAD).includes('%PDF-');
}

export function wrongType(kind: 'pdf' | 'jpeg'): DomainError {
  return new DomainError('TIPO_NON_ACCETTATO', {
    message: kind === 'pdf' ? 'Il file non è un PDF: per i documenti si accettano solo PDF.' : 'Il file non è una foto JPEG: per le foto si accettano solo JPEG.',
  });
}

export function tooLarge(maxByte: number): DomainError {
  const mega = maxByte / 1_048_576;
  const limit = mega >= 1 ? `${Math.round(mega * 10) / 10} MB`.replace('.', ',') : `${maxByte} byte`;
  return new DomainError('FILE_TROPPO_GRANDE', { message: `Il file supera la dimensione massima di ${limit}.` });
}

/** Lets the bytes through and fails at the first that makes them unacceptable; `byte()` counts them. */
export function check(kind: 'pdf' | 'jpeg', maxByte: number): { stream: Transform; bytes(): number } {
  let read = 0;
  let head: Buffer = Buffer.alloc(0);
  const check = () => (hasType(head, kind) ? null : wrongType(kind));
  const stream = new Transform({
    transform(chunk: Buffer, encoding, fact) {
      const before = read;
      read += chunk.length;
      if (before < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD - before)]);
      if (read > maxByte) return fact(tooLarge(maxByte));
      if (before < HEAD && read >= HEAD) {
        const error = check();
        if (error) return fact(error);
      }
      fact(null, chunk);
    },
    // a file shorter than the header's window is judged when it ends
    flush: (fact) => fact(read < HEAD ? check() : null),
  });
  return { stream, bytes: () => read };
}
